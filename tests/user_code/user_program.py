"""A program that uses the library. It has no casts; mypy checks it strictly, and it runs."""

from random import Random
from typing import assert_type

import heckmeck
from heckmeck import (
    Barbecue,
    BarbecueView,
    Bot,
    Bratwurmeck,
    BratwurmeckSetup,
    BratwurmeckState,
    BratwurmeckView,
    KarteneckView,
    Keep,
    Move,
    Roll,
    Steal,
    Table,
    Take,
)


class TakesAtOnce(Bot[BratwurmeckView]):
    """Stops as soon as a portion can be won."""

    name = "takes-at-once"

    def choose(self, view: BratwurmeckView) -> Move:
        """Take a portion with many worms, or else the first move."""
        assert_type(view.grill, tuple[int, ...])
        return next((move for move in view.moves if isinstance(move, Take | Steal)), view.moves[0])


def play_by_hand() -> BratwurmeckState:
    """Play a few steps."""
    game = heckmeck.get("bratwurmeck")
    assert_type(game, Bratwurmeck)
    assert_type(heckmeck.get("barbecue"), Barbecue)
    setup = game.setup(seats=2)
    assert_type(setup, BratwurmeckSetup)
    state = game.start(setup)
    assert_type(state, BratwurmeckState)
    for text in ("=11244WWW", "keep W", "roll", "=11244"):
        state = game.apply(state, game.parse(text)).state
    state = game.apply(state, Keep("4")).state
    assert_type(state.stacks, tuple[tuple[int, ...], ...])
    assert_type(game.view(state, 0), BratwurmeckView)
    assert_type(game.from_position(game.position(state)), BratwurmeckState)
    assert_type(game.view_from_position(game.position(game.view(state, 0))), BratwurmeckView)
    return game.apply(state, Roll()).state


def play_with_bots() -> tuple[int, ...]:
    """Play a game between bots and replay its record."""
    game = heckmeck.get("bratwurmeck")
    players: list[Bot[BratwurmeckView]] = [TakesAtOnce(Random(1)), heckmeck.make_bot("greedy", game, Random(2))]
    table = Table(game, game.setup(seats=2), players, Random(3), names=["ours", "greedy"])
    table.finish()
    assert_type(table.state, BratwurmeckState)
    for step in heckmeck.replay(table.record()):
        last = step.state
    assert last == table.state
    outcome = game.outcome(table.state)
    return () if outcome is None else outcome.winners


def look_at_odds() -> str:
    """Return the best choice in a position."""
    game = heckmeck.get("barbecue")
    view = game.view_from_position(
        "barbecue seats=2 grill=- worms=0/0 snails_won=0/0 turn=0 kept=WWWW rolled=1246 view=0"
    )
    assert_type(view, BarbecueView)
    choice = heckmeck.odds(view).best
    return f"{choice.move} {choice.gain:.3f}"


def mistakes(state: BratwurmeckState, mine: BratwurmeckView, cards: KarteneckView) -> None:
    """Make mistakes that a type checker has to find: an ignore that is not needed is an error. This is never run."""
    assert mine.spots  # type: ignore[attr-defined]
    assert heckmeck.get("barbecue").legal_moves(state)  # type: ignore[arg-type]
    assert TakesAtOnce(Random(1)).choose(cards)  # type: ignore[arg-type]
    cards.hand = ()  # type: ignore[misc]
    Take("21")  # type: ignore[arg-type]


if __name__ == "__main__":
    assert play_by_hand().turn.rolling
    assert play_with_bots()
    assert look_at_odds().startswith("keep")
