"""Bots: legal in every position, from views only, and as good as their names say."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.bots import BOTS, make
from heckmeck.games import CHANCE, GAMES, AnyGame, get
from heckmeck.games.karteneck import Draw, Grill
from heckmeck.games.turn import Turn
from helpers.strength import SURE, lead

SEATED = [(bot, name) for bot in BOTS for name in BOTS[bot].games]


@given(st.sampled_from(SEATED), st.integers(0, 2**32))
def test_every_bot_chooses_a_legal_move_in_any_position(seated: tuple[str, str], seed: int) -> None:
    """The positions come from random play, so that the bot sees what it would never lead to itself."""
    bot, name = seated
    game, source = get(name), Random(seed)
    player = make(bot, game, source)
    state: Any = game.start(game.setup(seats=3))
    for _ in range(150):
        actor = game.to_act(state)
        if actor is None:
            break
        if actor is CHANCE:
            action: Any = game.sample(state, source)
        else:
            view = game.view(state, actor)  # type: ignore[arg-type]
            assert player.choose(view) in view.moves
            action = view.moves[source.randrange(len(view.moves))]
        state = game.apply(state, action).state


@pytest.mark.parametrize("name", GAMES)
def test_cautious_beats_random(name: str) -> None:
    assert lead(get(name), "cautious", "random", games=400) > SURE


def chosen(game: AnyGame, state: Any) -> str:
    actor = game.to_act(state)
    assert isinstance(actor, int)
    return str(make("cautious", game, Random(1)).choose(game.view(state, actor)))


def test_cautious_keeps_worms_first_then_what_counts_most() -> None:
    game = get("bratwurmeck")
    start = game.start(game.setup(seats=2))
    assert chosen(game, start._replace(turn=Turn("", "1155555W", False))) == "keep W"
    assert chosen(game, start._replace(turn=Turn("W", "1144444", False))) == "keep 4"


def test_cautious_stops_as_soon_as_that_earns_something() -> None:
    game = get("bratwurmeck")
    start = game.start(game.setup(seats=2))
    assert chosen(game, start._replace(turn=Turn("44WWW", "", False))) == "take 23"
    assert chosen(game, start._replace(turn=Turn("1WWW", "", False))) == "roll"
    stolen = start._replace(turn=Turn("44WWW", "", False), grill=(21, 22), stacks=((), (23,)))
    assert chosen(game, stolen) == "steal 23"
    lower = start._replace(turn=Turn("44WWW", "", False), grill=(21, 22))
    assert chosen(game, lower) == "take 22"
    barbecue = get("barbecue")
    assert chosen(barbecue, barbecue.start(barbecue.setup(seats=2))._replace(turn=Turn("44WWW", "", False))) == "stop"


def test_cautious_lays_a_worm_and_drops_out_with_a_valid_layout() -> None:
    game = get("karteneck")
    state = game.start(game.setup(seats=2, hand=3))
    for lot in (Draw((3, 4, 9)), Draw((3, 3, 5)), Grill((16, 30))):
        state = game.apply(state, lot).state
    assert chosen(game, state) == "lay 4"
    assert chosen(game, state._replace(layouts=((4,), ()), hands=((3, 9, 10), (3,)))) == "lay W4 W5"
    assert chosen(game, state._replace(hands=((9,), (3,)))) == "lay W4"
    assert chosen(game, state._replace(seat=1)) == "lay 3"
    assert chosen(game, state._replace(layouts=((9,), ()))) == "out"
    assert chosen(game, state._replace(layouts=((1, 5, 5, 9), ()), stacks=((), (16,)))) == "out steal"
    assert chosen(game, state._replace(hands=((), (3,)))) == "out"
