"""The arena: the same result wherever the games are played, and statistics of every pairing."""

from collections.abc import Iterable
from typing import Any

import pytest

from heckmeck.bots.random import RandomBot
from heckmeck.games import BadSetup, get
from heckmeck.play import Arena, process_map
from heckmeck.play.arena import ROUND, play_chunk

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
    with process_map(2) as mapper:
        together = played(60, mapper=mapper)
    assert alone.scores == together.scores
    assert alone.scores["cautious", "random"].games == 120


def test_a_pairing_stops_when_its_interval_is_narrow_enough() -> None:
    made = played(10_000, until=0.2)
    score = made.scores["cautious", "random"]
    assert len(score.shares) == ROUND
    assert score.margin <= 0.2


def test_the_better_bot_has_the_higher_rating() -> None:
    made = arena(["random", "cautious", "greedy"])
    for _ in made.play(100):
        pass
    points = {bot: rating.value for bot, rating in made.ratings().items()}
    assert points["greedy"] > points["cautious"] > points["random"]
    assert sum(points.values()) == pytest.approx(0)
    assert all(rating.low < rating.value < rating.high for rating in made.ratings().values())


def test_a_bot_that_misbehaves_loses_its_games_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "choose", lambda self, view: 1 / 0)
    score = played(3).scores["cautious", "random"]
    assert score.rate == 1
    assert len(score.forfeits) == 6
    assert score.forfeits[0].startswith("random: ZeroDivisionError: division by zero\nposition: ")
    assert score.forfeits[0].endswith("ZeroDivisionError: division by zero")
    assert set(score.forfeits[1:]) == {"random: ZeroDivisionError: division by zero"}


@pytest.mark.parametrize("bots", [["random"], ["random", "clever"]])
def test_an_arena_needs_two_bots_that_exist(bots: list[str]) -> None:
    with pytest.raises(BadSetup):
        arena(bots)


def test_a_bot_that_is_named_twice_plays_itself_under_two_labels() -> None:
    made = arena(["greedy", "random", "greedy"])
    for _ in made.play(10):
        pass
    assert made.bots == ("greedy", "random", "greedy (2)")
    assert made.scores["greedy", "greedy (2)"].shares == [0.5] * 10, "the same games, with the copies on other seats"
    assert made.scores["greedy", "random"].shares == [1 - share for share in made.scores["random", "greedy (2)"].shares]


def in_the_order_of_a_busy_pool(function: Any, chunks: Iterable[Any]) -> Iterable[Any]:
    """A mapper that plays everything before the first result is used."""
    return iter([function(chunk) for chunk in chunks])


def test_what_is_played_ahead_does_not_count_once_the_interval_is_narrow_enough() -> None:
    alone, ahead = played(400, until=0.2), played(400, until=0.2, mapper=in_the_order_of_a_busy_pool)
    assert alone.scores == ahead.scores
    assert len(alone.scores["cautious", "random"].shares) == ROUND


@pytest.mark.parametrize("deals", [20, 130, 2000])
def test_one_pairing_is_enough_for_many_processes(deals: int) -> None:
    pieces: list[range] = []

    def listing(function: Any, chunks: Iterable[Any]) -> Iterable[Any]:
        pieces.extend(numbers for _, numbers in chunks)
        return iter(())

    for _ in arena().play(deals, mapper=listing):
        pass
    assert [number for piece in pieces for number in piece] == list(range(deals))
    assert len(pieces) >= min(deals, 60)


def test_an_interrupt_leaves_whole_chunks() -> None:
    made = arena()

    def interrupted(function: Any, chunks: Iterable[Any]) -> Iterable[Any]:
        assert function is play_chunk
        for number, chunk in enumerate(chunks):
            if number == 3:
                raise KeyboardInterrupt
            yield function(chunk)

    with pytest.raises(KeyboardInterrupt):
        for _ in made.play(200, mapper=interrupted):
            pass
    score = made.scores["cautious", "random"]
    assert score.games == 2 * len(score.shares) == 2 * 3 * 3
    assert score.shares == played(9).scores["cautious", "random"].shares


def test_shares_and_averages_are_those_of_the_scores() -> None:
    made = played(20)
    score = made.scores["cautious", "random"]
    assert made.share("cautious", "random") == score.measured
    assert made.share("random", "cautious") == score.measured.reverse
    assert score.measured.low < score.rate < score.measured.high
    assert made.share("cautious", "greedy") is None
    average = made.averages("random")
    assert average is not None
    assert average.score == score.scores[1] / score.games
    assert average.failed == score.failed[1] / score.games
    assert average.thefts == score.thefts[1] / score.games
    assert arena().averages("random") is None
