"""The review of a finished game: what every decision was worth, by what its seat could see."""

from random import Random

import pytest

from heckmeck.bots.estimator import Estimates
from heckmeck.games import get
from heckmeck.games.karteneck import RoundEnded
from heckmeck.games.turn import Keep
from heckmeck.play import Record, bot_table, replay
from heckmeck.play import review as module
from heckmeck.play.luck import luck
from heckmeck.play.review import MAX_MOMENTS, MIN_LOSS_SHOWN, certain_errors, review
from heckmeck.solve.odds import odds


def record(game: str, *bots: str, **options: object) -> Record:
    rules = get(game)
    table = bot_table(rules, rules.setup(seats=len(bots), **options), list(bots), seed="3")
    table.finish()
    return table.record()


@pytest.mark.parametrize(("game", "options"), [("bratwurmeck", {"portions": [21, 25]}), ("barbecue", {})])
def test_every_decision_is_judged_as_the_solver_judges_it(game: str, options: dict[str, object]) -> None:
    played, rules = record(game, "random", "cautious", **options), get(game)
    found = review(played)
    steps = replay(played)
    states = [step.state for step in steps]
    assert [each.step for each in found.decisions] == [
        number for number, text in enumerate(played.steps, 1) if not text.startswith("=")
    ]
    for each in [*found.decisions[:12], *(d for d in found.decisions if d.lost)][:40]:
        choices = odds(rules.view(states[each.step - 1], each.seat)).choices
        gains = {str(choice.move): choice.gain for choice in choices}
        assert each.move == played.steps[each.step - 1]
        assert each.gain == pytest.approx(gains[each.move], abs=1e-5)
        assert each.best_gain == pytest.approx(choices[0].gain, abs=1e-5)
        assert each.lost == pytest.approx(choices[0].gain - gains[each.move], abs=1e-5)
        assert each.best == (str(choices[0].move) if each.lost else each.move)
    assert found.luck == tuple(luck(played))
    assert found.lost[0] > found.lost[1], "the one who plays at random loses more by it"
    assert played.outcome is not None
    assert found.standings[0].scores == (0, 0)
    assert found.standings[-1].scores == played.outcome.scores
    assert {standing.seat for standing in found.standings[1:]} == {0, 1}


def test_the_worst_moments_are_shown_with_their_dice() -> None:
    played = record("bratwurmeck", "random", "greedy", portions=[21, 25])
    found = review(played)
    losses = {each.step: each for each in found.decisions}
    own = [moment for moment in found.moments if moment.seat == 0]
    assert len(own) == MAX_MOMENTS
    lost = [losses[moment.step].lost for moment in own]
    assert lost == sorted((each.lost for each in found.decisions if each.seat == 0), reverse=True)[:MAX_MOMENTS]
    assert all(moment.kept or moment.rolled for moment in own)
    assert all(losses[moment.step].lost >= MIN_LOSS_SHOWN for moment in found.moments)
    assert all(0 <= (moment.success or 0) <= 1 for moment in found.moments)


def test_karteneck_is_judged_by_estimates_the_same_ones_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROUNDS", 4000)
    played = record("karteneck", "random", "sampler")
    found = review(played)
    assert not found.exact
    assert found.luck == ()
    assert found.lost[0] > found.lost[1], "the one who plays at random loses more by it"
    assert all(each.error is not None for each in found.decisions)
    assert all(each.lost == 0 or each.lost > 2 * (each.error or 0) for each in found.decisions)
    assert any(moment.hand for moment in found.moments)
    assert found == review(played)


@pytest.mark.parametrize("moves", [2, 4, 12])
def test_a_decision_between_equal_moves_is_hardly_ever_a_certain_mistake(moves: int) -> None:
    source, mistakes, tries = Random(1), 0, 600
    for _ in range(tries):
        deals = [source.gauss(0, 2) for _ in range(100)]
        found = Estimates({Keep(str(move)): [deal + source.gauss(0, 1) for deal in deals] for move in range(moves)})
        lost, error = found.lost(Keep("0"))
        mistakes += lost > certain_errors(moves) * error
    assert mistakes / tries < 0.05


def test_scores_are_noted_after_turns_or_after_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROUNDS", 200)
    dice, cards = record("barbecue", "greedy", "random"), record("karteneck", "greedy", "random")
    states = [step.state for step in replay(dice)]
    turns = [number for number in range(1, len(states)) if states[number].seat != states[number - 1].seat]
    assert [standing.step for standing in review(dice).standings] == [0, *turns, len(dice.steps)]
    rounds = [number for number, step in enumerate(replay(cards)) if RoundEnded in map(type, step.events)]
    found = review(cards).standings
    assert [standing.step for standing in found] == [0, *rounds]
    assert {standing.seat for standing in found} == {None}
