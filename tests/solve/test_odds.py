"""The odds of every choice: known values, results that add up, and impossible situations."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
import pytest

from heckmeck.games import BadSetup, DiceView, RollAndKeep, get, get_dice_game
from heckmeck.games.barbecue import Spot
from heckmeck.games.barbecue.situation import ME, OTHER, barbecue_view
from heckmeck.games.bratwurmeck import Steal, Take
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from heckmeck.games.turn import Keep, Roll, Stop, Turn
from heckmeck.solve import TurnSolver, turn_solver
from heckmeck.solve import odds as module
from heckmeck.solve.odds import FAILED, Choice, Odds, Result, odds
from heckmeck.solve.plain_solver import PlainSolver
from heckmeck.solve.solved_turn import SolvedTurn

SPOTS = {23: Spot(ME, 1), 24: Spot(ME, 2), 30: Spot(OTHER, 1), 35: Spot(snail=True)}
SITUATIONS: Mapping[str, DiceView] = {
    "first turn": bratwurmeck_view(),
    "first roll": bratwurmeck_view(rolled="1124445W"),
    "later roll": bratwurmeck_view(stack=[25], tops=[27, 30], kept="44W", rolled="11235"),
    "roll or take": bratwurmeck_view(stack=[33], tops=[26], kept="4444W"),
    "roll or steal": bratwurmeck_view(tops=[26], kept="4444WW"),
    "no worm": bratwurmeck_view(kept="5555"),
    "poor grill": bratwurmeck_view(grill=[29, 36], stack=[21, 22], kept="W"),
    "barbecue": barbecue_view(),
    "barbecue later": barbecue_view(spots=SPOTS, pool=3, kept="66W", rolled="11246"),
    "barbecue roll or stop": barbecue_view(spots=SPOTS, kept="666WW"),
    "barbecue without snails": barbecue_view(pool=0, kept="66666", rolled="1WW"),
}
situations = pytest.mark.parametrize("view", SITUATIONS.values(), ids=SITUATIONS)


def choice_for(found: Odds, move: str) -> Choice:
    return next(choice for choice in found.choices if str(choice.move) == move)


def chances(choice: Choice) -> dict[str, float]:
    return {result.name: result.chance for result in choice.results}


def test_the_first_turn_of_bratwurmeck_has_the_known_values() -> None:
    view = bratwurmeck_view()
    assert odds(view).best.gain == pytest.approx(1.644729674, abs=1e-9)
    assert odds(view, at_least=21).best.goal == pytest.approx(0.893026737, abs=1e-9)
    assert odds(view, at_least=30).best.goal == pytest.approx(0.263789519, abs=1e-9)
    assert odds(view, exactly=24).best.goal == pytest.approx(0.375060188, abs=1e-9)


def test_the_known_roll_is_best_kept_by_its_fours() -> None:
    found = odds(bratwurmeck_view(rolled="1 1 2 4 4 4 5 w"))
    assert found.best.move == Keep("4")
    assert found.best.gain == pytest.approx(1.503507513, abs=1e-9)
    assert {choice.move for choice in found.choices} == {Keep(face) for face in "1245W"}


@situations
@pytest.mark.parametrize("goal", [{}, {"at_least": 26}, {"exactly": 29}], ids=str)
def test_results_add_up_and_the_best_choice_is_first(view: DiceView, goal: dict[str, int]) -> None:
    found = odds(view, **goal)
    assert set(view.moves or [Roll()]) == {choice.move for choice in found.choices}
    for choice in found.choices:
        assert sum(chances(choice).values()) == pytest.approx(1, abs=1e-12)
        assert choice.gain == pytest.approx(sum(r.chance * r.gain for r in choice.results), abs=1e-12)
        assert choice.success == pytest.approx(
            1 - chances(choice).get(FAILED, 0.0) - chances(choice).get("end", 0.0), abs=1e-12
        )
        value, best = (c.gain if c.goal is None else c.goal for c in (choice, found.best))
        assert value <= best + 1e-9
        assert len(chances(choice)) == len(choice.results)


@situations
def test_the_gains_are_those_of_the_turn_solver(view: DiceView) -> None:
    """Chances times gains, and the backward pass, are two ways to the same figure."""
    game = get(view.game)
    assert isinstance(game, RollAndKeep)
    solver, fail = turn_solver(game), -float(game.failure_cost(view))
    gains = [None if prize is None else prize.gain for prize in game.prizes(view)]
    solved = solver.solve(solver.stop_values(gains, fail), fail)
    found = odds(view)
    if view.rolled:
        expected = {f"keep {face}": value for face, value in solved.keep_values(view.kept, view.rolled).items()}
    else:
        value = solved.roll_value(view.kept)
        assert value is not None
        expected = {"roll": value}
    for move, value in expected.items():
        assert choice_for(found, move).gain == pytest.approx(value, abs=1e-11)


@pytest.mark.parametrize(
    ("name", "kept"), [("bratwurmeck", "344W"), ("bratwurmeck", "5555"), ("barbecue", "1366W"), ("barbecue", "66WW")]
)
def test_a_roll_has_the_odds_of_all_that_the_rules_let_come_of_it(name: str, kept: str) -> None:
    """Every outcome of the roll is applied by the rules; the weighted odds after it equal the odds before."""
    game = get(name)
    state = game.start(game.setup(seats=2))._replace(turn=Turn(kept, "", rolling=False))
    expected = choice_for(odds(game.view(state, 0)), "roll")
    rolling = game.apply(state, Roll()).state
    found: defaultdict[str, float] = defaultdict(float)
    weights = game.chance(rolling)
    for outcome, weight in weights:
        after = game.apply(rolling, outcome).state
        best = odds(game.view(after, 0)).best if after.seat == 0 else Choice(Stop(), (Result(FAILED, 0, 1.0),))
        for result in best.results:
            found[result.name] += result.chance * weight / weights.total
    assert dict(found) == pytest.approx(chances(expected), abs=1e-12)


def test_a_theft_and_a_lower_portion_are_named_by_the_portion() -> None:
    found = odds(bratwurmeck_view(tops=[26], kept="144444W"))
    assert choice_for(found, "steal 26").results == (Result("26", 2, 1.0),)
    assert isinstance(found.best.move, Steal)
    assert choice_for(found, "take 25").gain == 2
    assert choice_for(found, "take 24").gain == 1


def test_of_equal_worms_the_higher_portion_is_best() -> None:
    found = odds(bratwurmeck_view(grill=[25, 26, 27, 36], kept="1244444W"))
    assert [str(choice.move) for choice in found.choices] == ["take 27", "take 26", "take 25"]


def test_a_failed_attempt_costs_the_worms_of_the_own_top() -> None:
    for top, worms in ((21, 1), (36, 4)):
        failed = odds(bratwurmeck_view(stack=[30, top])).best.results[-1]
        assert (failed.name, failed.gain) == (FAILED, -worms)
    stop = choice_for(odds(bratwurmeck_view(stack=[36], kept="55")), "stop")
    assert isinstance(stop.move, Stop)
    assert (stop.gain, stop.success) == (-4, 0)


def test_a_goal_is_played_for_even_where_it_costs_worms() -> None:
    view = bratwurmeck_view(kept="144444W")
    assert isinstance(odds(view).best.move, Take)
    aimed = odds(view, exactly=28)
    assert isinstance(aimed.best.move, Roll)
    assert aimed.best.goal == pytest.approx(1 / 6)  # a 2 with the last die
    assert choice_for(aimed, "take 26").goal == 0


def test_a_sum_that_earns_nothing_can_be_a_goal() -> None:
    best = odds(bratwurmeck_view(grill=[36]), exactly=24).best
    assert best.goal is not None
    assert best.goal == pytest.approx(0.375060188, abs=1e-9)
    assert best.goal is not None
    assert best.success < best.goal


def test_in_barbecue_a_blocked_spot_is_no_goal_and_no_result() -> None:
    view = barbecue_view(spots=SPOTS)
    assert odds(view, exactly=24).best.goal == 0
    results = chances(odds(view).best)
    assert "24" not in results
    assert "35" not in results
    assert results["snail"] > 0


def test_a_stop_that_only_ends_the_game_is_no_success() -> None:
    best = odds(barbecue_view(pool=0), at_least=37).best
    ended = chances(best)["end"]
    assert ended > 0.03
    assert best.success == pytest.approx(1 - ended - chances(best)[FAILED])


def by_numpy(name: str) -> TurnSolver:
    return turn_solver(name, use_kernel=False)


@cache
def in_plain_python(name: str) -> PlainSolver:
    return PlainSolver(get_dice_game(name))


@situations
@pytest.mark.parametrize("solver", [by_numpy, in_plain_python])
def test_without_the_kernel_the_odds_are_the_same(
    view: DiceView, solver: Callable[[str], TurnSolver | PlainSolver], monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = odds(view)
    monkeypatch.setattr(module, "any_solver", solver)
    slow = odds(view)
    assert [c.move for c in slow.choices] == [c.move for c in fast.choices]
    for one, other in zip(slow.choices, fast.choices, strict=True):
        assert chances(one) == pytest.approx(chances(other), abs=1e-12)


@situations
def test_machines_that_round_otherwise_give_the_same_odds(view: DiceView, monkeypatch: pytest.MonkeyPatch) -> None:
    here, solve = odds(view), TurnSolver.solve
    source = np.random.default_rng(1)

    def roughly(solver: TurnSolver, stop: list[float], fail: float) -> SolvedTurn:
        solved = solve(solver, stop, fail)
        rounded = solved.values * (1 + source.uniform(-(2**-50), 2**-50, len(solved.values)))
        return SolvedTurn(solver, solved._slots, rounded)

    monkeypatch.setattr(TurnSolver, "solve", roughly)
    elsewhere = odds(view)
    assert [choice.move for choice in elsewhere.choices] == [choice.move for choice in here.choices]
    for one, other in zip(elsewhere.choices, here.choices, strict=True):
        assert chances(one) == pytest.approx(chances(other), abs=1e-12)


@pytest.mark.parametrize(
    ("make", "code", "words"),
    [
        (lambda: odds(bratwurmeck_view(), exactly=41), "impossible_sum", "from 5 to 40"),
        (lambda: odds(bratwurmeck_view(), exactly=4), "impossible_sum", "make exactly 4"),
        (lambda: odds(barbecue_view(), at_least=48), "impossible_sum", "from 5 to 47"),
        (lambda: odds(bratwurmeck_view(), at_least=21, exactly=24), "two_goals", "not for both"),
    ],
)
def test_what_cannot_be_is_refused_by_name(make: Callable[[], object], code: str, words: str) -> None:
    with pytest.raises(BadSetup) as refused:
        make()
    assert refused.value.code == code
    assert words in str(refused.value)


def test_faces_kept_before_may_be_rolled_again_but_not_kept() -> None:
    found = odds(bratwurmeck_view(kept="44 W", rolled="1144W"))
    assert [choice.move for choice in found.choices] == [Keep("1")]


MID_TURN = [
    "bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 rolled=1124445W",
    "bratwurmeck seats=3 grill=21-24,26-36 stacks=-/25/- turn=1 kept=44W",
    "barbecue seats=2 grill=36:S worms=0/0 snails_won=0/0 turn=1 kept=46W rolled=12346",
]


@pytest.mark.parametrize("position", MID_TURN)
def test_everybody_gets_the_odds_of_the_player_whose_turn_it_is(position: str) -> None:
    game = get_dice_game(position.split(" ")[0])
    state = game.from_position(position)
    expected = odds(game.view(state, state.seat))
    assert expected.choices
    for seat in (None, *range(state.setup.seats)):
        assert odds(game.view(state, seat)) == expected


def test_there_are_no_odds_after_the_end() -> None:
    game = get_dice_game("bratwurmeck")
    state = game.from_position("bratwurmeck seats=2 portions=21-21 grill=- stacks=21/- turn=1 ended=grill_empty")
    with pytest.raises(BadSetup, match="over"):
        odds(game.view(state, 0))
