"""The bots `easy`, `medium` and `hard` of the dice games."""

from random import Random
from typing import Any

import pytest

from heckmeck.bots.champion import ChampionBot
from heckmeck.bots.levels import EasyBot, HardBot, MediumBot, _SoftenedBot
from heckmeck.games import CHANCE, get
from helpers.turn_worths import dice_games

LEVELS: list[type[_SoftenedBot]] = [EasyBot, MediumBot, HardBot]


def losses(name: str, kind: type[_SoftenedBot], seats: int, **options: object) -> list[float]:
    """What each decision of a game cost, relative to a game for two."""
    game, judge = get(name), ChampionBot(Random(0))
    bots = [kind(Random(seat)) for seat in range(seats)]
    state: Any = game.start(game.setup(seats=seats, **options))
    source, found = Random(8), []
    while (actor := game.to_act(state)) is not None:
        if actor is CHANCE:
            state = game.apply(state, game.sample(state, source)).state
            continue
        assert isinstance(actor, int)
        view = game.view(state, actor)
        move = bots[actor].choose(view)
        values = judge.move_values(view)
        found.append((max(values.values()) - values[move]) * seats / 2)
        state = game.apply(state, move).state
    return found


@dice_games
@pytest.mark.parametrize("seats", [2, 4])
def test_no_decision_loses_more_than_the_bound(name: str, seats: int) -> None:
    for kind in LEVELS:
        found = losses(name, kind, seats)
        assert max(found) <= kind.softness.bound + 1e-9
        assert max(found) > 0.001, "it is not always the best"


@dice_games
def test_a_higher_level_loses_less(name: str) -> None:
    easy, medium, hard = (sum(found) / len(found) for found in (losses(name, kind, 2) for kind in LEVELS))
    assert easy > medium > hard


@dice_games
def test_levels_play_on_without_win_shares(name: str) -> None:
    option: dict[str, object] = {"portions": (21, 26)} if name == "bratwurmeck" else {"snails": 3}
    assert losses(name, EasyBot, 2, **option)


def test_the_same_seed_gives_the_same_choices() -> None:
    assert losses("bratwurmeck", EasyBot, 2) == losses("bratwurmeck", EasyBot, 2)
