"""`heckmeck admin`: what an operator sees and orders, on both databases."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from heckmeck.server.background.moderation import Moderation
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.identity import new_code
from heckmeck.server.store import Device, GameEnded, Held, Profile, Report
from heckmeck.server.store import Result as GameResult
from heckmeck.server.store.connect import connect
from heckmeck.server.table import messages
from helpers.commands import Result, run_command
from helpers.store_rows import TABLE, begun, row
from helpers.tables import ANN, BO, BOTS, EVE, give, small, start


@pytest.fixture
def admin(database: str) -> Callable[..., Result]:
    return lambda *arguments: run_command("admin", *arguments, "--database", database)


def with_server(database: str, play: Callable[[Hub, LiveTable], Awaitable[None]]) -> None:
    """Do something while a server runs that has one table with a game and a chat."""

    async def main() -> None:
        store = connect(database)
        hub = Hub(store, "one", BOTS, new_code, max_tables=10)
        await store.open("one", hub.hint)
        try:
            for each in (ANN, BO, EVE):
                await store.add_player(each.player, Profile(each.name), 1)
            table = await hub.open(small(public=True), ANN)
            await start(table)
            await give(table, EVE, messages.Say, text="You [bold]all[/] lose!")
            await play(hub, table)
            await hub.finish()
        finally:
            await store.close()

    asyncio.run(main())


async def orders_are_read(hub: Hub) -> Moderation:
    moderation = Moderation(hub)
    moderation.resume((hub.process,))
    await hub.finish()
    return moderation


def test_an_operator_sees_tables_and_players(database: str, admin: Callable[..., Result]) -> None:
    async def play(hub: Hub, table: LiveTable) -> None:
        listed = await asyncio.to_thread(admin, "tables")
        assert (listed.code, listed.err) == (0, "")
        for word in (table.code, "bratwurmeck", "playing", "public", "Ann, Bo"):
            assert word in listed.out
        shown = await asyncio.to_thread(admin, "table", table.code.lower())
        assert (shown.code, shown.err) == (0, "")
        for word in (ANN.player, BO.player, "playing", "You [bold]all[/] lose!", "Eve"):
            assert word in shown.out
        assert "lose" not in (await asyncio.to_thread(admin, "table", table.code, "--chat", 0)).out
        listed = await asyncio.to_thread(admin, "players", "--name", "a")
        assert ANN.player in listed.out
        assert BO.player not in listed.out
        await hub.store.note_device(EVE.player, Device("phone", "Firefox", "Android", 1, 1))
        person = (await asyncio.to_thread(admin, "player", EVE.player)).out
        assert "0 tokens" in person
        assert "Firefox on Android, since 1970" in person

    with_server(database, play)


def test_a_game_with_two_seats_of_a_player_is_listed_as_one_game(database: str, admin: Callable[..., Result]) -> None:
    async def play() -> None:
        store = connect(database)
        await store.open("one", lambda table, seq: None)
        await store.add_player("ann", Profile("Ann"), 1)
        seats = tuple(
            GameResult(Held(seat, name, "ann", None), 5, 1, True, 0) for seat, name in enumerate(("Ann", "Cy"))
        )
        await store.append(row(1), [begun()])
        await store.append(row(2), [GameEnded(TABLE, 1, 2, 20, "grill_empty", seats)])
        await store.close()

    asyncio.run(play())
    (line,) = [line for line in admin("players").out.splitlines() if "Ann" in line]
    assert line.split()[-1] == "1"
    assert "bratwurmeck: 1 games, 1 won" in admin("player", "ann").out


def test_a_running_server_closes_a_table(database: str, admin: Callable[..., Result]) -> None:
    async def play(hub: Hub, table: LiveTable) -> None:
        done = await asyncio.to_thread(admin, "close", table.code)
        assert (done.code, done.err) == (0, "")
        assert table.code in (await asyncio.to_thread(admin, "orders")).out
        await orders_are_read(hub)
        assert table.state.phase == "closed"
        assert table.code not in (await asyncio.to_thread(admin, "orders")).out
        assert table.code not in (await asyncio.to_thread(admin, "tables")).out
        again = await asyncio.to_thread(admin, "close", table.code)
        assert again.code == 2
        assert "closed already" in again.err

    with_server(database, play)
    checked = run_command("db", "check", "--database", database)
    assert (checked.code, checked.err) == (0, "")


@pytest.mark.parametrize(("kind", "word"), [("ban", "banned"), ("mute", "muted")])
def test_a_player_is_sanctioned_and_pardoned(database: str, admin: Callable[..., Result], kind: str, word: str) -> None:
    async def play(hub: Hub, table: LiveTable) -> None:
        for days in ((), ("--days", 3)):  # the second order replaces the first
            done = await asyncio.to_thread(admin, kind, EVE.player, *days)
            assert (done.code, done.err) == (0, "")
        moderation = await orders_are_read(hub)
        assert getattr(moderation, word) == {EVE.player}
        shown = await asyncio.to_thread(admin, "player", EVE.player)
        assert shown.out.count(word) == 1
        assert "until" in shown.out
        assert (await asyncio.to_thread(admin, f"un{kind}", EVE.player)).code == 0
        assert getattr(await orders_are_read(hub), word) == set()
        again = await asyncio.to_thread(admin, f"un{kind}", EVE.player)
        assert again.code == 2
        assert f"is not {word}" in again.err

    with_server(database, play)


def test_a_message_goes_to_all(database: str, admin: Callable[..., Result]) -> None:
    async def play(hub: Hub, table: LiveTable) -> None:
        assert (await asyncio.to_thread(admin, "message", " The server restarts   at noon. ")).code == 0
        await orders_are_read(hub)
        assert [notice.text for notice in hub.notices] == ["The server restarts at noon."]
        assert "restarts" in (await asyncio.to_thread(admin, "orders")).out
        refused = await asyncio.to_thread(admin, "message", "x" * 301)
        assert refused.code == 2
        assert "at most 300" in refused.err

    with_server(database, play)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("table", "ABCDEFGH"), "There is no table ABCDEFGH"),
        (("table", "x"), "A table's code has 8 letters"),
        (("close", "ABCDEFGH"), "There is no table ABCDEFGH"),
        (("player", "nobody"), "There is no player nobody"),
        (("ban", "nobody"), "There is no player nobody"),
    ],
)
def test_what_is_not_there_is_said(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    database = tmp_path / "one.db"
    run_command("db", "migrate", "--database", database)
    refused = run_command("admin", *arguments, "--database", database)
    assert refused.code == 2
    assert sentence in refused.err


async def reported(hub: Hub, table: LiveTable) -> None:
    """Three reports: two about Eve, of which one is about what she said, and one about Bo."""
    first = Report("first", ANN.player, EVE.player, "Eve", table.code, 1, table.state.seq, "chat", "See this.", 1000)
    for report in (
        first,
        first._replace(id="second", reporter=BO.player, seq=0, reason="name", note="", at=2**42),
        first._replace(id="third", subject=BO.player, name="Bo", seq=0, reason="stalling", at=3000),
    ):
        await hub.store.add_report(report)


def test_an_operator_reads_and_resolves_reports(database: str, admin: Callable[..., Result]) -> None:
    async def play(hub: Hub, table: LiveTable) -> None:
        await give(table, BO, messages.React, seat=1, reaction="clap")
        await give(table, EVE, messages.Say, text="Losers!")
        await reported(hub, table)
        listed = await asyncio.to_thread(admin, "reports")
        assert (listed.code, listed.err) == (0, "")
        assert [line.split()[0] for line in listed.out.splitlines()[1:]] == ["second", "first", "third"]
        assert listed.out.splitlines()[1].split()[4] == "2"
        shown = await asyncio.to_thread(admin, "report", "first")
        for words in ("chat", table.code, f"about {EVE.player} (Eve), 2 reports", f"by {ANN.player}", "See this."):
            assert words in shown.out
        marked = [line for line in shown.out.splitlines() if line.startswith(">")]
        assert [line.partition(": ")[2] for line in marked] == ["Losers!"]
        for words in (f"{EVE.player} (Eve): You [bold]all[/] lose!", f"{BO.player} (Bo): (clap)"):
            assert words in shown.out
        assert ">" not in (await asyncio.to_thread(admin, "report", "second")).out
        done = await asyncio.to_thread(admin, "resolve", "second", "--note", "Renamed.")
        assert (done.code, done.err) == (0, "")
        assert [line.split()[0] for line in (await asyncio.to_thread(admin, "reports")).out.splitlines()[1:]] == [
            "third",
            "first",
        ]
        everything = (await asyncio.to_thread(admin, "reports", "--all")).out
        assert everything.splitlines()[-1].split()[0] == "second"
        assert "resolved" in everything
        assert "Renamed." in (await asyncio.to_thread(admin, "report", "second")).out
        for command in ("report", "resolve"):
            unknown = await asyncio.to_thread(admin, command, "fourth")
            assert (unknown.code, "There is no report fourth." in unknown.err) == (2, True)

    with_server(database, play)
    checked = run_command("db", "check", "--database", database)
    assert (checked.code, checked.err) == (0, "")
