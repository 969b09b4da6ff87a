"""Every bot: legal in every position, from views only."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.bots import AnyBot, Bot, bots_for, make
from heckmeck.bots.random import RandomBot
from heckmeck.games import CHANCE, GAMES, AnyGame, Move, View, get

SEATED = [(bot, game.name) for game in GAMES.values() for bot in bots_for(game)]


@given(st.sampled_from(SEATED), st.integers(0, 2**32))
def test_every_bot_chooses_a_legal_move_in_any_position(seated: tuple[str, str], seed: int) -> None:
    """The positions come from random play, so that the bot sees positions that its own play would never lead to."""
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
            assert isinstance(actor, int)
            view = game.view(state, actor)
            assert player.choose(view) in view.moves
            action = view.moves[source.randrange(len(view.moves))]
        state = game.apply(state, action).state


class FirstBot(Bot[View]):
    name = "first"

    def choose(self, view: View) -> Move:
        return view.moves[0]


class ChoosyBot(FirstBot):
    games = ("barbecue",)


class HiddenBot(FirstBot):
    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        return game.hides and super().plays(game)


@pytest.mark.parametrize(
    ("kind", "played"),
    [
        (RandomBot, ["bratwurmeck", "barbecue", "karteneck"]),
        (FirstBot, ["bratwurmeck", "barbecue", "karteneck"]),
        (ChoosyBot, ["barbecue"]),
        (HiddenBot, ["karteneck"]),
    ],
)
def test_a_bot_plays_the_games_it_lists_or_all_that_it_says_it_can(kind: type[AnyBot], played: list[str]) -> None:
    assert [name for name, game in GAMES.items() if kind.plays(game)] == played
