"""A game by the chances to win: luck and choices add up to what became of each seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from heckmeck.bots.karteneck.estimator import KarteneckEstimator
from heckmeck.games import Move, get, get_dice_game
from heckmeck.games.turn import Keep, Roll
from heckmeck.play import Record, bot_table
from heckmeck.play.dice_win_review import CLEARLY, WORTH_NAMING, Prospect, decisive_result
from heckmeck.play.record import RecordedOutcome, replay
from heckmeck.play.review import review
from heckmeck.play.win_accounts import MAX_MOMENTS, MIN_LOSS_SHOWN, WinReview
from heckmeck.play.win_chances import DiceWinChances
from heckmeck.play.win_review import win_review
from helpers.win_shares import ScoreShares, use_no_shares, use_score_shares

DICE = ("bratwurmeck", "barbecue")


def played(game: str, *bots: str, **options: object) -> Record:
    rules = get(game)
    table = bot_table(rules, rules.setup(seats=len(bots), **options), list(bots), seed="3")
    table.finish()
    return table.record()


def wins_of(record: Record) -> WinReview:
    found = review(record).wins
    assert found is not None
    return found


@pytest.mark.parametrize("game", DICE)
def test_luck_choices_and_corrections_add_up_for_every_seat(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_score_shares(monkeypatch, get(game))
    record = played(game, "random", "greedy", "sure")
    found = wins_of(record)
    assert record.outcome is not None
    for seat, account in enumerate(found.seats):
        assert account.start + account.luck - account.lost + account.gifts + account.rest == pytest.approx(
            account.end, abs=1e-5
        )
        assert account.end == (seat in record.outcome.winners) / len(record.outcome.winners)
        assert account.lost == pytest.approx(sum(each.lost for each in found.decisions if each.seat == seat), abs=1e-4)
    assert sum(account.luck for account in found.seats) == pytest.approx(0, abs=1e-5), "what one gets others lose"
    assert found.seats[0].lost > found.seats[1].lost, "the one who plays at random loses more by it"


@pytest.mark.parametrize("game", DICE)
def test_the_course_goes_with_the_standings(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_score_shares(monkeypatch, get(game))
    record = played(game, "greedy", "greedy")
    found = review(record)
    assert found.wins is not None
    assert len(found.wins.course) == len(found.standings)
    assert all(sum(shares) == pytest.approx(1, abs=1e-5) for shares in found.wins.course)
    assert found.wins.course[0] == (found.wins.seats[0].start, found.wins.seats[1].start)
    assert max(found.wins.course[-1]) in (1.0, 0.5)
    assert [each.step for each in found.wins.decisions] == [each.step for each in found.decisions]


def test_the_costliest_decisions_say_what_was_better_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    use_score_shares(monkeypatch, get("bratwurmeck"))
    record = played("bratwurmeck", "random", "greedy")
    found = wins_of(record)
    judged = {each.step: each for each in found.decisions}
    own = [moment for moment in found.moments if moment.seat == 0]
    assert len(own) == MAX_MOMENTS
    lost = [judged[moment.step].lost for moment in own]
    assert lost == sorted((each.lost for each in found.decisions if each.seat == 0), reverse=True)[:MAX_MOMENTS]
    for moment in found.moments:
        each = judged[moment.step]
        assert each.lost >= MIN_LOSS_SHOWN
        assert each.best != record.steps[moment.step - 1]
        assert each.best_win - each.win == pytest.approx(each.lost, abs=2e-6)
        assert moment.kept or moment.rolled
        assert moment.failed is not None
        assert moment.best_failed is not None
        assert 0 <= moment.best_failed <= 1
        assert moment.likely is not None or moment.failed == 1


@pytest.mark.parametrize("weight", [0.25, -0.25], ids=["worms are good", "worms are bad"])
@pytest.mark.parametrize("game", DICE)
def test_the_decisive_result_differs_between_the_two_moves(
    game: str, weight: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_score_shares(monkeypatch, get(game), weight)
    found = wins_of(played(game, "random", "random", "random"))
    assert found.moments
    for moment in found.moments:
        if moment.decisive is not None:
            assert moment.chance is not None
            assert moment.best_chance is not None
            assert abs(moment.best_chance - moment.chance) > CLEARLY
            assert max(moment.best_chance, moment.chance) >= WORTH_NAMING


def prospect(**results: tuple[float, float, int | None]) -> Prospect:
    """Return how a turn ends: the chance of each result, what it is worth, and its worms; None for a failed attempt."""
    return Prospect(
        {name.strip("_"): chance for name, (chance, _, _) in results.items()},
        {name.strip("_"): worth for name, (_, worth, _) in results.items()},
        {name.strip("_"): gain for name, (_, _, gain) in results.items() if gain is not None},
    )


def decisive(chosen: Prospect, best: Prospect) -> str | None:
    return decisive_result(chosen, best, sum(chance * chosen.worths[name] for name, chance in chosen.chances.items()))


def test_a_single_result_is_decisive_if_it_is_likely_and_explains_most() -> None:
    chosen = prospect(failed=(0.5, 0.2, None), _21=(0.4, 0.3, 1), _28=(0.1, 0.5, 2))
    best = prospect(failed=(0.5, 0.2, None), _21=(0.1, 0.3, 1), _28=(0.4, 0.5, 2))
    assert decisive(chosen, best) == "28"


def test_a_tiny_result_is_not_decisive_but_the_number_of_worms_is() -> None:
    chosen = prospect(failed=(0.25, 0.2, None), _21=(0.748, 0.3, 1), _35=(0.002, 0.9, 4))
    best = prospect(
        failed=(0.54, 0.2, None), _21=(0.08, 0.3, 1), _29=(0.09, 0.5, 3), _30=(0.09, 0.5, 3), _31=(0.09, 0.5, 3),
        _35=(0.11, 0.52, 4),
    )  # fmt: skip
    assert decisive(chosen, best) == "3+"
    assert (chosen.chance("3+"), best.chance("3+")) == (0.002, 0.38)


def test_where_the_risk_explains_most_no_result_is_decisive() -> None:
    chosen = prospect(failed=(0.6, 0.2, None), _21=(0.3, 0.3, 1), _28=(0.1, 0.32, 2))
    best = prospect(failed=(0.2, 0.2, None), _21=(0.7, 0.3, 1), _28=(0.1, 0.32, 2))
    assert decisive(chosen, best) in (None, "21")
    best = prospect(failed=(0.2, 0.2, None), _21=(0.5, 0.3, 1), _28=(0.3, 0.32, 2))
    assert decisive(chosen, best) is None
    assert decisive(prospect(failed=(1.0, 0.2, None)), best) is None


def test_a_bad_result_that_is_avoided_may_be_decisive() -> None:
    chosen = prospect(failed=(0.3, 0.2, None), end=(0.5, 0.0, 0), _21=(0.1, 0.3, 1), _22=(0.1, 0.3, 1))
    best = prospect(failed=(0.3, 0.2, None), _21=(0.35, 0.3, 1), _22=(0.35, 0.3, 1))
    assert decisive(chosen, best) == "1+"
    same = prospect(failed=(0.5, 0.2, None), end=(0.5, 0.0, 1))
    assert decisive(same, prospect(failed=(1.0, 0.2, None))) == "end"


def test_results_are_named_by_the_stops_that_are_best_for_winning(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_dice_game("bratwurmeck")
    use_score_shares(monkeypatch, game, -0.25)  # worms are bad: the best of several portions is the lowest one
    record = played("bratwurmeck", "greedy", "greedy")
    found, chances = wins_of(record), DiceWinChances(game, ScoreShares(game, -0.25))
    judged = {each.step: each for each in found.decisions}
    views = [game.view(step.state, None) for step in replay(record)]
    checked = 0
    for moment in found.moments:
        view = views[moment.step - 1]
        texts = record.steps[moment.step - 1], judged[moment.step].best
        for named, move in zip((moment.likely, moment.best_likely), map(game.parse, texts), strict=True):
            if isinstance(move, Keep | Roll):
                turn, likely = chances.turn(view), defaultdict[str, float](float)
                for total, chance in enumerate(turn.results(view, move).stop):
                    stops = game.stops_at(game.state_of(view), total)
                    if chance and stops:
                        prizes = [prize for stop in stops if (prize := game.prize_of(view, stop, total))]
                        likely[min(prizes, key=lambda prize: prize.gain + prize.loss).name] += float(chance)
                assert named == max(likely, key=lambda name: likely[name], default=None)
                checked += 1
    assert checked > 2


def test_accuracy_is_what_was_kept_of_what_was_at_stake(monkeypatch: pytest.MonkeyPatch) -> None:
    use_score_shares(monkeypatch, get("barbecue"))
    found = wins_of(played("barbecue", "random", "greedy"))
    for seat, account in enumerate(found.seats):
        own = [each for each in found.decisions if each.seat == seat]
        assert all(0 <= each.lost <= each.stake + 1e-6 for each in own)
        stake, lost = sum(each.stake for each in own), sum(each.lost for each in own)
        assert account.accuracy == pytest.approx(100 * (stake - lost) / stake, abs=0.01)
    assert (found.seats[0].accuracy or 100) < (found.seats[1].accuracy or 0)


def test_what_was_not_at_stake_has_no_accuracy(monkeypatch: pytest.MonkeyPatch) -> None:
    use_score_shares(monkeypatch, get("barbecue"))
    record = msgspec.structs.replace(played("barbecue", "greedy", "greedy"), steps=(), outcome=None)
    found = wins_of(record)
    assert [account.accuracy for account in found.seats] == [None, None]
    assert len(found.course) == 1
    assert found.moments == ()


def test_a_forfeit_ends_with_the_winners_that_were_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get("bratwurmeck")
    use_score_shares(monkeypatch, game)
    record = played("bratwurmeck", "greedy", "greedy", "greedy")
    steps = record.steps[:30]
    state: Any = game.start(game.setup(seats=3))
    for text in steps:
        state = game.apply(state, game.parse(text)).state
    outcome = RecordedOutcome.of(game.forfeit(state, 1))
    found = wins_of(msgspec.structs.replace(record, steps=steps, outcome=outcome))
    assert found.seats[1].end == 0
    assert sum(account.end for account in found.seats) == pytest.approx(1)


def test_without_an_evaluator_only_worms_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    use_no_shares(monkeypatch)
    found = review(played("bratwurmeck", "greedy", "random"))
    assert found.wins is None
    assert found.lost[1] > 0


def by_length(estimator: KarteneckEstimator, view: Any) -> Mapping[Move, float]:
    """Chances to win that can be checked by hand: the more cards, the better."""
    return {move: min(len(str(move)), 20) / 40 for move in view.moves}


def test_a_game_with_hidden_cards_is_judged_by_what_each_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("karteneck", "random", "greedy")
    use_no_shares(monkeypatch)
    ends = [standing.step for standing in _standings(record, monkeypatch)]
    assert win_review(record, ends) is None
    use_score_shares(monkeypatch, get("karteneck"))
    assert win_review(record, ends) is None, "the estimator does not know the chances"
    monkeypatch.setattr(KarteneckEstimator, "wins", by_length)
    found = win_review(record, ends)
    assert found is not None
    assert len(found.course) == len(ends)
    assert all(sum(shares) == pytest.approx(1, abs=1e-5) for shares in found.course)
    assert found.course[0] == (0.5, 0.5)
    for seat, account in enumerate(found.seats):
        assert account.lost == pytest.approx(sum(each.lost for each in found.decisions if each.seat == seat), abs=1e-5)
        assert account.start + account.luck - account.lost + account.gifts + account.rest == pytest.approx(
            account.end, abs=1e-5
        )
    assert sum(account.luck for account in found.seats) == pytest.approx(0, abs=1e-5), "what one gets others lose"
    assert all(each.win == min(len(record.steps[each.step - 1]), 20) / 40 for each in found.decisions)
    assert all(moment.hand or moment.layout for moment in found.moments)
    assert found.moments


def test_a_game_of_cards_that_has_hardly_begun_has_only_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    use_score_shares(monkeypatch, get("karteneck"))
    monkeypatch.setattr(KarteneckEstimator, "wins", by_length)
    record = msgspec.structs.replace(played("karteneck", "random", "greedy"), steps=(), outcome=None)
    found = win_review(record, [0])
    assert found is not None
    assert (found.course, found.decisions) == (((0.5, 0.5),), ())


def _standings(record: Record, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("heckmeck.play.review.ROUNDS", 200)
    return review(record).standings


def test_cards_are_luck_and_the_costliest_decisions_of_cards_say_why() -> None:
    record = played("karteneck", "random", "greedy", "easy")
    found = wins_of(record)
    for account in found.seats:
        assert account.start + account.luck - account.lost + account.gifts + account.rest == pytest.approx(
            account.end, abs=1e-5
        )
        assert account.own_luck != 0
    assert abs(found.seats[0].luck) > abs(sum(account.luck for account in found.seats))
    assert {moment.seat for moment in found.moments} == {0, 1, 2}
    judged = {each.step: each for each in found.decisions}
    for moment in found.moments:
        assert moment.failed is not None
        assert moment.best_failed is not None
        assert 0 <= min(moment.failed, moment.best_failed) <= max(moment.failed, moment.best_failed) <= 1
        assert moment.gain is not None
        assert moment.likely is None or moment.likely.isdecimal()
        assert record.steps[moment.step - 1] != judged[moment.step].best
        assert moment.hand or moment.layout


def test_the_review_of_cards_is_the_same_every_time() -> None:
    record = played("karteneck", "greedy", "greedy")
    assert wins_of(record) == wins_of(record)
