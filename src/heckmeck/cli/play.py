"""`heckmeck play`: a game in the terminal."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from platformdirs import user_data_path
from rich.table import Table as Grid
from rich.text import Text

from heckmeck.bots import BOTS, make
from heckmeck.cli.console import err, out, printable, seat_text
from heckmeck.cli.desk import Desk
from heckmeck.cli.draw import draw
from heckmeck.cli.options import Options, parse_options, split_names
from heckmeck.cli.prompt import Leave
from heckmeck.cli.words import REASONS, tell
from heckmeck.games import GAMES, AnyGame, BadSetup, Setup, get
from heckmeck.games.setup import check_number
from heckmeck.play import BadRecord, Player, Table, read_records, replay, write_record

BOT = "bot:"
LONGEST_NAME = 24
LAST_LINES = 10
"""So much of the story is shown with the result."""


def play(
    game: Annotated[
        str | None, typer.Argument(help=f"One of {', '.join(GAMES)}; without it you are asked.", metavar="[GAME]")
    ] = None,
    seats: Annotated[
        str,
        typer.Option(
            help="Who plays: names of people and bots with commas between them, such as Ann,Bo,bot:cautious; "
            f"or a number: you and so many less one bots. Bots: {', '.join(BOTS)}."
        ),
    ] = "You,bot:cautious,bot:cautious",
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
    if resume is not None:
        _run(*_resumed(resume, seed), path=record or resume)
        return
    chosen = get(game) if game else _ask_for_game()
    names = seat_names(chosen, seats)
    options = parse_options(option)
    if first is not None:
        check_number("--first", first, 1, len(names))
    source = Random(seed if seed is not None else secrets.token_hex())
    begins = source.randrange(len(names)) if first is None else first - 1
    setup = chosen.setup(**options, seats=len(names), first=begins)
    desk, table = seated(chosen, setup, names, source)
    _run(desk, table, path=record or _new_path(chosen))


def seat_names(game: AnyGame, text: str) -> list[str]:
    """Return the names for the seats: as they are listed, or you and bots where there is just a number.

    >>> seat_names(get("barbecue"), "2"), seat_names(get("barbecue"), "Ann, bot:random")
    (['You', 'bot:cautious'], ['Ann', 'bot:random'])
    """
    if text.isdecimal():
        number = int(text) if len(text) < 4 else 999
        game.setup(seats=number)
        return ["You", *["bot:cautious"] * (number - 1)]
    names = split_names(text)
    for name in names:
        if not name or not name.isprintable() or len(name) > LONGEST_NAME:
            raise BadSetup("bad_name", f"A player needs a name of 1 to {LONGEST_NAME} letters, not {name[:30]!r}.")
    return names


def seated(
    game: AnyGame, setup: Setup, names: Sequence[str], source: Random, steps: Sequence[str] = ()
) -> tuple[Desk, Table]:
    """Seat people at one desk and bots beside them."""
    desk = Desk([seat for seat, name in enumerate(names) if not name.startswith(BOT)])
    players: list[Player] = [
        make(name.removeprefix(BOT), game, Random(f"{source.random()}")) if name.startswith(BOT) else desk
        for name in names
    ]
    desk.table = Table(game, setup, players, source, names=names, steps=steps, people=desk.people)
    return desk, desk.table


def _ask_for_game() -> AnyGame:
    games = list(GAMES.values())
    for number, game in enumerate(games, 1):
        players = f"{game.seats[0]} to {game.seats[-1]} players"
        out.print(f"[key]{number}[/]  [bold]{game.title}[/]  [hint]{game.name}, {players}[/]")
    while True:
        try:
            text = out.input("Which game? ").strip()
        except EOFError:
            raise BadSetup("no_game", f"No game was chosen: name one of {', '.join(GAMES)}.") from None
        if text in GAMES:
            return GAMES[text]
        if text.isdecimal() and text in map(str, range(1, len(games) + 1)):
            return games[int(text) - 1]
        out.print(f"[error]Type a number from 1 to {len(games)}, or a name.[/]")


def _resumed(path: Path, seed: str | None) -> tuple[Desk, Table]:
    """Return the table of a saved game, its steps played again."""
    for number, record in read_records(path):
        if isinstance(record, BadRecord):
            raise BadRecord(record.code, f"{path}, line {number}: {record}")
        try:
            for _ in replay(record):
                pass
        except BadRecord as error:
            raise BadRecord(error.code, f"{path}, line {number}: {error}") from None
        game = get(record.game)
        names = [printable(name) for name in record.players]
        setup = game.setup_type.make(record.setup)
        source = Random(seed if seed is not None else secrets.token_hex())
        return seated(game, setup, names, source, record.steps)
    raise BadRecord("no_record", f"{path} holds no record.")


def _new_path(game: AnyGame) -> Path:
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return user_data_path("heckmeck", appauthor=False) / "games" / f"{game.name}-{stamp}.jsonl"


def _run(desk: Desk, table: Table, path: Path) -> None:
    """Play to the end, or until somebody leaves. The file is up to date whenever a person has decided."""
    write_record(path, table.record())
    try:
        for played in table.play():
            desk.tell(played.events)
            if played.actor in desk.people:
                write_record(path, table.record())
            if not desk.people:
                for line in tell(played.events, desk.names):
                    out.print(Text(line))
    except KeyboardInterrupt as leaving:
        desk.cover()
        write_record(path, table.record())
        command = f"{os.environ.get('HECKMECK_PLAY', 'heckmeck play')} --resume {shlex.quote(str(path))}"
        out.print(Text(f"\nYour game is saved. Continue it with:\n  {command}"), soft_wrap=True)
        raise typer.Exit(0 if isinstance(leaving, Leave) else 130) from None
    write_record(path, table.record())
    _show_result(desk, table)
    out.print(Text(f"The record is in {path}", style="hint"), soft_wrap=True)


def _show_result(desk: Desk, table: Table) -> None:
    outcome, names = table.outcome, desk.names
    assert outcome is not None
    desk.clear()
    for line in tell(desk.last_news(), names)[-LAST_LINES:]:
        out.print(Text(line, style="hint"))
    out.print(draw(table.game.view(table.state, None), names))
    out.print()
    out.print(Text(REASONS[outcome.reason]))
    if table.fault is not None and outcome.seat is not None:
        err.print(Text(f"{names[outcome.seat]} forfeits: {table.fault}", style="error"))
    grid = Grid("place", "player", "score", box=None, header_style="hint", padding=(0, 2, 0, 0))
    for place, group in enumerate(outcome.ranking, 1):
        for seat in group:
            grid.add_row(f"{place}.", seat_text(seat, names[seat]), str(outcome.scores[seat]))
    out.print(grid)
    winners = " and ".join(names[seat] for seat in outcome.winners)
    out.print(Text(f"{winners} {'wins' if len(outcome.winners) == 1 else 'share the win'}!", style="bold"))
