"""The page on adding a game: its game is complete, and every method that it names exists."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest

from heckmeck.bots import make, registry
from heckmeck.games import CHANCE, AnyGame, BadNotation, BadSetup, IllegalMove, RollAndKeep, natural_order
from heckmeck.games.registry import GROUP as GAMES_GROUP
from heckmeck.play import Table
from heckmeck.solve.registry import GROUP as SMALL_GAMES_GROUP
from helpers.doc_pages import ROOT, program

PAGE = (ROOT / "docs/add-a-game.md").read_text("utf-8")


@pytest.fixture
def sprint(tmp_path: Path) -> AnyGame:
    path = tmp_path / "sprint.py"
    path.write_text(program("docs/add-a-game.md"), "utf-8")
    spec = spec_from_file_location("sprint", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    game: AnyGame = module.Sprint()
    return game


def test_random_games_end_and_every_position_is_read_back(sprint: AnyGame) -> None:
    source = Random(3)
    for seats in sprint.seats:
        state = sprint.start(sprint.setup(seats=seats, first=seats - 1, length=12))
        while (actor := sprint.to_act(state)) is not None:
            assert sprint.from_position(sprint.position(state)) == state
            moves = sprint.legal_moves(state)
            assert list(moves) == sorted(moves, key=natural_order)
            for seat in (None, *range(seats)):
                view = sprint.view(state, seat)
                assert sprint.view_from_position(sprint.position(view)) == view
            action = sprint.sample(state, source) if actor is CHANCE else source.choice(moves)
            assert sprint.parse(str(action)) == action
            state, _ = sprint.apply(state, action)
        assert sprint.from_position(sprint.position(state)) == state
        outcome = sprint.outcome(state)
        assert outcome is not None
        assert outcome.scores[outcome.winners[0]] == 12


def test_it_is_played_at_a_table_and_described(sprint: AnyGame) -> None:
    players = [make("random", sprint, Random(seat)) for seat in range(2)]
    table = Table(sprint, sprint.setup(seats=2), players, Random(1), names=["Ann", "Bo"])
    sentences = [event.describe(table.names) for played in table.play() for event in played.events]
    assert table.fault is None
    assert re.fullmatch(r"Ann advances [013] to [013]", sentences[0])
    assert "20 of 20" in str(table.state)


def test_what_the_rules_do_not_allow_is_refused(sprint: AnyGame) -> None:
    with pytest.raises(BadSetup, match="from 3 to 99"):
        sprint.setup(seats=2, length=2)
    with pytest.raises(BadSetup, match="2 to 6 players"):
        sprint.setup(seats=7)
    state = sprint.start(sprint.setup(seats=2))
    with pytest.raises(IllegalMove, match="up to chance"):
        sprint.apply(state, sprint.parse("=3"))
    with pytest.raises(BadNotation, match="only one seat"):
        sprint.from_position("sprint seats=2 places=20/20 turn=0 running=no")
    with pytest.raises(BadNotation, match="written like this"):
        sprint.from_position("sprint seats=2 places=20/3 turn=0 running=yes")


def test_the_page_names_all_that_roll_and_keep_turns_need() -> None:
    _, _, section = PAGE.partition("### Games of roll-and-keep turns")
    named = set(re.findall(r"`(\w+)`", section))
    own = {name for name in RollAndKeep.__abstractmethods__ if name in vars(RollAndKeep)}
    assert own <= named
    assert {"die", "stop_may_fail", "board", "ended"} <= named


def test_the_page_names_every_entry_point_group() -> None:
    for group in (GAMES_GROUP, registry.GROUP, registry.ESTIMATORS_GROUP, SMALL_GAMES_GROUP):
        assert group in PAGE
