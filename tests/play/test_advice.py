"""Advice: exact for turns of dice, estimated for cards, and only from what the seat sees."""

from random import Random

import msgspec
import pytest

from heckmeck.bots import registry
from heckmeck.bots.karteneck.estimator import KarteneckEstimator
from heckmeck.games import CHANCE, ChanceOutcome, DiceView, Event, GameError, Move, get, get_dice_game, seen_by
from heckmeck.games.barbecue.situation import barbecue_view
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from heckmeck.games.karteneck import KarteneckState, Lay
from heckmeck.play.advice import advise, option_for
from heckmeck.play.win_chances import DIGITS, DiceWinChances
from heckmeck.solve.odds import FAILED, odds
from helpers.karteneck import cards, table
from helpers.win_shares import use_no_shares, use_score_shares

GAME = get("karteneck")


@pytest.mark.parametrize(
    "view", [bratwurmeck_view(rolled="1124445W"), bratwurmeck_view(tops=[26], kept="4444WW"), barbecue_view(kept="66W")]
)
def test_the_numbers_are_those_of_the_solver_where_the_chance_to_win_is_unknown(
    view: DiceView, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_no_shares(monkeypatch)
    options = {option.move: option for option in advise(view, ())}
    choices = odds(view).choices
    assert len(options) == len(choices)
    for choice in choices:
        option = options[str(choice.move)]
        assert (option.move, option.gain, option.success) == (str(choice.move), choice.gain, choice.success)
        assert [(r.name, r.gain, r.chance) for r in option.results] == [
            (r.name, r.gain, r.chance) for r in choice.results
        ]
        assert option.error is None


@pytest.mark.parametrize("weight", [0.25, -0.1, 2.0], ids=["worms are good", "worms are bad", "much is good"])
@pytest.mark.parametrize(
    "view",
    [
        bratwurmeck_view(rolled="1124445W"),
        bratwurmeck_view(stack=[25], tops=[26, 30], kept="4444WW"),
        barbecue_view(kept="66W"),
    ],
)
def test_results_are_those_of_the_play_that_wins_so_often(
    view: DiceView, weight: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = get_dice_game(view.game)
    evaluator = use_score_shares(monkeypatch, game, weight)
    state = game.state_of(view)
    worths = {FAILED: evaluator.shares([game.after_turn(state, None)])[0][0]}
    for total in game.die.with_worm:
        for stop in game.stops_at(state, total):
            prize = game.prize_of(view, stop, total)
            assert prize is not None
            worths[prize.name] = evaluator.shares([game.after_turn(state, stop, total)])[0][0]
    for option in advise(view, ()):
        assert sum(result.chance for result in option.results) == pytest.approx(1)
        expected = sum(result.chance * worths[result.name] for result in option.results)
        assert option.win == pytest.approx(expected, abs=1e-5)
        assert option.gain == pytest.approx(sum(result.chance * result.gain for result in option.results))


@pytest.mark.parametrize("view", [bratwurmeck_view(rolled="1124445W"), barbecue_view(kept="66W")])
def test_the_best_chance_to_win_comes_first(view: DiceView, monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_dice_game(view.game)
    evaluator = use_score_shares(monkeypatch, game)
    options = advise(view, ())
    wins = {str(move): win for move, win in DiceWinChances(game, evaluator).wins(view).items()}
    assert [option.move for option in options] == sorted(wins, key=lambda move: -round(wins[move], DIGITS))
    assert all(option.win == round(wins[option.move], DIGITS) for option in options)


def test_of_equal_chances_the_better_gain_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    view = bratwurmeck_view(rolled="1124445W")
    use_score_shares(monkeypatch, get(view.game), weight=0.0)
    options = advise(view, ())
    assert {option.win for option in options} == {0.5}, "the scores count for nothing here"
    assert [option.move for option in options] == [str(choice.move) for choice in odds(view).choices]


def test_without_an_evaluator_the_gain_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    use_no_shares(monkeypatch)
    view = bratwurmeck_view(rolled="1124445W")
    options = advise(view, ())
    assert [option.move for option in options] == [str(choice.move) for choice in odds(view).choices]
    assert {option.win for option in options} == {None}


def test_cards_are_ordered_by_the_chance_to_win_where_the_estimator_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state, events = karteneck(8)
    view, seen = GAME.view(state, state.seat), seen_by(events, state.seat)
    monkeypatch.setattr(KarteneckEstimator, "wins", lambda self, view: None)
    by_gain = advise(view, seen)
    monkeypatch.setattr(
        KarteneckEstimator, "wins", lambda self, view: {move: len(str(move)) / 100 for move in view.moves}
    )
    by_win = advise(view, seen)
    assert {option.move for option in by_win} == {option.move for option in by_gain}
    wins = [option.win or 0.0 for option in by_win]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > 0
    assert [option.gain for option in by_gain] == sorted((option.gain for option in by_win), reverse=True)


def test_the_results_of_a_choice_add_up() -> None:
    options = {option.move: option for option in advise(barbecue_view(kept="466WW"), ())}
    assert set(options) == {"roll", "stop"}
    assert sum(result.chance for result in options["roll"].results) == pytest.approx(1)
    assert "failed" in {result.name for result in options["roll"].results}


def karteneck(steps: int) -> tuple[KarteneckState, list[Event]]:
    """Return a game in progress, at a decision, with all its events."""
    source = Random(5)
    state, events = GAME.start(GAME.setup(seats=3)), list[Event]()
    while steps > 0 or GAME.to_act(state) is CHANCE:
        chance = GAME.to_act(state) is CHANCE
        action: Move | ChanceOutcome = GAME.sample(state, source) if chance else source.choice(GAME.legal_moves(state))
        state, happened = GAME.apply(state, action)
        events += happened
        steps -= 1
    return state, events


def test_advice_fits_the_view_whatever_is_hidden() -> None:
    state, events = karteneck(21)
    seat = state.seat

    def advised(hidden: KarteneckState) -> bytes:
        return msgspec.json.encode(advise(GAME.view(hidden, seat), seen_by(events, seat)))

    others = [GAME.resample(state, seat, Random(seed)) for seed in range(3)]
    assert any(other.hands != state.hands for other in others)
    assert {advised(other) for other in others} == {advised(state)}


def test_every_lay_of_karteneck_has_an_estimate_with_its_uncertainty() -> None:
    state, events = karteneck(8)
    view = GAME.view(state, state.seat)
    options = advise(view, seen_by(events, state.seat))
    moves = {option.move for option in options}
    assert moves >= {str(move) for move in view.moves if not any(letter in str(move) for letter in "Wo")}
    assert any(move.startswith("out") for move in moves)
    assert all(option.error is not None and option.error > 0 and option.success is None for option in options)
    assert options == advise(view, seen_by(events, state.seat)), "asking again must not reveal more"


def test_a_game_without_odds_and_estimator_has_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BUILTIN_ESTIMATORS", ())
    state, _ = karteneck(8)
    with pytest.raises(GameError, match="no advice for Heckmeck am Karteneck") as caught:
        advise(GAME.view(state, state.seat), ())
    assert caught.value.code == "no_advice"


def test_a_spectator_gets_no_advice() -> None:
    state, _ = karteneck(8)
    with pytest.raises(GameError) as caught:
        advise(GAME.view(state, None), ())
    assert caught.value.code == "no_advice"


def test_the_option_of_a_move_is_found_even_if_another_move_stands_for_it() -> None:
    game = get("karteneck")
    view = game.view(table("W1 W2", "1", grill=(16, 40)), 0)
    options = advise(view, ())
    one, other = (option_for(view, Lay(cards(text)), options) for text in ("W1", "W2"))
    assert one is other is not None
    assert option_for(view, Lay(cards("W1 W2")), options) not in (None, one)
    assert option_for(view, Lay(cards("5")), options) is None


def test_with_dice_every_move_has_an_option_of_its_own() -> None:
    view = bratwurmeck_view(rolled="1124445W")
    options = advise(view, ())
    assert [option_for(view, move, options) for move in view.moves] == sorted(
        options, key=lambda option: [*map(str, view.moves)].index(option.move)
    )
