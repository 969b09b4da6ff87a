"""`heckmeck admin`: manage the tables and players of a server, even while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.table import Table
from rich.text import Text

from heckmeck.cli.commands.db import Database, address_of
from heckmeck.cli.console import out, printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from heckmeck.server.store import Order, OrderKind
    from heckmeck.server.store.session import Session

DAY = 24 * 60 * 60
CARRIED_OUT = "A running server does this within two seconds, a stopped one when it starts."

DAMAGED = (
    "The player's data in a damaged game could not be erased, but nobody can read it. To get the game back, restore "
    "a backup from before the damage, and erase the player again; to remove it, use `heckmeck db remove-damaged`."
)

SANCTIONED = {"ban": "banned", "mute": "muted", "erase": "erased"}

T = TypeVar("T")

admin = typer.Typer(
    name="admin", help="Manage the tables and players of a server, even while it runs.", no_args_is_help=True
)

Code = Annotated[str, typer.Argument(help="The code of the table.", show_default=False)]
Player = Annotated[str, typer.Argument(help="The id of the player, from `players` or `table`.", show_default=False)]
ReportId = Annotated[str, typer.Argument(help="The id of the report, from `reports`.", show_default=False)]
Limit = Annotated[int, typer.Option(min=1, help="The length of the list.")]
Days = Annotated[float | None, typer.Option(min=0, help="Number of days.", show_default="permanently")]


@admin.command()
def tables(limit: Limit = 50, database: Database = None) -> None:
    """List the tables that are not closed, the most recently used first."""
    from heckmeck.server.ops import admin as desk

    found = _read(database, lambda session: desk.tables(session, limit))
    rows = [
        (each.code, each.game, each.phase, "public" if each.public else "", ", ".join(each.players), _time(each.last))
        for each in found
    ]
    _print(("table", "game", "phase", "", "players", "last entry"), rows)


@admin.command()
def table(
    code: Code,
    chat: Annotated[int, typer.Option(min=0, help="Number of chat messages to show.")] = 20,
    database: Database = None,
) -> None:
    """Show a table: its seats with the ids of the players, and its chat."""
    from heckmeck.server.net.identity import read_code
    from heckmeck.server.ops import admin as desk

    state, said = _read(database, lambda session: desk.table(session, read_code(code), chat))
    _say(f"{state.code}: {state.plan.game}, {state.phase}, {state.number} games, {state.seq} entries")
    _say(f"opened by {state.host}, last entry {_time(state.at)}")
    seats = [
        (str(seat + 1), holder.name, holder.player or "", holder.bot or "") if holder else (str(seat + 1), "", "", "")
        for seat, holder in enumerate(state.seats)
    ]
    _print(("seat", "name", "player", "bot"), seats)
    if said:
        _print(("at", "name", "said"), [(_time(at), name, text) for at, name, text in said])


@admin.command()
def players(
    name: Annotated[str, typer.Option(help="Only players whose name contains this.", show_default=False)] = "",
    limit: Limit = 50,
    database: Database = None,
) -> None:
    """List the players, the newest first."""
    from heckmeck.server.ops import admin as desk

    found = _read(database, lambda session: desk.players(session, name, limit))
    rows = [(each.player, each.name, _time(each.since), str(each.games)) for each in found]
    _print(("player", "name", "since", "games"), rows)


@admin.command()
def player(player: Player, database: Database = None) -> None:
    """Show a player: games, devices, tokens, and whether they are banned or muted."""
    from heckmeck.server.ops import admin as desk

    found = _read(database, lambda session: desk.player(session, player))
    _say(f"{found.line.player}: {found.line.name}, since {_time(found.line.since)}, {found.tokens} tokens")
    for device in found.devices:
        _say(f"{device.label}, since {_time(device.at)}, last used {_time(device.seen)}")
    for each in found.statistics:
        _say(f"{each.game}: {each.games} games, {each.wins} won")
    for order in found.orders:
        _say(_in_words(order))


@admin.command()
def orders(database: Database = None) -> None:
    """List the bans, mutes and erasures, the current messages, and the tables that are still to be closed."""
    from heckmeck.server.ops import admin as desk

    found = _read(database, desk.orders)
    rows = [(order.kind, order.subject or order.text, _time(order.at), _until(order)) for order in found]
    _print(("what", "whom", "since", "until"), rows)


@admin.command()
def close(code: Code, database: Database = None) -> None:
    """Close a table permanently. A running game is broken off."""
    from heckmeck.server.net.identity import read_code
    from heckmeck.server.ops import admin as desk

    _change(database, lambda session: desk.close(session, read_code(code)))
    _say(f"The table {read_code(code)} is to be closed. {CARRIED_OUT}")


@admin.command()
def ban(player: Player, days: Days = None, database: Database = None) -> None:
    """Ban a player: close connections, and refuse new ones. The player keeps the seats; others may ask for a bot."""
    _sanction("ban", player, days, database)


@admin.command()
def unban(player: Player, database: Database = None) -> None:
    """Lift the ban of a player."""
    _pardon("ban", player, database)


@admin.command()
def mute(player: Player, days: Days = None, database: Database = None) -> None:
    """Mute a player in the chat of all tables. Reactions are still possible."""
    _sanction("mute", player, days, database)


@admin.command()
def unmute(player: Player, database: Database = None) -> None:
    """Lift the mute of a player."""
    _pardon("mute", player, database)


@admin.command()
def message(
    text: Annotated[str, typer.Argument(help="The message, in one line.", show_default=False)],
    minutes: Annotated[float, typer.Option(min=1, help="Minutes for which it is shown to new connections.")] = 10,
    database: Database = None,
) -> None:
    """Send a message to everyone at a table, and to players who connect soon."""
    from heckmeck.server.ops import admin as desk

    _change(database, lambda session: desk.announce(session, text, minutes * 60))
    _say(f"The message is to be sent. {CARRIED_OUT}")


@admin.command()
def erase(player: Player, database: Database = None) -> None:
    """Erase a player: name, portrait, devices and tokens, and the seats and chat at closed tables.

    The games are kept, under an anonymous player. At tables that are still in use, a running server makes the player
    leave, and erases the player when the table is closed. Existing backups and damaged archived games are not changed;
    the latter are listed.
    """
    from heckmeck.server.ops.erasure import erase_everywhere
    from heckmeck.server.store import StoreError

    done = asyncio.run(erase_everywhere(address_of(database), player))
    _say(f"{player} is erased, and from {done.whole} closed tables.")
    if done.in_use:
        _say(f"Still in use: {', '.join(done.in_use)}. The server erases the player there when they are closed.")
    if done.failures:
        raise done.failures[0]
    if done.damaged:
        raise StoreError("archive_damaged", f"{' '.join(map(str, done.damaged))} {DAMAGED}")


@admin.command()
def reports(
    resolved: Annotated[bool, typer.Option("--all", help="Include resolved reports.")] = False,
    limit: Limit = 50,
    database: Database = None,
) -> None:
    """List the reports of players: open ones first, then by the number of reports about a player."""
    from heckmeck.server.ops import reports as desk

    found = _read(database, lambda session: desk.reports(session, limit, resolved=resolved))
    rows = [
        (each.report.id, each.report.reason, each.report.name, each.report.subject, str(each.total),
         _time(each.report.at)[:10] + (", resolved" if each.resolved else ""))
        for each in found
    ]  # fmt: skip
    _print(("report", "reason", "name", "player", "reports", "at"), rows)


@admin.command()
def report(report: ReportId, database: Database = None) -> None:
    """Show a report: both players, the note, and the chat at the table around it."""
    from heckmeck.server.ops import reports as desk

    line, chat = _read(database, lambda session: desk.report(session, report))
    found = line.report
    _say(f"{found.id}: {found.reason}, at table {found.table}, game {found.number}, {_time(found.at)}")
    _say(f"about {found.subject} ({found.name}), {line.total} reports in all; by {found.reporter}")
    if found.note:
        _say(f"note: {found.note}")
    if line.resolved is not None:
        _say(f"resolved {_time(line.resolved)}{f': {line.resolution}' if line.resolution else ''}")
    for each in chat:
        mark = ">" if each.seq == found.seq else " "
        _say(f"{mark} {_time(each.at)}  {each.player or 'nobody known'} ({each.name}): {each.text}")


@admin.command()
def resolve(
    report: ReportId,
    note: Annotated[str, typer.Option(help="A note about what was done.", show_default=False)] = "",
    database: Database = None,
) -> None:
    """Mark a report as resolved. Players are not notified."""
    from heckmeck.server.ops import reports as desk

    _change(database, lambda session: desk.resolve(session, report, note))
    _say(f"The report {report} is resolved.")


def _sanction(kind: OrderKind, player: str, days: float | None, database: str | None) -> None:
    from heckmeck.server.ops import admin as desk

    seconds = None if days is None else days * DAY
    _change(database, lambda session: desk.sanction(session, kind, player, seconds))
    _say(f"{player} is to be {SANCTIONED[kind]}. {CARRIED_OUT}")


def _pardon(kind: OrderKind, player: str, database: str | None) -> None:
    from heckmeck.server.ops import admin as desk

    _change(database, lambda session: desk.pardon(session, kind, player))
    _say(f"{player} is no longer {SANCTIONED[kind]}.")


def _read(database: str | None, ask: Callable[[Session], Coroutine[Any, Any, T]]) -> T:
    from heckmeck.server.store.session import reading

    return _ask(reading(address_of(database)), ask)


def _change(database: str | None, ask: Callable[[Session], Coroutine[Any, Any, None]]) -> None:
    from heckmeck.server.store.session import changing

    _ask(changing(address_of(database)), ask)


def _ask(opened: AbstractAsyncContextManager[Session], ask: Callable[[Session], Coroutine[Any, Any, T]]) -> T:
    async def main() -> T:
        async with opened as session:
            return await ask(session)

    return asyncio.run(main())


def _print(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    grid = Table(*head, box=None, pad_edge=False)
    grid.columns[0].no_wrap = True  # it is copied into the next command
    for row in rows:
        grid.add_row(*(Text(printable(cell), overflow="fold") for cell in row))
    out.print(grid)


def _say(sentence: str) -> None:
    out.print(Text(printable(sentence)), soft_wrap=True)


def _in_words(order: Order) -> str:
    return f"{SANCTIONED[order.kind]} since {_time(order.at)}, {_until(order)}"


def _until(order: Order) -> str:
    return "permanently" if order.until is None else f"until {_time(order.until)}"


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000):%Y-%m-%d %H:%M:%S}"
