"""The arena: fair seats, mirrored luck, honest intervals, and the same answer whoever plays the games."""

import json
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from heckmeck.bots import make
from heckmeck.bots.random import RandomBot
from heckmeck.games import BadSetup, get
from heckmeck.games.turn import DiceRolled
from heckmeck.play import Arena, Table, load_arena, local_mapper, save_arena
from heckmeck.play.arena import AT_ONCE, CHUNK, Score
from heckmeck.play.mirrored_chance import MirrorSource
from heckmeck.play.pairing import Pairing
from heckmeck.play.ratings import ratings

SMALL: dict[str, object] = {"portions": [21, 23]}


def arena(bots: Iterable[str] = ("cautious", "random"), seats: int = 2, seed: str = "1") -> Arena:
    return Arena(get("bratwurmeck"), list(bots), seats, seed, SMALL)


def played(deals: int, **settings: Any) -> Arena:
    made = arena()
    for _ in made.play(deals, **settings):
        pass
    return made


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_both_bots_sit_on_every_seat_equally_often(seats: int) -> None:
    line_ups = list(Pairing("barbecue", seats, ("a", "b"), "1").line_ups())
    for seat in range(seats):
        assert sum(line_up[seat] for line_up in line_ups) * 2 == len(line_ups)


def rolls(bots: list[str], seed: str) -> dict[tuple[int, int], str]:
    """The first roll of each seat's first turns."""
    game = get("bratwurmeck")
    source = MirrorSource(seed)
    players = [make(bot, game, Random(1)) for bot in bots]
    table = source.table = Table(game, game.setup(seats=2), players, source, names=bots)
    turns = [0, 0]
    found = {}
    for each in table.play():
        for event in each.events:
            if isinstance(event, DiceRolled) and len(event.dice) == 8:
                found[event.seat, turns[event.seat]] = event.dice
                turns[event.seat] += 1
    return found


def test_a_seat_meets_the_same_dice_whoever_sits_on_it() -> None:
    one, other, third = (
        rolls(["cautious", "random"], "7"),
        rolls(["random", "cautious"], "7"),
        rolls(["random"] * 2, "8"),
    )
    common = one.keys() & other.keys()
    assert len(common) > 6
    assert all(one[turn] == other[turn] for turn in common)
    assert sum(one.get(turn) == dice for turn, dice in third.items()) < 3


def test_mirrored_draws_are_spread_evenly() -> None:
    game = get("bratwurmeck")
    counts = np.zeros(6)
    for seed in range(300):
        source = MirrorSource(str(seed))
        table = source.table = Table(game, game.setup(seats=2), [RandomBot(Random(1))] * 2, source, names=["a", "b"])
        faces = game.sample(table.state, source).faces  # type: ignore[attr-defined]
        counts += [faces.count(face) for face in "12345W"]
    assert counts.sum() == 2400
    assert (np.abs(counts - 400) < 4 * np.sqrt(2400 * 5 / 36)).all()


def test_the_same_seed_gives_the_same_scores_on_one_process_and_on_two() -> None:
    alone = played(60)
    with ProcessPoolExecutor(2) as pool:
        together = played(60, mapper=local_mapper(pool))
    assert alone.scores == together.scores
    assert alone.scores["cautious", "random"].games == 120


def test_a_continued_arena_ends_like_one_that_was_never_stopped(tmp_path: Path) -> None:
    path = tmp_path / "arena.json"
    save_arena(played(30), path)
    continued = load_arena(path)
    for _ in continued.play(75):
        pass
    assert continued.scores == played(75).scores


def test_a_pairing_stops_when_its_interval_is_narrow_enough() -> None:
    made = played(10_000, until=0.2)
    score = made.scores["cautious", "random"]
    assert len(score.shares) == CHUNK * AT_ONCE
    assert score.margin <= 0.2


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    """Deals whose share is 0, 1/2 or 1 with known chances: 95 in 100 intervals hold the mean."""
    source = np.random.default_rng(1)
    held = 0
    for _ in range(1000):
        score = Score(shares=list(source.choice([0.0, 0.5, 1.0], p=[0.2, 0.5, 0.3], size=200)))
        held += abs(score.rate - 0.55) <= score.margin
    assert 930 <= held <= 970


def test_deals_that_all_went_one_way_are_no_certainty() -> None:
    assert Score(shares=[1.0] * 100).margin == pytest.approx(0.03)


def test_the_better_bot_has_the_higher_rating() -> None:
    made = arena(["random", "cautious", "greedy"])
    for _ in made.play(100):
        pass
    points = {bot: rating for bot, (rating, _) in made.ratings().items()}
    assert points["greedy"] > points["cautious"] > points["random"]
    assert sum(points.values()) == pytest.approx(0)
    assert all(margin > 0 for _, margin in made.ratings().values())


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    truth = np.array([200.0, 0.0, -200.0])
    chance = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    wins = 1e6 * chance * (1 - np.eye(3))
    assert ratings(wins) == pytest.approx(truth, abs=0.1)


def test_a_bot_that_misbehaves_loses_its_games_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "choose", lambda self, view: 1 / 0)
    score = played(3).scores["cautious", "random"]
    assert score.rate == 1
    assert len(score.forfeits) == 6
    assert score.forfeits[0] == "random: ZeroDivisionError('division by zero')"


@pytest.mark.parametrize("bots", [["random"], ["random", "random"], ["random", "clever"]])
def test_an_arena_needs_different_bots_that_exist(bots: list[str]) -> None:
    with pytest.raises(BadSetup):
        arena(bots)


@pytest.mark.parametrize("change", ["format", "pairing", "cut", "binary"])
def test_a_broken_file_is_refused(tmp_path: Path, change: str) -> None:
    path = tmp_path / "arena.json"
    save_arena(played(2), path)
    saved = json.loads(path.read_text())
    if change == "format":
        saved["format"] = "heckmeck-arena/2"
    elif change == "pairing":
        saved["pairings"][0]["bots"] = ["random", "greedy"]
    path.write_bytes({"cut": path.read_bytes()[:50], "binary": b"\xff"}.get(change, json.dumps(saved).encode()))
    with pytest.raises(BadSetup):
        load_arena(path)
