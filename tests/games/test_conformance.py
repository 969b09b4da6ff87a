"""One suite over every registered game: what must hold for all of them, however they are played."""

import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.games import (
    CHANCE,
    GAMES,
    AnyGame,
    BadNotation,
    ChanceOutcome,
    Event,
    GameError,
    GameOver,
    IllegalMove,
    Move,
    NotYourTurn,
    get,
    natural_order,
    seen_by,
)
from heckmeck.games.bratwurmeck import Steal, Take
from heckmeck.games.dice import Dice
from heckmeck.games.karteneck import Draw, DropOut, Grill, Lay
from heckmeck.games.turn import Keep
from helpers.random_games import states

seeds = st.integers(0, 2**32)
games = st.sampled_from(sorted(GAMES)).map(get)
any_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

Options = dict[str, Any]


def small_options(game: str, seats: int) -> list[Options]:
    """Return options of small games, in which ends, empty piles and full grills come up often."""
    if game == "karteneck":
        # The portions are laid out in full rounds: 10, 9, 8 or 10 of them.
        highest = {2: 25, 3: 24, 4: 23, 5: 25}[seats]
        cards = {"copies": 3, "worm_cards": 4, "hand": 3}
        return [{"portions": (16, highest), "zeros": 0, "removed": 0, **cards}]
    small: dict[str, list[Options]] = {
        "bratwurmeck": [{"portions": (21, 23)}, {"portions": (30, 36), "returned_highest_turns": True}],
        "barbecue": [{"spots": (23, 25), "snails": 4}, {"spots": (30, 36), "snails": 0}],
    }
    return small.get(game, [])


SMALL = [
    pytest.param(game, {**options, "seats": seats}, id=f"{game.name}-{seats}-{number}")
    for game in GAMES.values()
    for seats in game.seats
    for number, options in enumerate(small_options(game.name, seats))
]


@st.composite
def setups(draw: st.DrawFn) -> tuple[AnyGame, Any]:
    game = draw(games)
    seats = draw(st.sampled_from(game.seats))
    options = draw(st.sampled_from([{}, *small_options(game.name, seats)]))
    return game, game.setup(**options, seats=seats, first=draw(st.integers(0, seats - 1)))


def action_at(game: AnyGame, state: Any, source: Random) -> Move | ChanceOutcome:
    if game.to_act(state) is CHANCE:
        return game.sample(state, source)
    moves = game.legal_moves(state)
    return moves[source.randrange(len(moves))]


def walk(game: AnyGame, setup: Any, source: Random, most: int = 400) -> Iterator[tuple[Any, Move | ChanceOutcome, Any]]:
    """States of a random game, each with the action taken and the resulting step."""
    state = game.start(setup)
    for _ in range(most):
        if game.to_act(state) is None:
            return
        action = action_at(game, state, source)
        step = game.apply(state, action)
        yield state, action, step
        state = step.state


@given(setups(), seeds)
def test_a_state_is_a_value(chosen: tuple[AnyGame, Any], seed: int) -> None:
    game, setup = chosen
    for state, action, step in walk(game, setup, Random(seed), most=60):
        before = hash(state)
        assert game.apply(state, action) == step
        assert hash(state) == before
        assert pickle.loads(pickle.dumps(step.state)) == step.state


@given(setups(), seeds)
def test_legal_moves_are_sorted_different_and_contain_themselves(chosen: tuple[AnyGame, Any], seed: int) -> None:
    game, setup = chosen
    for state, _, _ in walk(game, setup, Random(seed), most=80):
        moves = game.legal_moves(state)
        if len(moves) > 300:
            continue
        keys = [natural_order(move) for move in moves]
        assert keys == sorted(set(keys))
        assert all(move in moves for move in moves)
        assert bool(moves) == (game.to_act(state) is not CHANCE)


@given(setups(), seeds)
def test_what_is_legal_can_be_applied_and_nothing_else(chosen: tuple[AnyGame, Any], seed: int) -> None:
    """All moves that were seen anywhere in the game are tried in each of its states."""
    game, setup = chosen
    source = Random(seed)
    path = list(walk(game, setup, source, most=60))
    tried = {action for _, action, _ in path if isinstance(action, Move)}
    for state, _, _ in path:
        if game.to_act(state) is CHANCE:
            continue
        moves = game.legal_moves(state)
        for move in {*tried, *(moves if len(moves) < 40 else [])}:
            if move in moves:
                game.apply(state, move)
            else:
                with pytest.raises(IllegalMove):
                    game.apply(state, move)


@given(setups(), seeds)
def test_chance_takes_what_has_a_weight_and_nothing_else(chosen: tuple[AnyGame, Any], seed: int) -> None:
    game, setup = chosen
    path = list(walk(game, setup, Random(seed), most=80))
    lots = {action for _, action, _ in path if isinstance(action, ChanceOutcome)}
    for state, _, _ in path:
        if game.to_act(state) is not CHANCE:
            with pytest.raises(IllegalMove):
                game.chance(state)
            continue
        chances = game.chance(state)
        for lot in lots:
            if chances.weight(lot):
                game.apply(state, lot)
            else:
                with pytest.raises(IllegalMove):
                    game.apply(state, lot)


@any_game
def test_the_weights_of_a_chance_node_add_up(game: AnyGame) -> None:
    options = (small_options(game.name, 2) or [{}])[0]
    checked = 0
    for state, _, _ in walk(game, game.setup(**options, seats=2), Random(3)):
        if game.to_act(state) is CHANCE:
            chances = game.chance(state)
            listed = list(chances)
            assert sum(weight for _, weight in listed) == chances.total
            assert len({lot for lot, _ in listed}) == len(listed)
            assert all(weight == chances.weight(lot) > 0 for lot, weight in listed)
            assert chances.sample(Random(checked)) in {lot for lot, _ in listed}
            checked += 1
    assert checked > 5


@given(setups(), seeds)
def test_notation_goes_there_and_back(chosen: tuple[AnyGame, Any], seed: int) -> None:
    game, setup = chosen
    for state, action, _ in walk(game, setup, Random(seed), most=60):
        moves = game.legal_moves(state)
        for each in [action, *moves[:40]]:
            assert game.parse(str(each)) == each
            assert game.parse(f"  {str(each).lower()} ") == each


@given(games, st.text(max_size=40) | st.from_regex(r"(=|keep|take|steal|lay|out|=draw|=grill)[ 0-9Ww=]*"))
def test_any_text_is_a_step_or_bad_notation(game: AnyGame, text: str) -> None:
    try:
        action = game.parse(text)
    except GameError as error:
        assert error.code.startswith("bad_")
        assert len(str(error)) < 200
    else:
        assert game.parse(str(action)) == action


@any_game
def test_an_enormous_text_is_refused_at_once(game: AnyGame) -> None:
    with pytest.raises(GameError, match="not a move"):
        game.parse("lay " + "1 " * 10**6)


@given(setups(), seeds)
def test_replaying_the_steps_leads_to_the_same_states(chosen: tuple[AnyGame, Any], seed: int) -> None:
    game, setup = chosen
    replayed = game.start(setup)
    for state, action, step in walk(game, setup, Random(seed), most=100):
        assert replayed == state
        replayed, events = game.apply(replayed, game.parse(str(action)))
        assert (replayed, events) == step


@given(setups(), seeds)
def test_only_the_seat_to_act_may_move_and_only_it_is_shown_moves(chosen: tuple[AnyGame, Any], seed: int) -> None:
    game, setup = chosen
    for state, action, _ in walk(game, setup, Random(seed), most=30):
        actor = game.to_act(state)
        assert game.view(state, None).moves == ()
        for seat in range(setup.seats):
            view = game.view(state, seat)
            assert view.seat == seat
            assert view.to_act == actor
            if seat == actor:
                assert view.moves == game.legal_moves(state)
                game.apply(state, action, by=seat)
            else:
                assert view.moves == ()
                with pytest.raises(NotYourTurn):
                    game.apply(state, action, by=seat)


@given(setups(), seeds)
def test_a_view_does_not_depend_on_what_is_hidden(chosen: tuple[AnyGame, Any], seed: int) -> None:
    """Everything that a seat cannot see is dealt again: it sees the same table, and the same events."""
    game, setup = chosen
    source, compared, path = Random(seed), 0, []
    for state, action, step in walk(game, setup, source, most=120):
        path.append(state)
        for viewer in (None, *range(setup.seats)):
            other = game.resample(state, viewer, source)
            assert game.view(other, viewer) == game.view(state, viewer)
            same = action if _open_to(step.events, viewer) else game.sample(other, source)
            if _possible(game, other, same):
                compared += 1
                after = game.apply(other, same)
                assert seen_by(after.events, viewer) == seen_by(step.events, viewer)
                assert game.view(after.state, viewer) == game.view(step.state, viewer)
    # Most steps can be compared: all but another seat's moves with cards that it was not dealt again.
    assert compared > len(path)


@any_game
def test_hidden_things_are_dealt_again_and_visible_ones_stay(game: AnyGame) -> None:
    different = 0
    for state, _, _ in walk(game, game.setup(seats=3), Random(2)):
        different += game.resample(state, 0, Random(3)) != state
    assert bool(different) == game.hides


def _open_to(events: tuple[Event, ...], viewer: int | None) -> bool:
    """Whether the viewer sees all of what happened; if not, something else may have happened."""
    return seen_by(events, viewer) == events


def _possible(game: AnyGame, state: Any, action: Move | ChanceOutcome) -> bool:
    if isinstance(action, ChanceOutcome):
        return game.chance(state).weight(action) > 0
    return action in game.legal_moves(state)


@pytest.mark.parametrize(("game", "options"), SMALL)
def test_a_small_game_is_played_with_every_number_of_seats(game: AnyGame, options: Options) -> None:
    states = [step.state for _, _, step in walk(game, game.setup(**options), Random(1), most=20_000)]
    outcome = game.outcome(states[-1])
    assert outcome is not None
    assert len(outcome.scores) == options["seats"]


@given(setups(), seeds)
def test_a_game_ends_with_an_outcome_and_nobody_acts_afterwards(chosen: tuple[AnyGame, Any], seed: int) -> None:
    game, setup = chosen
    path = list(walk(game, setup, Random(seed), most=20_000))
    assert all(game.outcome(state) is None for state, _, _ in path)
    _, last, (state, _) = path[-1]
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.reason in game.reasons
    assert len(outcome.scores) == setup.seats
    assert sorted(seat for group in outcome.ranking for seat in group) == list(range(setup.seats))
    assert max(outcome.scores) == outcome.scores[outcome.winners[0]]
    assert game.legal_moves(state) == ()
    moves = [action for _, action, _ in path if isinstance(action, Move)]
    for action in (last, moves[0], moves[-1]):
        with pytest.raises(GameOver):
            game.apply(state, action)
    with pytest.raises(GameOver):
        game.chance(state)


@given(setups())
def test_a_setup_can_be_written_and_read(chosen: tuple[AnyGame, Any]) -> None:
    game, setup = chosen
    assert game.setup_type.make(setup.options()) == setup


JUNK = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=3)


def values_like(default: object) -> st.SearchStrategy[Any]:
    """Values of an option, some valid and some not."""
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, int):
        return st.integers(max(default - 3, 0), default + 1)
    if isinstance(default, tuple):
        return st.tuples(*(st.integers(number - 1, number + 1) for number in default))
    return st.just(default)


@st.composite
def some_options(draw: st.DrawFn, game: AnyGame) -> Options:
    """A number of seats and a few options, mostly known ones with values that could be right."""
    defaults = {field.name: field.default for field in fields(game.setup_type) if field.init and field.name != "seats"}
    names = draw(st.lists(st.sampled_from(sorted(defaults)), max_size=2, unique=True))
    options: Options = {name: draw(values_like(defaults[name])) for name in names}
    if draw(st.integers(0, 3)) == 0:
        options[draw(st.sampled_from(sorted(defaults)) | st.text(max_size=12))] = draw(JUNK)
    return {"seats": draw(st.integers(1, game.seats[-1])), **options}


@any_game
def test_any_options_make_a_setup_or_a_bad_setup(game: AnyGame) -> None:
    """Both have to come up often, or this would show nothing."""
    made: Counter[str] = Counter()

    @given(some_options(game))
    def make(options: Options) -> None:
        try:
            setup = game.setup_type.make(options)
        except GameError as error:
            assert error.code in ("unknown_option", "bad_seats", "bad_option")
            made["bad"] += 1
        else:
            assert game.setup_type.make(setup.options()) == setup
            assert game.to_act(game.start(setup)) is CHANCE
            made["good"] += 1

    make()
    assert min(made["good"], made["bad"]) >= 10, made


@any_game
@pytest.mark.parametrize("value", [None, True, -1, 10**30, "x", [], [1], [36, 21], {"23": 1}, {"x": 1}, [[1, 2], 3]])
def test_a_bad_value_of_any_option_is_refused(game: AnyGame, value: object) -> None:
    """If a value happens to be valid for an option, the resulting set-up can be played."""
    for name in [field.name for field in fields(game.setup_type) if field.init and field.name != "seats"]:
        try:
            setup = game.setup_type.make({"seats": 2, name: value})
        except GameError as error:
            assert error.code == "bad_option"
            assert len(str(error)) < 300
        else:
            assert game.to_act(game.start(setup)) is CHANCE


@any_game
def test_the_setup_of_another_game_is_refused(game: AnyGame) -> None:
    for other in GAMES.values():
        if other is not game:
            with pytest.raises(GameError, match="not a set-up of"):
                game.start(other.setup(seats=2))


@any_game
@pytest.mark.parametrize("seats", [-1, 0, 1, 8, 10**9, "2", 2.0, True, None])
def test_a_wrong_number_of_seats_is_refused(game: AnyGame, seats: object) -> None:
    with pytest.raises(GameError) as caught:
        game.setup(seats=seats)
    assert caught.value.code == "bad_seats"
    assert caught.value.rule is not None


@any_game
def test_a_seat_that_forfeits_comes_last(game: AnyGame) -> None:
    state = game.start(game.setup(seats=3))
    outcome = game.forfeit(state, 1)
    assert (outcome.reason, outcome.seat, outcome.ranking[-1]) == ("forfeit", 1, (1,))
    assert outcome.winners == (0, 2)


@any_game
@pytest.mark.parametrize("seat", [-1, 3, 10**9, True, "0", 0.0])
def test_a_seat_that_does_not_exist_sees_nothing(game: AnyGame, seat: Any) -> None:
    with pytest.raises(GameError) as caught:
        game.view(game.start(game.setup(seats=3)), seat)
    assert caught.value.code == "no_such_seat"


@any_game
@pytest.mark.parametrize("text", [None, 5, b"roll", ["roll"], {}])
def test_anything_but_text_is_bad_notation(game: AnyGame, text: Any) -> None:
    with pytest.raises(BadNotation):
        game.parse(text)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (Keep, 4),
        (Keep, None),
        (Keep, []),
        *[(kind, part) for kind in (Take, Steal) for part in (25.0, True, "25", None)],
        *[(Lay, part) for part in ((1.0,), (True,), ("1",), [1], None)],
        *[(kind, part) for kind in (Draw, Grill) for part in ((1.0, 2), (True,), (1, "x"), None)],
        (Dice, 5),
        (Dice, None),
        (DropOut, 1),
    ],
)
def test_moves_and_lots_are_made_of_the_right_types(kind: Any, part: Any) -> None:
    """Equal is not enough: a portion 25.0 would find its way into states and records."""
    with pytest.raises(BadNotation):
        kind(part)


@any_game
@pytest.mark.parametrize("action", [None, "roll", 5, Move(), ChanceOutcome()])
def test_anything_but_a_move_or_an_outcome_is_refused(game: AnyGame, action: Any) -> None:
    for state, _, _ in walk(game, game.setup(seats=2), Random(1), most=12):
        with pytest.raises(GameError):
            game.apply(state, action)


@any_game
@pytest.mark.parametrize("seat", [-1, 2, True, None])
def test_only_a_seat_at_the_table_can_forfeit(game: AnyGame, seat: Any) -> None:
    with pytest.raises(GameError, match="forfeit"):
        game.forfeit(game.start(game.setup(seats=2)), seat)


def test_a_game_that_is_no_name_is_unknown() -> None:
    with pytest.raises(GameError, match="no game"):
        get(["barbecue"])  # type: ignore[call-overload]  # that is the test


@any_game
def test_views_have_types_that_can_be_looked_up(game: AnyGame) -> None:
    """Schemas for other programs are made from the types, so they must be there when the program runs."""
    hints = get_type_hints(type(game.view(game.start(game.setup(seats=2)), 0)))
    assert {"setup", "seat", "to_act", "moves"} <= set(hints)


@any_game
def test_text_is_refused_with_the_advice_to_parse_it(game: AnyGame) -> None:
    source = Random(1)
    for state in states(game, game.start(game.setup(seats=2)), source, most=40):
        if game.to_act(state) is None:
            continue
        for text in ("=11244WWW", "keep 1", "out", "nonsense"):
            with pytest.raises(IllegalMove, match=rf"'{text}' is text: read it with parse\(\) first"):
                game.apply(state, text)  # type: ignore[arg-type]  # as users may try
        with pytest.raises(IllegalMove, match="3 is not a move or an outcome"):
            game.apply(state, 3)  # type: ignore[arg-type]
