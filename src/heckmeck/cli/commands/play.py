"""`heckmeck play`: a game in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.text import Text

from heckmeck.bots import BOTS, NAMES, make
from heckmeck.cli.console import Leave, err, out, printable, read_line
from heckmeck.cli.desk import Desk
from heckmeck.cli.options import Options, bot_name, parse_options, split_names
from heckmeck.cli.result import show_result
from heckmeck.cli.saved import check_new, how_to_continue, load, new_path
from heckmeck.cli.words import tell
from heckmeck.games import GAMES, AnyGame, BadSetup, Event, Setup, get
from heckmeck.games.setup import check_number, show
from heckmeck.play import AnyTable, Player, Table, write_record

BOT = "bot:"
PERSON = "Player"
LONGEST_NAME = 24


def play(
    game: Annotated[
        str | None, typer.Argument(help=f"One of {', '.join(GAMES)}; without it you are asked.", metavar="GAME")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who plays: names of people and bots with commas between them, such as Ann,Bo,bot:cautious; "
            f"or a number: you, and bots on the other seats. There are the bots {', '.join(NAMES)}.",
            show_default="3",
        ),
    ] = None,
    first: Annotated[
        int | None, typer.Option(help="The seat that begins, counted from 1. By default it is drawn.")
    ] = None,
    option: Options = None,
    seed: Annotated[str | None, typer.Option(help="Makes the dice or cards repeatable.")] = None,
    record: Annotated[
        Path | None, typer.Option(help="Where to save the game. By default in the folder for your own data.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the game saved in this file.")] = None,
) -> None:
    """Play a game in the terminal against bots, or with several people at one keyboard."""
    source = Random(_seed(seed))
    if resume is not None:
        if game or seats or option or first is not None:
            raise BadSetup(
                "bad_resume", "--resume continues a game as it is: leave out GAME, --seats, --first, --option."
            )
        _resume(resume, record, source)
        return
    chosen = get(game) if game else _ask_for_game()
    names = seat_names(chosen, seats or "3")
    if first is not None:
        check_number("--first", first, 1, len(names))
    begins = source.randrange(len(names)) if first is None else first - 1
    setup = chosen.setup(**parse_options(option), seats=len(names), first=begins)
    desk, table = seated(chosen, setup, names, source)
    path = check_new(record) if record is not None else new_path(chosen)
    write_record(path, table.record())
    _run(desk, table, path)


def seat_names(game: AnyGame, text: str) -> list[str]:
    """Return the names for the seats: as they are listed, or you and bots where there is just a number.

    >>> seat_names(get("barbecue"), "2"), seat_names(get("barbecue"), "Ann, bot:random")
    (['Player', 'bot:cautious'], ['Ann', 'bot:random'])
    """
    if text.removeprefix("-").isdecimal():
        number = int(text) if len(text) < 10 else 10**9
        game.setup(seats=number)
        other = next(name for name in ("cautious", *BOTS) if game.name in BOTS[name].games)
        return [PERSON, *[f"{BOT}{other}"] * (number - 1)]
    return [_checked_name(name) for name in split_names(text)]


def _checked_name(name: str) -> str:
    if name.lower().startswith(BOT):
        called, colon, argument = name[len(BOT) :].partition(":")
        return BOT + called.lower() + colon + argument
    if name.lower() in BOTS:
        raise BadSetup("bad_name", f"Is {name} a bot? Then write {BOT}{name.lower()}; a person needs another name.")
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadSetup("bad_name", f"A player needs a name of 1 to {LONGEST_NAME} letters, not {show(name)}.")
    return name


def seated(
    game: AnyGame,
    setup: Setup,
    names: Sequence[str],
    source: Random,
    steps: Sequence[str] = (),
    happened: Iterable[Event] = (),
) -> tuple[Desk, AnyTable]:
    """Seat people at one desk and bots beside them."""
    desk = Desk(game, [seat for seat, name in enumerate(names) if not name.startswith(BOT)])
    desk.tell(happened)
    players: list[Player[Any]] = []
    for name in names:
        if name.startswith(BOT):
            bot = make(bot_name(name), game, Random(f"{source.random()}"))
            bot.check(setup)
            players.append(bot)
        else:
            players.append(desk)
    desk.table = Table(game, setup, players, source, names=names, steps=steps, people=desk.people)
    return desk, desk.table


def _seed(text: str | None) -> str:
    try:
        return secrets.token_hex() if text is None else text.encode().decode()
    except UnicodeError:
        raise BadSetup("bad_seed", "The seed has to be readable text.") from None


def _ask_for_game() -> AnyGame:
    games = list(GAMES.values())
    for number, game in enumerate(games, 1):
        players = f"{game.seats[0]} to {game.seats[-1]} players"
        out.print(f"[key]{number}[/]  [bold]{game.title}[/]  [hint]{game.name}, {players}[/]")
    while True:
        try:
            text = read_line("Which game? ")
        except Leave:
            raise BadSetup("no_game", f"No game was chosen: name one of {', '.join(GAMES)}.") from None
        if text.lower() in GAMES:
            return GAMES[text.lower()]
        if text in map(str, range(1, len(games) + 1)):
            return games[int(text) - 1]
        out.print(f"[error]Type a number from 1 to {len(games)}, or a name.[/]")


def _resume(path: Path, other: Path | None, source: Random) -> None:
    """Take a saved game up again. Its file is not touched before somebody has decided something."""
    record, happened = load(path)
    game = get(record.game)
    names = [printable(name) for name in record.players]
    desk, table = seated(game, game.setup_type.make(record.setup), names, source, record.steps, happened)
    if record.outcome is not None and record.outcome.seat is not None:
        table.outcome = game.forfeit(table.state, record.outcome.seat)
    if table.outcome is not None:
        show_result(desk, table)
    else:
        _run(desk, table, path if other is None else check_new(other))


def _run(desk: Desk, table: AnyTable, path: Path) -> None:
    """Play to the end, or until somebody leaves. The file is up to date whenever a person has decided."""
    try:
        for played in table.play():
            desk.tell(played.events)
            if played.actor in desk.people:
                _save(table, path)
            if not desk.people:
                for line in tell(played.events, desk.names):
                    out.print(Text(line))
    except KeyboardInterrupt as leaving:
        desk.cover()
        write_record(path, table.record())
        out.print(Text(f"\nYour game is saved. Continue it with:\n  {how_to_continue(path)}"), soft_wrap=True)
        raise typer.Exit(0 if isinstance(leaving, Leave) else 130) from None
    write_record(path, table.record())
    show_result(desk, table)
    out.print(Text(f"The record is in {path}", style="hint"), soft_wrap=True)


def _save(table: AnyTable, path: Path) -> None:
    """Save the game; where that fails, say so and play on: there will be another chance."""
    try:
        write_record(path, table.record())
    except OSError as error:
        err.print(Text(f"The game could not be saved in {path}: {error.strerror}. It goes on.", style="error"))
