"""Games in a table's log: each one read separately equals the same game in a replay of the whole log."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heckmeck.games import BadSetup, get
from heckmeck.server.live.archive import LoggedGame, find_game, find_games, to_fair_record, to_record
from heckmeck.server.live.log_reader import read_log
from heckmeck.server.store import Row
from heckmeck.server.table import entries, messages
from heckmeck.server.table.progress import repeat
from helpers.eventful_tables import lived
from helpers.tables import ANN, BO, Desk, small

SECRET = bytes(32)


def replayed(rows: list[Row]) -> dict[int, LoggedGame]:
    """All games of a log by its replay from the first entry to the last."""
    found: dict[int, LoggedGame] = {}
    for step in read_log(rows):
        state = step.after
        game = found.get(state.number, LoggedGame([], state, False))
        if state.number and not game.over:
            steps = [*game.steps, *getattr(step.entry, "steps", ())]
            last = state if state.state is not None else game.table
            found[state.number] = LoggedGame(steps, last, state.phase in ("over", "closed"))
    return found


def shown(game: LoggedGame) -> dict[str, Any]:
    """Everything of a game that can be compared. Before its first step, the clocks are those of the game before."""
    table = msgspec.structs.asdict(game.table)
    clocks = () if game.steps else ("moved_seq", "moved_at", "asked_at", "expired")
    return {"steps": game.steps, "over": game.over, **{key: table[key] for key in table if key not in clocks}}


@settings(max_examples=30)
@given(st.sampled_from(("bratwurmeck", "barbecue", "karteneck")), st.integers(0, 2**32))
def test_a_game_found_by_itself_is_that_of_the_whole_log(game: str, seed: int) -> None:
    source = Random(seed)
    rows = lived(game, source).rows
    whole = replayed(rows)
    assert sorted(whole) == [1, 2, 3, 4]
    for number, expected in whole.items():
        found = find_game(rows, number)
        assert shown(found) == shown(expected)
        assert to_record(found) == to_record(expected)
        if expected.over or not get(game).hides:
            assert to_fair_record(found, SECRET) == to_fair_record(expected, SECRET)
    wanted = {number for number in whole if source.random() < 0.5}
    assert [shown(each) for each in find_games(rows, wanted)] == [shown(whole[number]) for number in sorted(wanted)]


def test_the_tables_tried_have_all_that_happens_at_tables() -> None:
    """The test above would show little if nothing happened at these tables."""
    written = [entry for seed in range(20) for entry in lived("bratwurmeck", Random(seed)).entries]
    missing = {
        entries.Sat,
        entries.Left,
        entries.BotSat,
        entries.StoodIn,
        entries.Returned,
        entries.Cleared,
        entries.Committed,
        entries.Revealed,
    }
    missing |= {entries.SeedsClosed, entries.Moved, entries.Said, entries.ChatSet, entries.BrokenOff}
    assert missing - set(map(type, written)) == set()
    assert {entry.why for entry in written if isinstance(entry, entries.StoodIn)} == {"left", "time"}


def test_the_moves_of_other_games_are_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(small()).begun(ANN, BO)
    for _ in range(3):
        desk.over().do(ANN, messages.Start)
    rows, made = desk.rows, 0

    def counted(*arguments: Any) -> Any:
        nonlocal made
        made += len(arguments[-1])
        return repeat(*arguments)

    monkeypatch.setattr("heckmeck.server.table.state.repeat", counted)
    for number in (1, 2, 3):
        made = 0
        steps = find_game(rows, number).steps
        assert len(steps) == made > 0


def test_what_comes_after_a_game_is_not_even_read() -> None:
    desk = Desk(small()).begun(ANN, BO).over()
    end = desk.table.seq
    desk.do(ANN, messages.Start)
    rows = [row._replace(body=b"?") if row.seq > end else row for row in desk.rows]
    assert find_game(rows, 1).over


def test_a_game_that_never_was_is_not_found() -> None:
    with pytest.raises(BadSetup, match="no game 2"):
        find_game(Desk(small()).begun(ANN, BO).rows, 2)
