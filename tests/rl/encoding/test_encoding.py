"""Ids and observations: nothing is lost, nothing is ambiguous, and neither changes without a new version."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from heckmeck.games import GAMES, AnyGame, BadNotation, BadSetup, Keep, Move, Roll
from heckmeck.games.bratwurmeck import Take
from heckmeck.games.karteneck import Choices, DropOut, Lay
from heckmeck.rl.encoding import AnyEncoding, encoding_for
from helpers.random_games import action_at, setups, states

GOLDEN = Path(__file__).parents[2] / "golden" / "rl"

EVERY = 5
"""Only every n-th state of a game is checked: it takes long, and neighbouring states are similar."""
MANY = 64
"""Maximum number of moves of one decision that are checked."""


def some_states(game: AnyGame, seats: int) -> Iterator[tuple[AnyEncoding, Any]]:
    for number, setup in enumerate(setups(game, seats)):
        encoding, source = encoding_for(setup), Random(100 * seats + number)
        played = list(states(game, game.start(setup), source, most=400))
        for state in [*played[::EVERY], played[-1]]:
            yield encoding, state


CASES = [(game, seats) for game in GAMES.values() for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), CASES, ids=lambda case: getattr(case, "name", case))
def test_an_observation_is_read_back_as_the_view(game: AnyGame, seats: int) -> None:
    for encoding, state in some_states(game, seats):
        for seat in range(seats):
            view = game.view(state, seat)
            observation = encoding.encode(view)
            assert observation.dtype == encoding.dtype
            assert observation.shape == (encoding.size,)
            assert (observation <= encoding.high).all()
            assert encoding.decode(observation) == (view, ())


@pytest.mark.parametrize(("game", "seats"), CASES, ids=lambda case: getattr(case, "name", case))
def test_every_move_has_its_ids_and_the_mask_has_no_others(game: AnyGame, seats: int) -> None:
    for encoding, state in some_states(game, seats):
        for seat in range(seats):
            view = game.view(state, seat)
            mask = encoding.mask(view)
            assert mask.dtype == np.int8
            assert np.flatnonzero(mask).tolist() == encoding.legal(view)
            if seat != game.to_act(state):
                assert not mask.any()
                continue
            moves = game.legal_moves(state)
            if len(moves) <= MANY:
                assert sorted(map(str, reachable(encoding, view))) == sorted(map(str, moves))
            for move in islice(moves, MANY):
                check_round_trip(encoding, view, move)


def reachable(encoding: AnyEncoding, view: Any, chosen: tuple[int, ...] = ()) -> Iterator[Move]:
    """Yield the move of every sequence of legal ids, as often as there are sequences for it."""
    move = encoding.move(chosen)
    if move is not None:
        yield move
        return
    for action in encoding.legal(view, chosen):
        yield from reachable(encoding, view, (*chosen, action))


def check_round_trip(encoding: AnyEncoding, view: Any, move: Move) -> None:
    ids = encoding.ids(move)
    assert encoding.move(ids) == move
    for number, action in enumerate(ids):
        assert encoding.mask(view, ids[:number])[action]
        assert encoding.action(encoding.name(action)) == action
        assert encoding.decode(encoding.encode(view, ids[:number])) == (view, ids[:number])


@pytest.mark.parametrize("name", GAMES)
def test_ids_and_layout_are_those_of_their_version(name: str) -> None:
    """A change of either breaks stored policies: it needs a new version, and new golden files."""
    game = GAMES[name]
    described = [encoding_for(game.setup(seats=seats)).describe() for seats in (game.seats[0], game.seats[-1])]
    assert "\n\n".join(described) + "\n" == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_names_are_notation_and_unique(name: str) -> None:
    game = GAMES[name]
    encoding = encoding_for(game.setup(seats=2))
    assert len(set(encoding.actions)) == len(encoding.actions)
    for action, written in enumerate(encoding.actions):
        move = encoding.move((action,))
        if move is not None and written != "lay":
            assert game.parse(written) == move


def test_a_hand_of_many_worms_is_laid_in_few_actions() -> None:
    game = GAMES["karteneck"]
    encoding = encoding_for(game.setup(seats=2))
    worms = tuple(range(6, 31))
    moves = Choices(hand=worms, layout=(), steal=False)
    assert len(moves) > 2**24
    view = game.view(game.start(encoding.setup), 0)._replace(moves=moves)
    assert len(encoding.legal(view)) == 26
    check = Lay(worms)
    assert encoding.move(encoding.ids(check)) == check
    assert len(encoding.ids(check)) == 26


def test_three_zeros_and_their_places_are_distinguished() -> None:
    game = GAMES["karteneck"]
    encoding = encoding_for(game.setup(seats=3))
    start = game.start(encoding.setup)
    observed = set()
    for stacks in [((0, 16, 0), (0,), ()), ((0, 0, 16), (0,), ()), ((0,), (0, 16, 0), ()), ((), (0,), (16, 0, 0))]:
        view = game.view(start._replace(stacks=stacks), 1)
        observation = encoding.encode(view)
        assert encoding.decode(observation)[0].stacks == stacks
        observed.add(observation.tobytes())
    assert len(observed) == 4


def test_many_worms_need_wider_numbers() -> None:
    game = GAMES["barbecue"]
    assert encoding_for(game.setup(seats=5)).dtype == np.uint8
    encoding = encoding_for(game.setup(seats=2, spots=(25, 27), worms_by_spot={25: 0, 26: 99, 27: 3}))
    assert encoding.dtype == np.uint16
    view = game.view(game.start(encoding.setup)._replace(worms=(300, 0)), 1)
    assert encoding.decode(encoding.encode(view))[0].worms == (300, 0)


def test_a_seat_remembers_what_it_saw_of_karteneck() -> None:
    """The history has every grill, action and own card in order, and no card of another seat."""
    game = GAMES["karteneck"]
    encoding = encoding_for(game.setup(seats=2))
    steps = ["=draw 1 2 2 4 W3 W11", "=draw 1 3 3 5 5 W7", "=grill 0 33", "lay W3 W11", "=draw 5", "lay 3 3", "out"]
    seen: dict[int, list[int]] = {0: [], 1: []}
    for step, by in zip(steps, [0, 1, None, 0, 0, 1, 0], strict=True):
        for seat in seen:
            seen[seat] += encoding.tokens(game.parse(step), by, seat)
    grill, lay = [144, 162], [encoding.action(name) + 1 for name in ("add W3", "add W11", "lay")]
    twos = [encoding.action("lay 3 3") + 1, encoding.action("out") + 1]
    assert seen[0] == [114, 115, 115, 117, 121, 129, *grill, *lay, 118, *twos]
    assert seen[1] == [114, 116, 116, 118, 118, 125, *grill, *lay, *twos]
    view = game.view(game.start(encoding.setup), 0)
    information = encoding.information(view, (), seen[0])
    assert information.shape == (encoding.size + encoding.history_length,)
    assert information.dtype == np.uint8
    assert information[encoding.size :].tolist() == seen[0] + [0] * (encoding.history_length - len(seen[0]))


@pytest.mark.parametrize("seats", GAMES["karteneck"].seats)
def test_a_history_is_never_longer_than_its_bound(seats: int) -> None:
    game = GAMES["karteneck"]
    for setup in setups(game, seats):
        encoding, source, state = encoding_for(setup), Random(seats), game.start(setup)
        tokens: list[int] = []
        while game.to_act(state) is not None:
            action = action_at(game, state, source)
            tokens += encoding.tokens(action, game.luck_of(state) if state.draws else state.seat, viewer=0)
            state = game.apply(state, action).state
        assert 0 < len(tokens) <= encoding.history_length


def test_other_moves_views_and_games_are_refused() -> None:
    bratwurmeck, karteneck = (encoding_for(GAMES[name].setup(seats=2)) for name in ("bratwurmeck", "karteneck"))
    with pytest.raises(BadNotation, match="not a move of Heckmeck am Bratwurmeck"):
        bratwurmeck.ids(DropOut())
    with pytest.raises(BadNotation, match="not a move of Heckmeck am Karteneck"):
        karteneck.ids(Keep("1"))
    for cards in [(1, 2), (), (5, 6)]:
        with pytest.raises(BadNotation, match="not a move"):
            karteneck.ids(Lay(cards))
    with pytest.raises(BadNotation, match="no 18 cards"):
        karteneck.ids(Lay((1,) * 18))
    with pytest.raises(BadNotation, match="40 is not an action"):
        bratwurmeck.name(40)
    with pytest.raises(BadNotation, match="-1 is not an action"):
        bratwurmeck.name(-1)
    with pytest.raises(BadNotation, match="'jump' is not the name"):
        bratwurmeck.action("jump")
    game = GAMES["bratwurmeck"]
    with pytest.raises(BadSetup, match="spectator"):
        bratwurmeck.encode(game.view(game.start(bratwurmeck.setup), None))
    with pytest.raises(BadSetup, match="another set-up"):
        bratwurmeck.encode(game.view(game.start(game.setup(seats=3)), 0))
    with pytest.raises(ValueError, match=r"has the shape \(65,\), not \(3,\)"):
        bratwurmeck.decode(np.zeros(3, np.uint8))
    with pytest.raises(ValueError, match="made of integers, not of float32"):
        bratwurmeck.decode(np.zeros(65, np.float32))
    with pytest.raises(BadSetup, match="no encoding"):
        encoding_for(None)  # type: ignore[arg-type]


def test_ids_are_known_by_heart() -> None:
    """A few ids of each kind, as the documentation has them."""
    bratwurmeck = encoding_for(GAMES["bratwurmeck"].setup(seats=2))
    assert [bratwurmeck.ids(move) for move in (Keep("W"), Roll(), Take(21), Take(36))] == [(5,), (6,), (8,), (23,)]
    assert repr(bratwurmeck) == "<BratwurmeckEncoding v1: 40 actions, 65 numbers>"
