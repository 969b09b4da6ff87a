"""Questions to bots and to the coach, and the plain functions that answer them: in another process, or right here."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from heckmeck.games import CHANCE, Event, Move, View, get
from heckmeck.server.background.bot_catalog import BotCatalog

if TYPE_CHECKING:
    from heckmeck.play.advice import Option
    from heckmeck.play.review import Review


class Question(NamedTuple):
    """Everything that a bot is told: what its seat may see, and which events it has seen."""

    game: str
    bot: str
    view: View
    history: Sequence[Event]


def choose(question: Question) -> tuple[str, float]:
    """Return a bot's move in notation, and the processor seconds that it took."""
    began = time.process_time()
    bot = BotCatalog().make(question.bot, question.game, Random(secrets.randbits(64)))
    bot.observe(question.history)
    move = bot.choose(question.view)
    if not isinstance(move, Move) or move not in question.view.moves:
        raise ValueError(f"{question.bot} did not choose a legal move")
    return str(move), time.process_time() - began


def random_move(question: Question) -> str:
    """Return a random move, for a bot that failed to decide."""
    return str(Random(secrets.randbits(64)).choice(question.view.moves))


def luck(record: bytes) -> dict[int, float]:
    """Return the luck of each seat of a finished game; empty if the game has no exact odds."""
    from heckmeck.play.luck import luck
    from heckmeck.play.record import decode

    return dict(enumerate(luck(decode(record))))


def advise(question: Question) -> tuple[Option, ...]:
    """Return the values of a seat's moves, based on what it sees."""
    from heckmeck.play.advice import advise

    return advise(question.view, question.history)


def review(record: bytes) -> Review:
    """Return the review of a finished game."""
    from heckmeck.play.record import decode
    from heckmeck.play.review import review

    return review(decode(record))


def warm_up(name: str) -> None:
    """Decide once about the first position of a game, so that all its tables are computed."""
    if name:
        game, source = get(name), Random(1)
        state = game.start(game.setup(seats=game.seats[0]))
        while (seat := game.to_act(state)) is CHANCE:
            state = game.apply(state, game.sample(state, source)).state
        if seat is not None:
            catalog = BotCatalog()
            catalog.make(catalog.stand_in(name), name, source).choose(game.view(state, seat))
