"""The checker finds everything that is lost, duplicated or changed: it gets logs and memories that were modified."""

from __future__ import annotations

import asyncio
import io
import logging
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from heckmeck.games import GameError
from heckmeck.server.ops.logs import JsonFormatter
from heckmeck.server.store import Row
from heckmeck.server.store.session import reading
from helpers.crash import Load, errors
from helpers.crash_check import Checked, TableCheck, TableMark, check, ids_of, rows_of, secrets_of
from helpers.crash_players import Player, Window
from helpers.wire import Server


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Player]]:
    """A database after some play, and the players."""
    folder = tmp_path_factory.mktemp("played")
    path = folder / "tables.db"

    async def main() -> list[Player]:
        with Server(folder / "data", database=f"sqlite:///{path}") as server:
            async with await Load.at(server, 3) as load:
                await load.more(300, by_bots=3)
                await load.finish()
            return list(load.players)

    return path, asyncio.run(main())


def checked(path: Path, players: list[Player]) -> None:
    found = asyncio.run(check(f"sqlite:///{path}", players))
    assert min(found) > 0


def another_number(player: Player) -> Callable[[], object]:
    name, seq = next(iter(player.acknowledged.items()))
    player.acknowledged[name] = seq + 1
    return lambda: player.acknowledged.update({name: seq})


def never_done(player: Player) -> Callable[[], object]:
    player.acknowledged["0" * 16] = 5
    return lambda: player.acknowledged.pop("0" * 16)


def refused_and_done(player: Player) -> Callable[[], object]:
    name = next(iter(player.acknowledged))
    player.refused.add(name)
    return lambda: player.refused.discard(name)


def missed(player: Player) -> Callable[[], object]:
    entry = player.seen.pop(4)
    return lambda: player.seen.insert(4, entry)


def saw_another(player: Player) -> Callable[[], object]:
    entry = player.seen[3]
    player.seen[3] = {**entry, "at": entry["at"] + 1}
    return lambda: player.seen.__setitem__(3, entry)


def welcomed_elsewhere(player: Player) -> Callable[[], object]:
    welcome = player.welcomes[-1]
    player.welcomes[-1] = {**welcome, "position": {**welcome["position"], "to_act": 9}}
    return lambda: player.welcomes.__setitem__(-1, welcome)


MEMORIES = [another_number, never_done, refused_and_done, missed, saw_another, welcomed_elsewhere]


@pytest.mark.parametrize("tamper", MEMORIES)
@pytest.mark.parametrize("number", [0, 4, 8])
def test_a_player_who_remembers_something_else_is_noticed(
    played: tuple[Path, list[Player]], number: int, tamper: Callable[[Player], Callable[[], object]]
) -> None:
    path, players = played
    checked(path, players)
    restore = tamper(players[number])
    try:
        with pytest.raises(AssertionError):
            checked(path, players)
    finally:
        restore()


LAST = "seq = (SELECT MAX(seq) FROM entries AS last WHERE last.code = entries.code)"


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM entries WHERE seq = 7",
        f"DELETE FROM entries WHERE {LAST}",
        "UPDATE entries SET command = 'bot:1' WHERE command LIKE 'bot:%' AND seq = (SELECT MIN(seq) FROM entries "
        "AS first WHERE first.code = entries.code AND command LIKE 'bot:%')",
        "UPDATE chains SET secret = zeroblob(32)",
        "UPDATE entries SET at = at + 1 WHERE seq = 9",
    ],
)
def test_a_log_that_was_changed_is_noticed(played: tuple[Path, list[Player]], tmp_path: Path, sql: str) -> None:
    path, players = played
    copy = tmp_path / "tables.db"
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
        checked(copy, players)
        assert target.execute(sql).rowcount > 0
    source.close()
    target.close()
    with pytest.raises((AssertionError, GameError)):
        checked(copy, players)


def part_of(window: Window, first: int, last: int) -> Window:
    """What the player remembers of some entries, if everything before was forgotten. What was refused comes last."""
    return Window(
        msgspec.structs.replace(window.kept, seq=last),
        first,
        [entry for entry in window.seen if first < entry["seq"] <= last],
        [welcome for welcome in window.welcomes if first < welcome["seq"] <= last],
        {name: seq for name, seq in window.acknowledged.items() if first < seq <= last},
        window.refused if last == window.kept.seq else set(),
    )


async def tables_of(path: Path, players: list[Player]) -> list[tuple[list[Row], dict[int, bytes], dict[str, Window]]]:
    """The log of each table, its secrets, and what its players remember."""
    async with reading(f"sqlite:///{path}") as session:
        ids = await ids_of(session, players)
        return [
            (
                await rows_of(session, code),
                await secrets_of(session, code),
                {ids[player]: player.window() for player in players if player.code == code},
            )
            for code in sorted({player.code for player in players})
        ]


@pytest.mark.parametrize("resumed", [False, True])
def test_a_log_is_checked_in_parts_as_well_as_at_once(played: tuple[Path, list[Player]], resumed: bool) -> None:
    path, players = played
    total = Checked()
    for rows, secrets, windows in asyncio.run(tables_of(path, players)):
        table, at, step = TableCheck(players[0].code), 0, len(rows) // 7 + 1
        while at < len(rows):
            last = min(at + step, len(rows))
            total += table.add(
                rows[at:last], secrets, {who: part_of(window, at, last) for who, window in windows.items()}
            )
            at = last
            if resumed:
                mark = msgspec.json.decode(msgspec.json.encode(table.mark()), type=TableMark)
                table = TableCheck.resumed(mark, rows)
        total += table.running(secrets)
        table.compare(rows)
    assert total == asyncio.run(check(f"sqlite:///{path}", players))


def half_checked(rows: list[Row], secrets: dict[int, bytes]) -> TableCheck:
    table = TableCheck(rows[0].table)
    table.add(rows[: len(rows) // 2], secrets, {})
    return table


@pytest.mark.parametrize("kind", ["lost", "last", "changed"])
def test_what_changes_after_it_was_checked_is_noticed(played: tuple[Path, list[Player]], kind: str) -> None:
    path, players = played
    rows, secrets, _ = asyncio.run(tables_of(path, players))[0]
    table = half_checked(rows, secrets)
    changed = {
        "lost": [*rows[:5], *(row._replace(seq=row.seq - 1) for row in rows[6:])],
        "last": rows[: table.seq - 1],
        "changed": [rows[0]._replace(at=rows[0].at + 1), *rows[1:]],
    }[kind]
    with pytest.raises(AssertionError, match="has changed"):
        table.compare(changed)
    with pytest.raises(AssertionError, match="has changed"):
        TableCheck.resumed(table.mark(), changed)


def test_a_gap_between_parts_is_noticed(played: tuple[Path, list[Player]]) -> None:
    path, players = played
    rows, secrets, _ = asyncio.run(tables_of(path, players))[0]
    table = half_checked(rows, secrets)
    with pytest.raises(AssertionError, match="a gap"):
        table.add(rows[table.seq + 1 :], secrets, {})


def test_a_command_that_is_done_again_in_another_part_is_noticed(played: tuple[Path, list[Player]]) -> None:
    path, players = played
    rows, secrets, _ = asyncio.run(tables_of(path, players))[0]
    table = half_checked(rows, secrets)
    with pytest.raises(AssertionError, match="done twice"):
        table.add([rows[3]._replace(seq=table.seq + 1)], secrets, {})


def test_a_command_that_is_done_after_it_was_refused_is_noticed(played: tuple[Path, list[Player]]) -> None:
    path, players = played
    rows, secrets, windows = asyncio.run(tables_of(path, players))[0]
    row = next(row for row in reversed(rows) if row.command.partition(".")[0] in windows)
    who, _, name = row.command.partition(".")
    table = TableCheck(rows[0].table)
    table.add(rows[: row.seq - 1], secrets, {who: part_of(windows[who], 0, 0)._replace(refused={name})})
    with pytest.raises(AssertionError, match="done later"):
        table.add(rows[row.seq - 1 :], secrets, {})


def told(level: int, message: str, error: Exception | None = None) -> str:
    """What a server writes to its log."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    record = logging.LogRecord("heckmeck.server", level, "", 0, message, (), None)
    if error is not None:
        try:
            raise error
        except Exception:
            record.exc_info = sys.exc_info()
    handler.handle(record)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("line", "sign"),
    [
        (told(logging.ERROR, "a chore failed"), "a chore failed"),
        (told(logging.CRITICAL, "the end"), "the end"),
        (told(logging.ERROR, "a request failed", ValueError("dice")), "dice"),
        ("Process SpawnProcess-1:\nTraceback (most recent call last):\nValueError: dice\n", "dice"),
    ],
    ids=["error", "critical", "exception", "another process"],
)
def test_what_the_server_itself_says_went_wrong_is_found(line: str, sign: str) -> None:
    quiet = told(logging.INFO, "heckmeck is up: no error") + told(logging.WARNING, "the store failed: no answer")
    (found,) = errors(quiet + line + quiet)
    assert sign in found
    assert errors(quiet) == []


def test_bots_whose_server_was_killed_while_they_were_started_are_no_errors() -> None:
    lines = 'Traceback (most recent call last):\n  File "/usr/lib/multiprocessing/spawn.py", line 1\nEOFError\n'
    assert errors(lines) == []
    assert len(errors(told(logging.ERROR, "a chore failed") + lines)) == 1
