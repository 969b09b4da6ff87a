"""Bots in separate processes: slow, dying and broken ones delay no other bot."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from heckmeck.games import get
from heckmeck.play.record import encode
from heckmeck.play.simulation import bot_table
from heckmeck.server.background import answers, bot_pool
from heckmeck.server.background.answers import Question
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.background.bot_pool import BotPool
from heckmeck.server.background.scheduler import Scheduler
from heckmeck.server.ops.logs import JsonFormatter
from heckmeck.server.table import messages as m
from helpers import bad_bots
from helpers.memory_store import Disk
from helpers.tables import ANN, BO, BOTS, Desk, give, process, run, small


def question(game: str = "bratwurmeck", bot: str = "greedy") -> Question:
    desk = Desk(small(game)).begun(ANN, BO)
    seat = desk.table.to_act
    return Question(game, bot, desk.table.game.view(desk.table.state, seat), ())


class Counted(BotPool):
    """Bots whose decisions are counted by their results."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes)
        self.answers: Counter[str] = Counter()
        self.on_answer = lambda bot, result, waited, thought: self.answers.update([result])


@asynccontextmanager
async def pool(processes: int = 1) -> AsyncIterator[Counted]:
    bots = Counted(processes)
    try:
        yield bots
    finally:
        bots.close()


def legal(asked: Question, text: str) -> bool:
    return get(asked.game).parse(text) in asked.view.moves


def test_bots_choose_legal_moves_in_another_process() -> None:
    async def main() -> None:
        async with pool() as bots:
            bots.warm()
            for game, bot in (("bratwurmeck", "greedy"), ("barbecue", "random"), ("karteneck", "greedy")):
                asked = question(game, bot)
                assert legal(asked, await bots.choose(asked))
            assert bots.answers == {"done": 3}

    run(main())


def test_a_bot_that_hangs_dies_or_fails_gets_a_move_at_random_and_others_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answers, "choose", bad_bots.by_name)
    monkeypatch.setattr(bot_pool, "DEADLINE", 0.5)

    async def main() -> None:
        async with pool(2) as bots:
            asked = [question(bot=bot) for bot in ("random", "greedy", "cautious", "greedy", "sure", "greedy")]
            answers = await asyncio.gather(*map(bots.choose, asked))
            assert all(map(legal, asked, answers))
            assert bots.answers == {"done": 3, "failed": 3}
            assert legal(asked[1], await bots.choose(asked[1]))
            assert bots.answers == {"done": 4, "failed": 3}, "the good ones were not taken down with them"

    run(main())


def test_a_failing_bot_is_logged_once_without_what_it_saw(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(answers, "choose", bad_bots.by_name)
    monkeypatch.setattr(answers, "warm_up", bad_bots.nothing)

    async def main() -> None:
        async with pool() as bots:
            for _ in range(3):
                await bots.choose(question("karteneck", bot="cautious"))
            await bots.choose(question("barbecue", bot="cautious"))
            await bots.luck(b"nonsense")
            await bots.luck(b"nonsense")
        await bots.choose(question("barbecue", bot="greedy"))  # a pool that is stopped has not failed

    with caplog.at_level(logging.WARNING, "heckmeck"):
        run(main())
    lines = [json.loads(JsonFormatter().format(record)) for record in caplog.records]
    told = [{name: line[name] for name in line if name not in {"at", "logger"}} for line in lines]
    dies = {"level": "warning", "message": "a bot failed to decide", "bot": "cautious", "kind": "BrokenProcessPool"}
    assert told[:2] == [dies | {"game": "karteneck"}, dies | {"game": "barbecue"}]
    assert [line["message"] for line in told[2:]] == ["the luck of a game could not be calculated"]


def test_a_stop_is_left_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal and systemd tell all processes of a server to stop: one that is at work, and one that is starting."""
    monkeypatch.setattr(answers, "choose", bad_bots.be_told_to_stop)
    monkeypatch.setattr(bot_pool, "DEADLINE", 60.0)

    async def main() -> None:
        async with pool() as bots:
            bots.warm()
            (starting,) = multiprocessing.active_children()
            assert starting.pid is not None
            for stop in (signal.SIGINT, signal.SIGTERM):
                os.kill(starting.pid, stop)
            assert legal(question(), await bots.choose(question()))
            assert bots.answers == {"done": 1}
            assert multiprocessing.active_children() == [starting]

    run(main())
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


def test_a_process_that_may_not_be_nice_answers_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(niceness: int) -> int:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "nice", forbidden)
    bot_pool._be_nice(bot_pool.NICENESS)


def test_a_bot_may_think_for_its_whole_time_however_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dozen questions that take a while each are all answered, though together they take longer than the deadline."""
    monkeypatch.setattr(bot_pool, "DEADLINE", 2.0)
    monkeypatch.setattr(answers, "choose", bad_bots.ponder)

    async def main() -> None:
        async with pool() as bots:
            asked = [question() for _ in range(12)]
            await asyncio.gather(*map(bots.choose, asked))
            assert bots.answers == {"done": 12}

    run(main())


def test_advice_and_reviews_keep_no_bot_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "advise", bad_bots.hang)
    monkeypatch.setattr(answers, "review", bad_bots.hang)
    monkeypatch.setattr(bot_pool, "ADVICE_DEADLINE", 3600.0)
    monkeypatch.setattr(bot_pool, "DEADLINE", 3600.0)

    async def main() -> None:
        async with pool() as bots:
            asked = question()
            stuck = [asyncio.create_task(bots.advise(asked)), asyncio.create_task(bots.review(b""))]
            await asyncio.sleep(0)
            async with asyncio.timeout(60):
                assert legal(asked, await bots.choose(asked))
            assert not any(task.done() for task in stuck)
            for task in stuck:
                task.cancel()

    run(main())


@pytest.mark.parametrize("answer", [None, "dance", 7])
def test_nonsense_is_not_taken_for_a_move(answer: Any) -> None:
    class Fool:
        def observe(self, events: object) -> None: ...

        def choose(self, view: object) -> object:
            return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BotCatalog, "make", lambda *_: Fool())
        with pytest.raises(ValueError, match="did not choose a legal move"):
            answers.choose(question())


def played(name: str, **options: object) -> bytes:
    game = get(name)
    table = bot_table(game, game.setup(seats=2, **options), ["random", "random"], "luck")
    for _ in table.play():
        pass
    return encode(table.record())


def test_luck_is_given_for_every_seat_or_not_at_all() -> None:
    record, hidden = played("bratwurmeck", portions=(21, 24)), played("karteneck")

    async def main() -> None:
        async with pool() as bots:
            luck = await bots.luck(record)
            assert luck is not None
            assert set(luck) == {0, 1}
            assert await bots.luck(hidden) == {}
            assert await bots.luck(b"nonsense") is None

    run(main())


def test_a_pool_can_be_closed_before_it_was_used() -> None:
    async def main() -> None:
        async with pool(3):
            pass

    run(main())


def test_the_move_at_random_is_one_of_the_moves() -> None:
    asked = question("karteneck")
    for number in range(50):
        assert Random(number).choice(asked.view.moves) in asked.view.moves


def test_a_table_with_a_bad_bot_goes_on_and_so_do_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "choose", bad_bots.by_name)
    monkeypatch.setattr(answers, "warm_up", bad_bots.nothing)
    monkeypatch.setattr(bot_pool, "DEADLINE", 0.3)

    async def main() -> None:
        async with pool() as bots:
            hub = await process(Disk(), "one")
            scheduler = Scheduler(hub, bots, BOTS, 0.0)
            tables = []
            for bot in ("random", "cautious", "sure", "greedy"):
                table = await hub.open(small(), ANN)
                await give(table, ANN, m.SeatBot, seat=0, bot=bot)
                await give(table, ANN, m.Sit, name="Ann")
                await give(table, ANN, m.Start)
                tables.append(table)
            async with asyncio.timeout(60):
                while any(table.state.moved_seq == 4 for table in tables):
                    await asyncio.sleep(0.01)
            assert bots.answers["failed"] >= 3
            scheduler.stop()
            await hub.finish()

    run(main())
