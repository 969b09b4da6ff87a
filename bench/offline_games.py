"""What bench/offline measures inside a Python: it runs in CPython and in Node's Pyodide."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random

from heckmeck.games import CHANCE, AnyGame, ChanceOutcome, Event, Move, get, seen_by
from heckmeck.server.background.answers import Question, choose
from heckmeck.server.background.bot_catalog import BotCatalog


def main(asked: str) -> str:
    """Answer one of the questions below, as JSON."""
    what, *arguments = json.loads(asked)
    answers: dict[str, Callable[..., object]] = {"speed": speed, "bots": bots, "decisions": decisions}
    return json.dumps(answers[what](*arguments))


def speed(name: str, seats: int, seconds: float) -> float:
    """Return the steps a second of random games."""
    game, source, steps = get(name), Random(1), 0
    setup = game.setup(seats=seats)
    clock = Stopwatch()
    while (passed := clock.seconds) < seconds:
        state = game.start(setup)
        while (actor := game.to_act(state)) is not None:
            moves = () if actor is CHANCE else game.legal_moves(state)
            state, _ = game.apply(state, source.choice(moves) if moves else game.sample(state, source))
            steps += 1
    return steps / passed


def bots(name: str) -> list[str]:
    """Return the names of the bots that are offered."""
    return list(BotCatalog().names(name))


def decisions(name: str, bot: str, seats: int, seconds: float) -> list[float]:
    """Return the seconds of each decision of a bot, the very first one first, in games among several of its kind."""
    found: list[float] = []
    clock = Stopwatch()
    while clock.seconds < seconds:
        found += _game(get(name), bot, seats)
    return found


def _game(game: AnyGame, bot: str, seats: int) -> Iterator[float]:
    """Play a game and yield the seconds of each decision."""
    source, remembers = Random(), BotCatalog().remembers(bot, game.name)
    state, seen = game.start(game.setup(seats=seats)), list[Event]()
    while (actor := game.to_act(state)) is not None:
        if actor is CHANCE:
            action: Move | ChanceOutcome = game.sample(state, source)
        else:
            history = seen_by(tuple(seen), actor) if remembers else ()
            question = Question(game.name, bot, game.view(state, actor), history)
            clock = Stopwatch()
            chosen, _ = choose(question)
            yield clock.seconds
            action = game.parse(chosen)
        state, events = game.apply(state, action)
        seen.extend(events)


class Stopwatch:
    """Measures time that other programs do not add to: the smaller of time passed and processor time."""

    def __init__(self) -> None:
        self._passed, self._used = time.perf_counter(), _processor()

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return min(time.perf_counter() - self._passed, _processor() - self._used)


def _processor() -> float:
    if find_spec("js") is None:
        return time.process_time()
    used = import_module("js").process.cpuUsage()
    return float(used.user + used.system) / 1e6
