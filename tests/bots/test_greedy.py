"""The bot `greedy` of the dice games: the most from this turn, considering thefts, secured spots and the end."""

from random import Random

import pytest

from heckmeck.bots import make
from heckmeck.bots.greedy import DECIDED, SECURED, GreedyBot
from heckmeck.games import DiceView, RollAndKeep, get
from heckmeck.games.barbecue import Spot
from heckmeck.games.barbecue.situation import ME, OTHER, barbecue_view
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from helpers.strength import interval


def worths(view: DiceView) -> tuple[list[float | None], float]:
    game = get(view.game)
    assert isinstance(game, RollAndKeep)
    return GreedyBot(Random(1)).worths(game, view, game.prizes(view))


def test_a_theft_counts_twice_and_a_failed_attempt_what_it_costs() -> None:
    stop, fail = worths(bratwurmeck_view(stack=[33], tops=[29]))
    assert (stop[28], stop[29], stop[20], fail) == (2, 6, None, -4)


def test_a_secured_spot_is_worth_more_and_a_blocked_one_nothing() -> None:
    stop, _ = worths(barbecue_view(spots={25: Spot(ME, 1), 26: Spot(OTHER, 1), 27: Spot(ME, 2)}))
    assert stop[25:29] == [2 + SECURED * 2, 4, None, 2]


@pytest.mark.parametrize(("owner", "sign"), [(ME, 1), (OTHER, -1)])
def test_the_end_of_the_game_is_good_for_the_player_who_leads(owner: int, sign: int) -> None:
    stop, fail = worths(barbecue_view(pool=0, spots={36: Spot(owner, 1)}))
    assert stop[40] == fail == sign * DECIDED


def test_it_stops_where_rolling_on_is_worth_no_more() -> None:
    bot = make("greedy", get("bratwurmeck"), Random(1))
    assert str(bot.choose(bratwurmeck_view(kept="5555WWW"))) == "take 35"
    assert str(bot.choose(bratwurmeck_view(kept="44W"))) == "roll"


@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_it_beats_cautious(name: str) -> None:
    low, _ = interval(get(name), "greedy", "cautious", deals=100)
    assert low > 0.6
