"""The arena: the same result wherever the games are played, and statistics of every pairing."""

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from heckmeck.bots.random import RandomBot
from heckmeck.games import BadSetup, get
from heckmeck.play import Arena, local_mapper
from heckmeck.play.arena import AT_ONCE, CHUNK

SMALL: dict[str, object] = {"portions": [21, 23]}


def arena(bots: Iterable[str] = ("cautious", "random"), seats: int = 2, seed: str = "1") -> Arena:
    return Arena(get("bratwurmeck"), list(bots), seats, seed, SMALL)


def played(deals: int, **settings: Any) -> Arena:
    made = arena()
    for _ in made.play(deals, **settings):
        pass
    return made


def test_the_same_seed_gives_the_same_scores_on_one_process_and_on_two() -> None:
    alone = played(60)
    with ProcessPoolExecutor(2) as pool:
        together = played(60, mapper=local_mapper(pool))
    assert alone.scores == together.scores
    assert alone.scores["cautious", "random"].games == 120


def test_a_pairing_stops_when_its_interval_is_narrow_enough() -> None:
    made = played(10_000, until=0.2)
    score = made.scores["cautious", "random"]
    assert len(score.shares) == CHUNK * AT_ONCE
    assert score.margin <= 0.2


def test_the_better_bot_has_the_higher_rating() -> None:
    made = arena(["random", "cautious", "greedy"])
    for _ in made.play(100):
        pass
    points = {bot: rating for bot, (rating, _) in made.ratings().items()}
    assert points["greedy"] > points["cautious"] > points["random"]
    assert sum(points.values()) == pytest.approx(0)
    assert all(margin > 0 for _, margin in made.ratings().values())


def test_a_bot_that_misbehaves_loses_its_games_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "choose", lambda self, view: 1 / 0)
    score = played(3).scores["cautious", "random"]
    assert score.rate == 1
    assert len(score.forfeits) == 6
    assert score.forfeits[0].startswith("random: ZeroDivisionError: division by zero\nposition: ")
    assert score.forfeits[0].endswith("ZeroDivisionError: division by zero")
    assert set(score.forfeits[1:]) == {"random: ZeroDivisionError: division by zero"}


@pytest.mark.parametrize("bots", [["random"], ["random", "random"], ["random", "clever"]])
def test_an_arena_needs_different_bots_that_exist(bots: list[str]) -> None:
    with pytest.raises(BadSetup):
        arena(bots)


def test_shares_and_averages_are_those_of_the_scores() -> None:
    made = played(20)
    score = made.scores["cautious", "random"]
    assert made.share("cautious", "random") == (score.rate, score.margin)
    assert made.share("random", "cautious") == (1 - score.rate, score.margin)
    assert made.share("cautious", "greedy") is None
    average = made.averages("random")
    assert average is not None
    assert average.score == score.scores[1] / score.games
    assert average.failed == score.failed[1] / score.games
    assert average.thefts == score.thefts[1] / score.games
    assert arena().averages("random") is None
