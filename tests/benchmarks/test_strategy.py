"""The statistics of bench/strategy, on few games."""

import re
from pathlib import Path

import numpy as np
import pytest
from bench import strategy_tables as tables
from bench.strategy import PAGE, fill, report
from bench.strategy_cards import CARD_DIFFERENCES, Rounds, difference, measure_cards
from bench.strategy_cells import measure
from bench.strategy_fit import Fit
from bench.strategy_games import Games, is_known, play
from bench.strategy_means import Mean, Means, students_factor
from bench.strategy_play import DIFFERENCES, add_differences, add_habits, add_order, games_until_ahead, skill_share
from bench.strategy_turns import NUMBERS, add_failing, add_prizes, add_thefts, values_of

from heckmeck.bots import win_shares_for
from heckmeck.games import get
from heckmeck.games.bratwurmeck import Steal, Take
from heckmeck.games.karteneck import DropOut, Lay
from heckmeck.games.karteneck.events import CardsLaid, DroppedOut, RoundEnded
from heckmeck.rl.batch import make_batch

BRATWURMECK, BARBECUE = get("bratwurmeck"), get("barbecue")


@pytest.fixture(scope="module")
def three_seats() -> Games:
    (games,) = play(BRATWURMECK.setup(seats=3), 20, seed=1, alone=False)
    return games


def test_means_are_over_games_of_different_lengths() -> None:
    means = Means()
    means.add("won", [1, 1, 1], [0, 0, 1])
    means.add("apart", [0, 0, 2, 2], [0, 0, 1, 1])
    means.add("apart", [], [])
    means.add("once", [4, 6], [3, 3])
    means.next_part()
    means.add("won", [1], [0])
    assert means["won"] == Mean(1, 1, 4), "what was never missing in three games"
    assert means["apart"].value == 1
    assert means["apart"].error == pytest.approx(students_factor(1))
    assert means["once"].points() == "500.0 ± ∞"
    assert means["unknown"].points() == "–"


@pytest.mark.parametrize("games", [8, 60])
def test_intervals_contain_the_mean_of_values_that_are_alike_within_games(games: int) -> None:
    rng, inside, tries = np.random.default_rng(1), 0, 1000
    for _ in range(tries):
        means, left = Means(), games
        while left:
            part = min(left, 32)
            numbers = np.repeat(np.arange(part), rng.integers(1, 20, part))
            means.next_part()
            means.add("luck", rng.normal(size=part)[numbers] + rng.normal(size=len(numbers)), numbers)
            left -= part
        found = means["luck"]
        inside += abs(found.value) <= found.error
    assert 0.91 < inside / tries < 0.98


def test_a_fit_compares_within_positions() -> None:
    rng = np.random.default_rng(1)
    worth = np.array([1.0, 2.0, 4.0, 8.0])
    values = worth + rng.normal(0, 100, (500, 1))
    values[rng.random(values.shape) < 0.5] = np.nan
    fit = Fit(4)
    fit.add(values[:200])
    fit.add(values[200:])
    assert np.diff(fit.values()) == pytest.approx(np.diff(worth))
    assert np.isnan(Fit(2).values()).all()


def test_turns_begin_where_the_last_one_ended(three_seats: Games) -> None:
    turns, won = three_seats.turns, three_seats.won
    assert won.sum(axis=1) == pytest.approx(1)
    for game in range(len(won)):
        own = turns.game == game
        assert turns.shares_before[own].sum(axis=1) == pytest.approx(1, abs=1e-5)
        assert (turns.shares_before[own][1:] == turns.shares_after[own][:-1]).all()
        assert turns.shares_after[own][-1] == pytest.approx(won[game])
        assert (np.diff(turns.seat[own]) % 3 == 1).all()


def test_results_of_turns_have_the_win_shares_of_the_positions_after_them(three_seats: Games) -> None:
    setup, values = three_seats.setup, values_of(three_seats)
    layout, evaluator = make_batch(setup, 1).dice_layout, win_shares_for(setup)
    assert evaluator is not None
    row = int(np.flatnonzero((~np.isnan(values.steal)).any(axis=1))[0])
    state = layout.state(three_seats.turns.before[row])
    for place, portion in enumerate(NUMBERS):
        for found, move in ((values.take[row, place], Take(portion)), (values.steal[row, place], Steal(portion))):
            if not np.isnan(found):
                (shares,) = evaluator.shares([layout.game.after_turn(state, move, portion)])
                assert shares[state.seat] == pytest.approx(found, abs=1e-4)
    assert values.open[row] == len(state.grill)
    (failed,) = evaluator.shares([layout.game.after_turn(state, None)])
    assert values.fail[row] == pytest.approx(failed[state.seat], abs=1e-4)


def test_luck_is_what_a_turn_brings_beyond_its_best_play(three_seats: Games) -> None:
    turns = three_seats.turns
    best = np.where(np.isneginf(turns.worths.stop), -1, turns.worths.stop).max(axis=1)
    assert (turns.start <= np.maximum(best, turns.worths.fail) + 1e-9).all()
    luck = turns.share_after - turns.start
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))


def test_every_theft_has_one_kind_of_victim(three_seats: Games) -> None:
    means = Means()
    add_thefts(means, three_seats)
    assert means["strongest"].size + means["others"].size == means["all"].size > 0
    assert sum(means[kind].size for kind in ("next", "last", "between")) == means["all"].size
    assert 1 <= means["all", "worms"].value <= 4


def test_failing_is_never_better_than_a_last_portion_that_wins(three_seats: Games) -> None:
    means = Means()
    add_failing(means, three_seats)
    assert means["leads", "last wins"].value == 1
    assert means[1, 1, "leads", "lowest"].value == 0


def test_one_champion_sits_on_every_seat() -> None:
    (games,) = play(BARBECUE.setup(seats=2), 7, seed=1, alone=True)
    assert games.champion.tolist() == [0, 1, 0, 1, 0, 1, 0]
    means = Means()
    add_habits(means, games)
    assert means[True, "failed"].size + means[False, "failed"].size == len(games.turns.game)
    assert means[True, "won"].value + means[False, "won"].value == pytest.approx(1)
    add_order(means, games)
    assert means["said", 0].size == 7
    assert means["said", 0].value + means["said", 1].value == pytest.approx(1, abs=1e-5)


def test_prizes_of_barbecue_are_told_apart() -> None:
    (games,) = play(BARBECUE.setup(seats=2), 5, seed=1, alone=False)
    means = Means()
    add_prizes(means, games)
    assert means["empty", 4].value > means["empty", 1].value > 0
    assert means["snail", "points"].value == 3


def test_a_champion_without_weights_does_what_greedy_does() -> None:
    setup = BRATWURMECK.setup(seats=2, portions=(21, 28))
    assert not is_known(setup)
    means = Means()
    add_differences(means, setup, games=6, seed=1)
    assert all(means[name].value == 0 for name in ("turns", "decisions", *DIFFERENCES))
    add_differences(means, BRATWURMECK.setup(seats=2), games=6, seed=1)
    assert means["turns"].value > means["decisions"].value > 0


def test_skill_is_measured_by_wins() -> None:
    assert skill_share(0.5, 2) == 0
    assert skill_share(1, 4) == pytest.approx(1)
    assert games_until_ahead(0.54, 2) > games_until_ahead(0.6, 2) > 1


def test_rounds_of_karteneck_are_counted_by_seat() -> None:
    rounds = Rounds()
    rounds.add([CardsLaid(0, (3, 3), 6), DroppedOut(1, valid=False, total=0)])
    rounds.add([CardsLaid(0, (5,), 11), DroppedOut(0, valid=True, total=11), RoundEnded(1)])
    rounds.add([DroppedOut(0, valid=False, total=0)])
    assert rounds.found[0, "cards"] == [3, 0]
    assert rounds.found[0, "first"] == [0, 1]
    assert rounds.found[1, "nothing"] == [1]
    assert rounds.found[0, "total"] == [11]


def test_cards_are_measured() -> None:
    means = measure_cards(seats=2, games=2, seed=1)
    assert means is not None
    assert means[True, "valid"].size == 2 * 9
    assert means[True, "won"].value + means[False, "won"].value == 1
    assert len(tables.cards({2: means}).splitlines()) == 4
    assert 0 < sum(means[kind].value for kind in CARD_DIFFERENCES) < 1


def test_moves_of_karteneck_are_compared() -> None:
    assert difference(Lay((3, 3)), Lay((4,))) == "lays another sort"
    assert difference(Lay((3, 3)), Lay((3,))) == "lays more"
    assert difference(Lay((7,)), Lay((9, 12))) == "lays fewer"
    assert difference(Lay((7,)), Lay((12,))) == difference(DropOut(), DropOut()) == ""
    assert difference(Lay((7,)), DropOut(steal=True)) == "lays on"
    assert difference(DropOut(), Lay((7,))) == "drops out"
    assert difference(DropOut(), DropOut(steal=True)) == "spares"
    assert difference(DropOut(steal=True), DropOut()) == "steals"


def test_tables_and_charts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = [measure(name, 2, games=8, seed=1) for name in ("bratwurmeck", "barbecue")]
    named = report([cell for cell in found if cell is not None], tmp_path)
    assert len(named) == 12
    printed = capsys.readouterr().out
    assert printed.count("\n|---|") == 12
    assert "nan" not in printed
    assert {path.name for path in tmp_path.iterdir()} == {
        f"strategy-{name}.png" for name in ("differences", "portions", "thefts", "failing", "luck")
    }


def test_tables_are_put_into_the_page() -> None:
    page = "# Title\n<!-- a -->\nold\n<!-- /a -->\nrest\n"
    assert fill(page, {"a": "new", "b": "unknown"}) == "# Title\n<!-- a -->\n\nnew\n\n<!-- /a -->\nrest\n"
    text = PAGE.read_text("utf-8")
    names = re.findall(r"<!-- (\w+) -->\n\n\|", text)
    assert len(names) == len(set(names)) > 8
    for name in names:
        assert callable(getattr(tables, name))
        assert text.count(f"\n<!-- /{name} -->\n") == 1
