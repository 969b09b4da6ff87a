"""Nothing hidden leaks: not by messages, bots, records, lists, metrics, errors or the log."""

from __future__ import annotations

import asyncio
import pickle
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from heckmeck.games import GameError, get
from heckmeck.games.karteneck.moves import Draw
from heckmeck.server.background.answers import Question
from heckmeck.server.background.table_scheduler import question
from heckmeck.server.live import live_table
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import Row, TableChanged
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.environment import Decision
from heckmeck.server.table.messages import encoder
from helpers.memory_store import Disk
from helpers.tables import ANN, BO, EVE, Desk, Reader, process, run, small
from helpers.wire import Api, Client, Server

KARTENECK = get("karteneck")


def played(seed: int, moves: int) -> list[entries.AnyEntry]:
    """The log of a game of Karteneck, up to some moves."""
    desk = Desk(small("karteneck", 3))
    desk.source = Random(seed)
    desk.luck = desk.luck.stored(KARTENECK, bytes([seed]) * 32)
    desk.seated(ANN, BO, EVE)
    desk.keep(desk.decide(ANN, m.Start))
    for _ in range(moves):
        if desk.phase() == "playing":
            desk.step()
    desk.do(BO, m.Say, text="and now?")
    return desk.entries


def hands(log: list[entries.AnyEntry]) -> tuple[tuple[int, ...], ...]:
    """The hands at the end."""
    desk = Desk(small("karteneck", 3))
    for entry in log[1:]:
        desk.keep(Decision(entry))
    found: tuple[tuple[int, ...], ...] = desk.table.state.hands
    return found


def swapped(log: list[entries.AnyEntry]) -> list[entries.AnyEntry] | None:
    """The same log, but two seats have swapped a card that nobody ever saw, from the deal on."""
    (place,) = [number for number, entry in enumerate(log) if isinstance(entry, entries.Began)]
    began = log[place]
    assert isinstance(began, entries.Began)
    deals = [KARTENECK.parse(step) for step in began.steps[:3]]
    assert all(isinstance(deal, Draw) for deal in deals)
    last = hands(log)
    for mine in set(deals[1].things) & set(last[1]):  # type: ignore[union-attr]
        for other in set(deals[2].things) & set(last[2]) - {mine}:  # type: ignore[union-attr]
            second = _exchange(deals[1].things, mine, other)  # type: ignore[union-attr]
            third = _exchange(deals[2].things, other, mine)  # type: ignore[union-attr]
            steps = (began.steps[0], str(Draw(second)), str(Draw(third)), *began.steps[3:])
            other_log = [*log[:place], msgspec.structs.replace(began, steps=steps), *log[place + 1 :]]
            with suppress(GameError):  # a card that was laid and drawn again in between
                hands(other_log)
                return other_log
    return None


def _exchange(cards: tuple[int, ...], gone: int, come: int) -> tuple[int, ...]:
    left = list(cards)
    left.remove(gone)
    return tuple(sorted([*left, come]))


async def told(log: list[entries.AnyEntry]) -> tuple[dict[str, list[bytes]], list[Question], LiveTable]:
    """Everything that each reader is sent of a log: live, later, and as a welcome; and everything that bots get."""
    disk = Disk()
    hub = await process(disk, "one")
    disk.chains["ABCDEFGH", 1] = bytes(32)
    disk.summaries["ABCDEFGH"] = TableChanged("ABCDEFGH", "karteneck", "", "open", False, 3, 3, (), 1)
    rows = [
        Row("ABCDEFGH", seq, f"command:{seq}", "other", 1_000_000 + seq, entries.encode(entry))
        for seq, entry in enumerate(log, 1)
    ]
    disk.rows["ABCDEFGH"] = rows[:1]
    table = await hub.get("ABCDEFGH")
    assert table is not None
    readers = {player: Reader(player) for player in (ANN.player, BO.player, EVE.player, None)}
    for reader in readers.values():
        hub.follow(table, reader)
    disk.rows["ABCDEFGH"] = rows
    await table.refresh()
    found = {}
    for player, reader in readers.items():
        later = [encoder.encode(applied) async for page in table.older(0, player) for applied in page]
        near = [encoder.encode(applied) for applied in table.recent(table.state.seq - 1, player) or ()]
        found[player or ""] = [*reader.payloads, *later, *near, encoder.encode(table.welcome(player))]
    return found, questions(table), table


def questions(table: LiveTable) -> list[Question]:
    return [question(table, seat, "sampler", remembers=True) for seat in range(3)]


@pytest.mark.parametrize("moves", [0, 1, 3, 6, 9])
def test_exchanging_unseen_cards_changes_nothing_for_all_others(moves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "_now", lambda: 2_000_000)
    tried = 0
    for seed in range(1, 12):
        log = played(seed, moves)
        if (other := swapped(log)) is None:
            continue
        tried += 1
        (first, asked, _), (second, asked_too, _) = run(told(log)), run(told(other))
        assert first[ANN.player] == second[ANN.player]
        assert first[""] == second[""]
        assert pickle.dumps(asked[0]) == pickle.dumps(asked_too[0])
        for player, seat in ((BO.player, 1), (EVE.player, 2)):
            assert first[player] != second[player], "who has the cards sees them"
            assert asked[seat] != asked_too[seat]
    assert tried


def joined_late(log: list[entries.AnyEntry]) -> list[entries.AnyEntry]:
    """The same log, but a bot had the seat of Eve, who takes it over in the end."""
    (place,) = [number for number, entry in enumerate(log) if isinstance(entry, entries.Sat) and entry.seat == 2]
    return [*log[:place], entries.BotSat(2, "random"), *log[place + 1 :], entries.Sat(2, EVE.player, "Eve")]


def test_a_latecomer_learns_the_hand_of_the_seat_and_nothing_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "_now", lambda: 2_000_000)
    tried = 0
    for seed in range(1, 12):
        log = played(seed, 4)
        other = swapped(log)
        if other is None or hands(log)[2] == hands(other)[2]:
            continue
        tried += 1
        (first, _, table), (second, _, _) = run(told(joined_late(log))), run(told(joined_late(other)))
        assert table.state.phase == "playing"
        assert first[ANN.player] == second[ANN.player]
        assert first[""] == second[""]
        changed = [
            msgspec.json.decode(one)
            for one, two in zip(first[EVE.player], second[EVE.player], strict=True)
            if one != two
        ]
        assert {(message["type"], message["seq"]) for message in changed} == {
            ("happened", table.state.seq),
            ("welcome", table.state.seq),
        }
    assert tried


def test_another_draw_of_another_seat_looks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """All possible draws of one seat lead to the same bytes for all others."""
    monkeypatch.setattr(live_table, "_now", lambda: 2_000_000)
    compared = 0
    for seed in range(1, 8):
        log = played(seed, 4)[:-1]
        for number in range(5, len(log)):
            last = log[number]
            if not (isinstance(last, entries.Moved) and len(last.steps) == 2 and last.steps[1].startswith("=draw")):
                continue
            before = log[:number]
            variants = [msgspec.structs.replace(last, steps=(last.steps[0], draw)) for draw in draws(before, last)]
            results = [run(told([*before, variant]))[0] for variant in (last, *variants[:3])]
            others = [player for seat, player in enumerate((ANN.player, BO.player, EVE.player)) if seat != last.seat]
            for player in (*others, ""):
                assert all(result[player] == results[0][player] for result in results)
            compared += 1
    assert compared


def draws(before: list[entries.AnyEntry], moved: entries.Moved) -> list[str]:
    desk = Desk(small("karteneck", 3))
    for entry in before[1:]:
        desk.keep(Decision(entry))
    state, _ = KARTENECK.apply(desk.table.state, KARTENECK.parse(moved.steps[0]), moved.seat)
    return [str(lot) for lot, _ in KARTENECK.chance(state)]


def test_a_game_leaves_no_secret_anywhere(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            ann, bo, eve = [await Api.new(server, name) for name in ("Ann", "Bo", "Eve")]
            plan = {"game": "karteneck", "seats": 3, "public": True, "options": small("karteneck", 3).options}
            code = (await ann.post("/api/tables", {"plan": plan}))["code"]
            players = [await Client(api, code).connect() for api in (ann, bo)]
            watcher = await Client(eve, code).connect()
            for name, player in zip(("Ann", "Bo"), players, strict=True):
                await player.sit(name)
            await players[0].do("bot", seat=2, bot="greedy")
            await players[0].do("start")
            seen = "".join(line for client in (*players, watcher) for line in client.raw)
            assert not any((client.seed or "") in seen for client in players), "no seed before it is shown"
            await asyncio.gather(*(player.reveal() for player in players))
            answers = await everything(eve, code)
            record = await eve.request("GET", f"/api/tables/{code}/games/1")
            assert record.status_code == 409
            assert "draw" not in record.text
            await players[0].do("move", seq=players[0].seq, move="nonsense W25")
            await asyncio.gather(*(player.play(Random(number)) for number, player in enumerate(players)))
            await watcher.until(lambda: watcher.ended is not None)
            for client in (*players, watcher):
                check_hands(client)
            later = await everything(eve, code)
            for client in (*players, watcher):
                await client.close()
            before, after = split(players[0].raw + players[1].raw + watcher.raw)
            ids, secrets = kept(tmp_path / "data" / "heckmeck.db")
            assert (len(ids), len(secrets)) == (3, 1)
            tokens = [api.token for api in (ann, bo, eve)]
            for text in (before, answers, server.log()):
                for hidden in (*ids, *tokens, *secrets):
                    assert hidden not in text
            for hidden in (*ids, *tokens):
                assert hidden not in after
                assert hidden not in later
            assert secrets[0] in after, "the end shows it"
            for line in (*ids, *tokens, *secrets, code):
                assert line not in server.log()

    asyncio.run(main())


async def everything(api: Api, code: str) -> str:
    """All responses that anybody may get."""
    paths = ["/api/tables", f"/api/tables/{code}", f"/api/tables/{code}/games", "/api/history", "/api/statistics"]
    paths += ["/api/games", "/api/me", "/metrics", "/readyz", "/api/tables/ABCDEFGH", f"/api/tables/{code}/games/9"]
    paths += [f"/api/tables/{code}/games/1/replay", f"/api/tables/{code}/statistics"]
    return "".join([(await api.request("GET", path)).text for path in paths])


def split(raw: list[str]) -> tuple[str, str]:
    """All messages that came before the end, and those with it."""
    ending = [line for line in raw if '"ended"' in line]
    return "".join(line for line in raw if '"ended"' not in line), "".join(ending)


def check_hands(client: Client) -> None:
    """Only the own seat's cards were ever shown."""
    for line in client.raw:
        message = msgspec.json.decode(line)
        position = message.get("position") or {}
        seat = position.get("seat")
        assert seat in (*client.mine, None)
        assert seat is not None or not position.get("hand")
        for event in message.get("events", ()):
            assert event["event"] != "CardsSeen" or event["seat"] in client.mine


def kept(path: Path) -> tuple[list[str], list[str]]:
    """The players' ids and the secrets of chains that are in the database."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        ids = [str(each[0]) for each in database.execute("SELECT player FROM players")]
        return ids, [each[0].hex() for each in database.execute("SELECT secret FROM chains")]
