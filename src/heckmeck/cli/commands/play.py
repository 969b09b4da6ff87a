"""`heckmeck play`: a game in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.text import Text

from heckmeck.bots import BOTS, NAMES, bots_for, check_bots, make, runs_code
from heckmeck.cli.console import Leave, err, out, printable, read_line
from heckmeck.cli.hotseat import Hotseat
from heckmeck.cli.options import GAME_NAMES, OWN_BOT, Options, bot_name, parse_options, split_names
from heckmeck.cli.result import show_result
from heckmeck.cli.saved_games import check_new, how_to_continue, load, new_path
from heckmeck.games import AnyGame, BadSetup, Event, Setup, all_games, describe_events, get
from heckmeck.games.setup import check_number, show
from heckmeck.play import AnyTable, Player, Table, write_record
from heckmeck.play.record import BOT
from heckmeck.play.record import MAX_NAME as MAX_RECORDED

PERSON = "Player"
OPPONENTS = ("medium", "cautious")
"""The bots that play against you if you name none: the first one that plays the game, or else the game's own bot."""
MAX_NAME = 24


def play(
    game: Annotated[
        str | None, typer.Argument(help=f"One of {GAME_NAMES}; if left out, you are asked.", metavar="GAME")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who plays: names of people and bots separated by commas, such as Ann,Bo,bot:medium; "
            f"or a number: you, and bots of the level {OPPONENTS[0]} on the other seats. "
            f"The bots are {', '.join(NAMES)}, {OWN_BOT}.",
            show_default="3",
        ),
    ] = None,
    first: Annotated[
        int | None, typer.Option(help="The seat that begins, counted from 1. By default it is chosen at random.")
    ] = None,
    option: Options = None,
    seed: Annotated[str | None, typer.Option(help="Makes the dice or cards repeatable.")] = None,
    record: Annotated[Path | None, typer.Option(help="Where to save the game. By default in your data folder.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the game saved in this file.")] = None,
    coach: Annotated[
        bool, typer.Option("--coach", help="Show the chances and the worth of every choice; the key c switches it.")
    ] = False,
) -> None:
    """Play a game in the terminal against bots, or with several people at one keyboard."""
    source = Random(_seed(seed))
    if resume is not None:
        if game or seats or option or first is not None:
            raise BadSetup(
                "bad_resume", "--resume continues a game as it is: leave out GAME, --seats, --first, --option."
            )
        _resume(resume, record, source, coach)
        return
    chosen = get(game) if game else _ask_for_game()
    names = seat_names(chosen, seats or "3")
    if first is not None:
        check_number("--first", first, 1, len(names))
    begins = source.randrange(len(names)) if first is None else first - 1
    setup = chosen.setup(**parse_options(option), seats=len(names), first=begins)
    hotseat, table = seated(chosen, setup, names, source, coached=coach)
    path = check_new(record) if record is not None else new_path(chosen)
    write_record(path, table.record())
    _run(hotseat, table, path)


def seat_names(game: AnyGame, text: str) -> list[str]:
    """Return the names for the seats: as they are listed, or you and bots if there is just a number.

    >>> seat_names(get("barbecue"), "2"), seat_names(get("barbecue"), "Ann, bot:random")
    (['Player', 'bot:medium'], ['Ann', 'bot:random'])
    """
    if text.removeprefix("-").isdecimal():
        number = int(text) if len(text) < 10 else 10**9
        game.setup(seats=number)
        bots = bots_for(game)
        bot = next((name for name in OPPONENTS if name in bots), [*bots][-1])
        return [PERSON, *[f"{BOT}{bot}"] * (number - 1)]
    return [_checked_name(name) for name in split_names(text)]


def _checked_name(name: str) -> str:
    if name.lower().startswith(BOT):
        return _checked_bot(name[len(BOT) :])
    if name.lower() in BOTS or runs_code(name):
        bot = name.lower() if name.lower() in BOTS else name
        raise BadSetup("bad_name", f"Is {name} a bot? Then write {BOT}{bot}; a person needs another name.")
    if not name or not name.isprintable() or len(name) > MAX_NAME:
        raise BadSetup("bad_name", f"A player needs a name of 1 to {MAX_NAME} letters, not {show(name)}.")
    return name


def _checked_bot(name: str) -> str:
    if not runs_code(name):
        called, colon, argument = name.partition(":")
        name = called.lower() + colon + argument
    name = BOT + bot_name(name)
    if len(name) > MAX_RECORDED:
        raise BadSetup(
            "bad_name",
            f"{show(name)} is too long to be saved with the game: write a shorter path, with up to {MAX_RECORDED} "
            "letters in all.",
        )
    return name


def seated(
    game: AnyGame,
    setup: Setup,
    names: Sequence[str],
    source: Random,
    steps: Sequence[str] = (),
    happened: Iterable[Event] = (),
    coached: bool = False,
) -> tuple[Hotseat, AnyTable]:
    """Return a table with people at one keyboard and bots."""
    people = [seat for seat, name in enumerate(names) if not name.startswith(BOT)]
    if coached and not people:
        raise BadSetup("no_coach", "The coach advises people, and only bots play here: leave out --coach.")
    hotseat = Hotseat(game, people, coached)
    hotseat.observe_all(happened)
    check_bots([bot_name(name) for name in names if name.startswith(BOT)], game, setup, Random())
    players: list[Player[Any]] = [
        make(bot_name(name), game, Random(f"{source.random()}")) if name.startswith(BOT) else hotseat for name in names
    ]
    hotseat.table = Table(game, setup, players, source, names=names, steps=steps, people=hotseat.people)
    return hotseat, hotseat.table


def _seed(text: str | None) -> str:
    try:
        return secrets.token_hex() if text is None else text.encode().decode()
    except UnicodeError:
        raise BadSetup("bad_seed", "The seed has to be readable text.") from None


def _ask_for_game() -> AnyGame:
    games = all_games()
    for number, game in enumerate(games.values(), 1):
        players = f"{game.seats[0]} to {game.seats[-1]} players"
        out.print(f"[key]{number}[/]  [bold]{game.title}[/]  [hint]{game.name}, {players}[/]")
    while True:
        try:
            text = read_line("Which game? ")
        except Leave:
            raise BadSetup("no_game", f"No game was chosen: name one of {', '.join(all_games())}.") from None
        if text.lower() in games:
            return games[text.lower()]
        if text in map(str, range(1, len(games) + 1)):
            return list(games.values())[int(text) - 1]
        out.print(f"[error]Type a number from 1 to {len(games)}, or a name.[/]")


def _resume(path: Path, other: Path | None, source: Random, coached: bool) -> None:
    """Continue a saved game. Its file is not written to before somebody has made a move."""
    record, happened = load(path)
    game = get(record.game)
    names = [printable(name) for name in record.players]
    for name in dict.fromkeys(names):
        if name.startswith(BOT) and runs_code(bot_name(name)):
            _ask_to_run(bot_name(name))
    hotseat, table = seated(game, game.setup_type.make(record.setup), names, source, record.steps, happened, coached)
    if record.outcome is not None and record.outcome.seat is not None:
        table.outcome = game.forfeit(table.state, record.outcome.seat)
    if table.outcome is not None:
        show_result(hotseat, table)
    else:
        _run(hotseat, table, path if other is None else check_new(other))


def _ask_to_run(bot: str) -> None:
    """Ask whether the code of a bot may be run: the file of a game may come from somebody else."""
    out.print(Text(f"This game has the bot {bot}. Its code will be run on this machine."), soft_wrap=True)
    try:
        answer = read_line("Run it? (yes or no) ")
    except Leave:
        answer = "no"
    if answer.lower() not in ("y", "yes"):
        raise BadSetup("not_run", f"The game was not continued, because the code of {bot} may not be run.")


def _run(hotseat: Hotseat, table: AnyTable, path: Path) -> None:
    """Play to the end, or until somebody leaves. The file is written after every move of a person."""
    try:
        for played in table.play():
            hotseat.observe_all(played.events)
            if played.actor in hotseat.people:
                _save(table, path)
            if not hotseat.people:
                for line in describe_events(played.events, hotseat.names):
                    out.print(Text(line))
    except KeyboardInterrupt as leaving:
        hotseat.cover()
        write_record(path, table.record())
        out.print(
            Text(f"\nYour game is saved. Continue it with:\n  {how_to_continue(path, hotseat.coached)}"), soft_wrap=True
        )
        raise typer.Exit(0 if isinstance(leaving, Leave) else 130) from None
    write_record(path, table.record())
    show_result(hotseat, table)
    out.print(Text(f"The record is in {path}", style="hint"), soft_wrap=True)


def _save(table: AnyTable, path: Path) -> None:
    """Save the game; if that fails, say so and continue: the next move tries again."""
    try:
        write_record(path, table.record())
    except OSError as error:
        message = f"The game could not be saved in {path}: {error.strerror}. It continues."
        err.print(Text(message, style="error"), soft_wrap=True)
