"""The game in the library: played, simulated, recorded, replayed and rated like every other."""

import re
import subprocess
from pathlib import Path
from random import Random

import pytest

from heckmeck.games import CHANCE, AnyGame, BadNotation, GameError, IllegalMove, all_games, from_position
from heckmeck.play import Arena, Simulation, decode, encode, replay

ROOT = Path(__file__).parents[2]
TEXTS = {".py", ".ts", ".svelte", ".json", ".md", ".toml", ".txt", ".sh", ".css", ".html", ".c", ".h", ".cjs"}


def test_it_is_found_by_its_entry_point_after_the_others(pig: AnyGame) -> None:
    assert [*all_games()][-1] == pig.name
    assert pig.title == "Pig"


def test_every_state_of_random_games_has_a_position_that_is_read_back(pig: AnyGame) -> None:
    source = Random(5)
    for seats in pig.seats:
        state = pig.start(pig.setup(seats=seats, first=seats - 1, target=30))
        while (actor := pig.to_act(state)) is not None:
            assert from_position(pig.position(state)) == state
            for seat in (None, *range(seats)):
                view = pig.view(state, seat)
                assert pig.view_from_position(pig.position(view)) == view
                assert bool(view.moves) == (seat is not None and seat == actor)
            action = pig.sample(state, source) if actor is CHANCE else source.choice(pig.legal_moves(state))
            assert pig.parse(str(action)) == action
            state, _ = pig.apply(state, action)
        assert from_position(pig.position(state)) == state
        outcome = pig.outcome(state)
        assert outcome is not None
        assert outcome.winners


@pytest.mark.parametrize(
    "end", ["at_stake=1 rolling=no", "at_stake=0 rolling=no", "at_stake=4", "at_stake=x rolling=no"]
)
def test_a_position_that_cannot_be_is_refused(pig: AnyGame, end: str) -> None:
    with pytest.raises(BadNotation):
        pig.from_position(f"pig seats=2 banked=3/4 turn=0 {end}")


def test_a_one_loses_what_is_at_stake_and_the_target_wins(pig: AnyGame) -> None:
    state = pig.start(pig.setup(seats=2, target=10))
    for step in ["=6", "roll", "=1", "=5", "hold", "=6", "roll", "=4", "hold"]:
        state, _ = pig.apply(state, pig.parse(step))
    outcome = pig.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((10, 5), (0,))


@pytest.mark.parametrize("step", ["=7", "=", "take 3", "hold 2", ""])
def test_what_is_no_step_is_refused(pig: AnyGame, step: str) -> None:
    with pytest.raises(GameError):
        pig.apply(pig.start(pig.setup(seats=2)), pig.parse(step))


def test_a_move_where_the_die_rolls_is_refused(pig: AnyGame) -> None:
    state = pig.start(pig.setup(seats=2))
    with pytest.raises(GameError):
        pig.apply(state, pig.parse("hold"))
    state, _ = pig.apply(state, pig.parse("=4"))
    with pytest.raises(IllegalMove):
        pig.apply(state, pig.parse("=4"))


def test_bots_simulate_it_and_the_records_replay(pig: AnyGame) -> None:
    simulation = Simulation(pig, ["hold", "random"], seed=3)
    for table in simulation.tables(20):
        record = decode(encode(table.record()))
        assert record == table.record()
        assert [step.state for step in replay(record)][-1] == table.state
    assert simulation.tally.games == 20
    assert simulation.faults == []


def test_the_arena_rates_its_bots(pig: AnyGame) -> None:
    arena = Arena(pig, ["hold", "random"], seats=2, seed="1")
    for _ in arena.play(deals=50):
        pass
    score = arena.scores["hold", "random"]
    assert score.rate - score.margin > 0.5
    assert arena.ratings()["hold"][0] > arena.ratings()["random"][0]


def test_no_other_file_names_it(pig: AnyGame) -> None:
    """Nothing is specific to it: no file outside this folder contains its name."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    others = [ROOT / name for name in listed if not name.startswith("tests/fourth_game/")]
    texts = {path: path.read_bytes() for path in others if path.suffix in TEXTS and path.is_file()}
    assert len(texts) > 500
    # OpenSpiel has a game of the same name, which bench/environments plays for comparison.
    name = re.compile(
        rb"(?<![a-z])(?<!OpenSpiel.)(?<!OpenSpiel's.)(?<!partial\(openspiel, .)" + pig.name.encode() + rb"(?![a-z])",
        re.I,
    )
    assert [path for path, text in texts.items() if name.search(text)] == []
