"""Batches of games: equal to the reference engine in every number, and safe against wrong arguments."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from heckmeck.games import GAMES, BadSetup, GameOver, IllegalMove, get
from heckmeck.rl.batch import PASS, make_batch
from heckmeck.rl.batch.layout import ENDED, ILLEGAL, RUNNING, TRUNCATED
from heckmeck.rl.batch.stream import Stream, first_states
from heckmeck.rl.encoding import encoding_for
from heckmeck.rl.episode import Episode
from helpers.batches import assert_all_equal, batch_of, compare, needs_kernel, with_kernel
from helpers.random_games import setups

DICE_GAMES = ("bratwurmeck", "barbecue")
SHORT: dict[str, dict[str, Any]] = {
    "bratwurmeck": {"portions": (21, 21)},
    "barbecue": {"spots": (23, 23), "snails": 0},
    "karteneck": {"portions": (16, 19), "zeros": 0, "removed": 0, "copies": 3, "worm_cards": 4, "hand": 3},
}
"""Set-ups in which every kind of end occurs soon."""


@needs_kernel
@pytest.mark.parametrize("name", GAMES)
def test_all_set_ups_are_played_as_by_the_reference_engine(name: str) -> None:
    game = get(name)
    reasons = set[str]()
    for seats in game.seats:
        for number, setup in enumerate(setups(game, seats)):
            reasons |= compare(setup, games=8, steps=40, seed=number, max_turns=None if number % 2 else 4, illegal=0.01)
    reasons |= compare(game.setup(seats=2, **SHORT[name]), games=50, steps=50, seed=1, max_turns=100)
    assert reasons == {*game.reasons, "turn_limit", "illegal_action"}


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_played_as_by_the_reference_engine(name: str) -> None:
    game = get(name)
    assert compare(game.setup(seats=3), games=20, steps=1000, seed=1, max_turns=300) & {*game.reasons}


@with_kernel
@pytest.mark.parametrize("name", GAMES)
def test_observations_and_masks_are_those_of_the_encoding(name: str, use_kernel: bool) -> None:
    batch = batch_of(name, games=1, seed=5, use_kernel=use_kernel)
    episode = Episode(batch.encoding, Stream(int(first_states(5, 1)[0])), 1000)
    while episode.seat is not None and episode.turns < 30:
        assert episode.seat == batch.seats[0]
        observation, mask = episode.observe(episode.seat)
        assert np.array_equal(observation, batch.observations[0])
        assert np.array_equal(mask, batch.masks[0])
        (action,) = batch.random_actions().tolist()
        batch.step([action])
        episode.play(action)


# Luck ----------------------------------------------------------------------------------------------------------------


@with_kernel
def test_the_same_seed_gives_the_same_games(use_kernel: bool) -> None:
    one, two = (batch_of("bratwurmeck", games=5, seed=9, use_kernel=use_kernel) for _ in range(2))
    for _ in range(30):
        one.step(one.random_actions())
        two.step(two.random_actions())
    assert_all_equal(one, two)
    one.reset(seed=9)
    assert np.array_equal(one.observations, batch_of("bratwurmeck", games=5, seed=9).observations)


@with_kernel
def test_a_game_does_not_depend_on_how_many_there_are(use_kernel: bool) -> None:
    few, many = (batch_of("barbecue", games=number, use_kernel=use_kernel) for number in (3, 20))
    assert np.array_equal(few.observations, many.observations[:3])


@with_kernel
def test_every_game_may_have_a_seed(use_kernel: bool) -> None:
    batch = batch_of("barbecue", games=3, use_kernel=use_kernel)
    batch.reset(seed=[4, None, 4])
    assert np.array_equal(batch.observations[0], batch.observations[2])


@with_kernel
def test_games_that_are_not_marked_or_have_no_seed_keep_their_luck(use_kernel: bool) -> None:
    batch, other = (batch_of("barbecue", games=3, use_kernel=use_kernel) for _ in range(2))
    before = batch.records["stream"].copy()
    batch.reset(seed=7, where=[False, True, False])
    assert (batch.records["stream"] == before).tolist() == [True, False, True]
    assert np.array_equal(batch.observations[1], batch_of("barbecue", games=3, seed=7).observations[1])
    batch, same = (batch_of("barbecue", games=3, use_kernel=use_kernel) for _ in range(2))
    for each in (batch, same):
        each.reset(seed=[4, None, 4])
    other.reset()
    assert np.array_equal(batch.records, same.records)
    assert (batch.records["stream"] == other.records["stream"]).tolist() == [False, True, False]


@with_kernel
def test_without_a_seed_luck_goes_on(use_kernel: bool) -> None:
    batch = batch_of("barbecue", use_kernel=use_kernel)
    before = batch.observations.copy()
    batch.reset()
    assert not np.array_equal(batch.observations, before)


# Steps ---------------------------------------------------------------------------------------------------------------


@with_kernel
def test_some_games_can_be_reset_and_others_passed(use_kernel: bool) -> None:
    batch = batch_of("barbecue", games=3, use_kernel=use_kernel)
    batch.step(batch.random_actions())
    before = batch.observations.copy()
    batch.reset(where=[False, True, False])
    assert (batch.observations == before).all(axis=1).tolist() == [True, False, True]
    actions = batch.random_actions()
    actions[:2] = PASS
    before = batch.observations.copy()
    batch.step(actions)
    assert (batch.observations == before).all(axis=1).tolist() == [True, True, False]


@with_kernel
@pytest.mark.parametrize(
    ("actions", "code", "text"),
    [
        ([6, 6, 6], "illegal_action", "Seat 0 of game 0 cannot choose the action 6 now."),
        ([8, 0, 0], "bad_action", "8 is not an action: they go to 7."),
        ([0, -2, 0], "bad_action", "-2 is not an action: they go to 7."),
        ([0, 0], "bad_actions", "The actions must be 3 integers"),
        ([[0, 0, 0]], "bad_actions", "The actions must be 3 integers"),
        ([0.0, 1.0, 2.0], "bad_actions", "The actions must be 3 integers, not an array of float64"),
        ([True, False, True], "bad_actions", "The actions must be 3 integers, not an array of bool"),
        (None, "bad_actions", "The actions must be 3 integers"),
    ],
)
def test_what_cannot_be_played_is_refused_and_changes_nothing(
    actions: Any, code: str, text: str, use_kernel: bool
) -> None:
    batch = batch_of("barbecue", games=3, use_kernel=use_kernel)
    before = batch.records.copy()
    with pytest.raises(IllegalMove) as error:
        batch.step(actions)
    assert error.value.code == code
    assert text in str(error.value)
    assert np.array_equal(batch.records, before)


@with_kernel
def test_a_game_that_is_over_takes_no_action_before_it_is_reset(use_kernel: bool) -> None:
    batch = batch_of("barbecue", games=2, snails=0, spots=(36, 36), use_kernel=use_kernel)
    while not batch.over.any():
        batch.step(batch.random_actions())
    over = batch.over
    assert set(batch.status[over].tolist()) == {ENDED}
    assert not batch.masks[over].any()
    actions = np.where(over, 0, batch.random_actions())
    with pytest.raises(GameOver, match="is over: reset it, or pass"):
        batch.step(actions)
    batch.step(actions, reset_over=True)
    assert set(batch.status[over].tolist()) == {RUNNING}
    assert (batch.turns[over] == 0).all()


@with_kernel
def test_the_limit_of_turns_ends_a_game(use_kernel: bool) -> None:
    batch = make_batch(get("bratwurmeck").setup(seats=2), 2, 1, max_turns=3, use_kernel=use_kernel)
    while not batch.over.all():
        batch.step(batch.random_actions())
    assert batch.status.tolist() == [TRUNCATED] * 2
    assert batch.turns.tolist() == [3, 3]
    assert batch.reasons(np.arange(2)).tolist() == ["turn_limit"] * 2


@with_kernel
def test_an_illegal_action_ends_its_game_if_it_is_asked_for(use_kernel: bool) -> None:
    batch = batch_of("bratwurmeck", games=2, use_kernel=use_kernel)
    seat = batch.seats[0]
    batch.step([39, batch.random_actions()[1]], end_illegal=True)
    assert batch.status.tolist() == [ILLEGAL, RUNNING]
    assert batch.seats[0] == seat
    assert not batch.masks[0].any()
    assert batch.reasons(np.arange(2)).tolist() == ["illegal_action", ""]


@pytest.mark.parametrize("games", [0, -1, 2.0, True, "10"])
def test_bad_numbers_of_games(games: Any) -> None:
    with pytest.raises(BadSetup, match="games must be a whole number from 1"):
        make_batch(get("barbecue").setup(seats=2), games)


def test_bad_limits_and_marks() -> None:
    with pytest.raises(BadSetup, match="max_turns"):
        make_batch(get("barbecue").setup(seats=2), 2, max_turns=0)
    with pytest.raises(BadSetup, match="where must be 3 truth values"):
        batch_of("barbecue", games=3).reset(where=[0, 1, 0])


# Records -------------------------------------------------------------------------------------------------------------


@with_kernel
@pytest.mark.parametrize("name", GAMES)
def test_games_go_on_from_their_records(name: str, use_kernel: bool) -> None:
    batch, other = (batch_of(name, games=4, seed=seed, use_kernel=use_kernel) for seed in (1, 2))
    for _ in range(25):
        batch.step(batch.random_actions())
    other.load(batch.records)
    for _ in range(25):
        assert np.array_equal(batch.records, other.records)
        actions = batch.random_actions()
        batch.step(actions, reset_over=True)
        other.step(actions, reset_over=True)


@needs_kernel
@pytest.mark.parametrize("name", DICE_GAMES)
def test_what_a_turn_can_lead_to(name: str) -> None:
    """Kernel and reference engine agree, and the state is that after the moves."""
    game, source = get(name), Random(4)
    setup = game.setup(seats=3)
    ours, reference = (make_batch(setup, 30, 3, max_turns=40, use_kernel=use) for use in (True, False))
    for _ in range(60):
        ours.step(ours.random_actions(), reset_over=True)
    records = ours.records.copy()
    prizes = ours.dice_layout.prizes(records)
    totals = np.array([source.choice(np.flatnonzero(row[:41]).tolist()) for row in prizes.exists])
    stops = prizes.action[np.arange(30), totals]
    stops[::4] = PASS
    after = ours.after(records, stops, totals)
    expected = reference.after(records, stops, totals)
    for field in records.dtype.names or ():
        assert np.array_equal(after[field], expected[field]), field
    assert np.array_equal(ours.records, records), "the games themselves stay as they are"
    running = records["status"] == RUNNING
    assert (after["turns"][running] == records["turns"][running] + 1).all()


def test_records_of_another_set_up_are_refused() -> None:
    batch, other = batch_of("bratwurmeck"), batch_of("bratwurmeck", seats=3)
    with pytest.raises(BadSetup, match="not records of Heckmeck am Bratwurmeck with this set-up"):
        batch.load(other.records)
    with pytest.raises(BadSetup, match="There are 3 games, and 2 records"):
        batch.load(batch.records[:2])
    with pytest.raises(BadSetup, match="totals must be an integer for each record"):
        batch.after(batch.records, [PASS] * 3, [0, 0])
    cards = batch_of("karteneck")
    with pytest.raises(BadSetup, match="Heckmeck am Karteneck has no roll-and-keep turns"):
        cards.after(cards.records, [PASS] * 3, [0] * 3)


@with_kernel
@pytest.mark.parametrize(
    ("stop", "total"), [("take 30", 29), ("steal 30", 30), ("stop", 30), ("roll", 30), ("keep 1", 30), ("take 30", 99)]
)
def test_stops_that_are_not_legal_lead_nowhere(stop: str, total: int, use_kernel: bool) -> None:
    batch = batch_of("bratwurmeck", use_kernel=use_kernel)
    action = batch.encoding.action(stop)
    with pytest.raises(IllegalMove, match=f"Record 1 cannot stop by the action {action} at the sum {total}"):
        batch.after(batch.records, [PASS, action, PASS], [0, total, 0])
    for wrong in (-2, 40):
        with pytest.raises(IllegalMove, match="Record 2 cannot stop"):
            batch.after(batch.records, [PASS, PASS, wrong], [0, 0, 30])


@needs_kernel
@pytest.mark.parametrize("name", GAMES)
def test_records_with_errors_are_refused_or_played_as_by_the_reference_engine(name: str) -> None:
    """Whatever a record contains, the kernel never leaves its memory or the rules."""
    chance = np.random.default_rng(3)
    ours, reference = (batch_of(name, games=1, seed=2, use_kernel=use) for use in (True, False))
    refused = 0
    for _ in range(400):
        ours.step(ours.random_actions(), reset_over=True)
        records = ours.records.copy()
        changed = records.view(np.uint8)
        place = chance.integers(8, len(changed))
        changed[place] = chance.choice([changed[place] ^ 1, 0, 1, 2, 255])
        try:
            ours.load(records)
        except BadSetup as error:
            assert str(error) == "Record 0 is not a position that a game can have."
            refused += 1
            continue
        reference.load(records)
        for _ in range(5):
            assert_all_equal(ours, reference)
            actions = ours.random_actions()
            ours.step(actions, reset_over=True)
            reference.step(actions, reset_over=True)
    assert 150 < refused < 400


def test_a_turn_without_a_way_out_is_refused() -> None:
    batch = batch_of("barbecue", games=1)
    records = batch.records.copy()
    before = records.copy()
    records["rolled"], records["kept"], records["left"], records["total"] = 0, [8, 0, 0, 0, 0, 0], 0, 8
    with pytest.raises(BadSetup, match="Record 0 is not a position"):
        batch.load(records)
    assert np.array_equal(batch.records, before)


def _out_before_the_grill(record: Any) -> None:
    record["unseen"] += record["grill"]
    record["supply"] += 2
    record["grill"] = 0
    record["players"]["out"] = [1, 0]


def _laid_before_the_grill(record: Any) -> None:
    _out_before_the_grill(record)
    record["players"]["out"] = 0
    record["players"]["layout"][1], record["players"]["hand"][1] = record["players"]["hand"][1], 0


def _dealing_without_enough_cards(record: Any) -> None:
    _out_before_the_grill(record)
    record["players"]["out"], record["draws"] = 0, 6
    record["players"]["hand"][1] += record["pile"]
    record["pile"] = 0
    for card in np.flatnonzero(record["players"]["hand"][1])[:6]:
        record["players"]["hand"][1][card] -= 1
        record["pile"][card] += 1


def _out_and_to_act(record: Any) -> None:
    record["players"]["out"][record["seat"]] = 1
    record["grill"], record["unseen"], record["supply"] = 0, record["unseen"] + record["grill"], 0
    kind = np.flatnonzero(record["unseen"])[0]
    record["grill"][kind], record["unseen"][kind] = 1, record["unseen"][kind] - 1


def _out_with_a_layout_without_a_worm(record: Any) -> None:
    record["seat"] = record["viewer"] = 1
    cards = record["players"][0]
    cards["out"], cards["layout"][:5] = 1, cards["hand"][:5]
    cards["hand"][:5] = 0


def _more_draws_than_after_a_lay(record: Any) -> None:
    record["draws"] = 2


def _worms_chosen_beside_laid_ones(record: Any) -> None:
    player, worms = record["players"][record["seat"]], [10, 11]
    for holder in (record["pile"], *record["players"]["hand"]):
        holder[worms] = 0
    player["layout"][10] = player["hand"][11] = record["chosen"][11 - 5] = 1


@with_kernel
@pytest.mark.parametrize(
    "change",
    [
        _out_before_the_grill,
        _laid_before_the_grill,
        _dealing_without_enough_cards,
        _out_and_to_act,
        _out_with_a_layout_without_a_worm,
        _more_draws_than_after_a_lay,
        _worms_chosen_beside_laid_ones,
    ],
)
def test_rounds_of_karteneck_that_cannot_be_are_refused(change: Callable[[Any], None], use_kernel: bool) -> None:
    batch = batch_of("karteneck", games=1, use_kernel=use_kernel)
    before, records = batch.records.copy(), batch.records.copy()
    change(records[0])
    assert not batch.layout.possible(records).any()
    with pytest.raises(BadSetup, match="Record 0 is not a position"):
        batch.load(records)
    assert np.array_equal(batch.records, before)


def test_deals_go_on_from_their_records() -> None:
    """The first hands are drawn at once, but a record may be before each of them."""
    game = get("karteneck")
    setup = game.setup(seats=3)
    batch, state = make_batch(setup, 1, 1), game.start(setup)
    for _ in range(setup.seats + 1):
        batch.load(batch.layout.record(state))
        assert batch.masks.any()
        state, _ = game.apply(state, game.chance(state).sample(Random(1)))


@pytest.mark.parametrize(("worms", "plates"), [(0, 1), (1, 2), (5, 0)])
def test_worms_of_barbecue_are_those_of_plates_and_snails(worms: int, plates: int) -> None:
    """Fewer could become negative after a theft, more could be too many for an observation."""
    batch = batch_of("barbecue", games=1)
    records = batch.records.copy()
    records["plates"][0, 0, 0], records["worms"][0, 0] = plates, worms
    with pytest.raises(BadSetup, match="Record 0 is not a position"):
        batch.load(records)
    records["worms"][0, 0] = plates * batch.dice_layout.setup.worms[0]
    batch.load(records)


@with_kernel
def test_arrays_are_not_written_to(use_kernel: bool) -> None:
    """They determine the legal actions."""
    batch = batch_of("bratwurmeck", use_kernel=use_kernel)
    for array in (batch.observations, batch.masks, batch.seats, batch.status):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1


def test_a_batch_says_what_it_is() -> None:
    assert "of 3 games of Heckmeck Barbecue" in repr(batch_of("barbecue"))
    assert encoding_for(get("barbecue").setup(seats=2)).size == batch_of("barbecue").observations.shape[1]


@with_kernel
def test_some_games_of_a_batch_can_be_loaded(use_kernel: bool) -> None:
    batch, other = (batch_of("bratwurmeck", games=games, seed=games, use_kernel=use_kernel) for games in (5, 2))
    for _ in range(6):
        other.step(other.random_actions())
    before = batch.records.copy()
    batch.load(other.records.copy(), np.array([3, 1]))
    assert np.array_equal(batch.records[[3, 1]], other.records)
    assert np.array_equal(batch.records[[0, 2, 4]], before[[0, 2, 4]])
    assert np.array_equal(batch.masks[[3, 1]], other.masks)
    for wrong in ([1, 1], [0, 5], [-1, 0]):
        with pytest.raises(BadSetup, match="games must be different numbers from 0 to 4"):
            batch.load(other.records.copy(), np.array(wrong))
    with pytest.raises(BadSetup, match="There are 3 games, and 2 records"):
        batch.load(other.records.copy(), np.arange(3))
