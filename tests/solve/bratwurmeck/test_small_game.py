"""Small games: equal to a tiny solver that asks the rules themselves, kept in files that are checked, and played."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest

from heckmeck.bots.bratwurmeck.perfect import PerfectBot
from heckmeck.cli.commands.solve import interval
from heckmeck.games import BadSetup, Move
from heckmeck.games.bratwurmeck import BratwurmeckSetup, BratwurmeckState, Steal, Take
from heckmeck.games.turn import Turn
from heckmeck.play import Table
from heckmeck.solve.bratwurmeck.positions import Places, Positions, memory_needed, most_positions
from heckmeck.solve.bratwurmeck.small_game import SLACK, Values, solve
from heckmeck.solve.solver import turn_solver
from heckmeck.solve.value_file import HEADER, MAGIC, read_values, write_values
from helpers.small_game_reference import GAME, SETUPS, TOLERANCE, by_playing, reference, small_games, solved, worth


@small_games
def test_the_positions_are_those_that_playing_leads_to(setup: BratwurmeckSetup) -> None:
    positions = Positions(setup)
    numbers = {positions.find(*where) for where in by_playing(setup)}
    assert numbers == set(range(len(positions)))
    assert len(positions) == len(by_playing(setup))


@small_games
def test_there_are_no_more_positions_than_memory_is_planned_for(setup: BratwurmeckSetup) -> None:
    portions = len(Places(setup).portions)
    assert len(Positions(setup)) <= most_positions(portions) <= 2 * len(Positions(setup))
    values = Values(Positions(setup))
    largest = max(values.positions.groups(), key=lambda blocks: blocks[-1].stop - blocks[0].start)
    successors = values.positions.successors(slice(largest[0].start, largest[-1].stop))
    arrays = (values.positions.codes, values.low[:-3], values.high[:-3], *successors)
    assert sum(array.nbytes for array in arrays) < memory_needed(portions)


def test_a_position_that_cannot_come_about_is_refused() -> None:
    with pytest.raises(BadSetup, match="cannot come about"):
        Positions(SETUPS[0]).find((22,), (), ())


@small_games
def test_values_equal_those_of_a_tiny_solver_that_asks_the_rules(setup: BratwurmeckSetup) -> None:
    values = solved(setup)
    assert values.bound <= TOLERANCE
    for where, value in reference(setup).items():
        number = values.positions.find(*where)
        assert values.low[number] - 1e-9 <= value <= values.high[number] + 1e-9


def test_the_bounds_hold_after_every_sweep() -> None:
    setup = SETUPS[2]
    values = Values(Positions(setup))
    exact = np.zeros(len(values.positions))
    for where, value in reference(setup).items():
        exact[values.positions.find(*where)] = value
    bounds: list[float] = []

    def report(done: int) -> None:
        assert (values.low[:-3] <= exact + 1e-9).all()
        assert (values.high[:-3] >= exact - 1e-9).all()
        bounds.append(values.bound)

    solve(values, TOLERANCE, report=report)
    assert bounds[0] > 0.01
    assert bounds[-1] <= TOLERANCE


def test_single_precision_is_off_by_less_than_half_of_what_the_bounds_are_moved_apart() -> None:
    """Win probabilities as stops, and for a hard case those near one, where rounding is coarsest."""
    source, solver = np.random.default_rng(1), turn_solver("bratwurmeck")
    fail = np.concatenate([source.random(256), 1 - 1e-3 * source.random(256)])
    stop = np.repeat(fail[:, None], solver.sums, axis=1)
    stop[:256, 21:] = source.random((256, solver.sums - 21))
    stop[256:, 21:] = 1
    rough, exact = (solver.solve_many(stop, fail, kind) for kind in (np.float32, np.float64))
    assert 0 < np.abs(rough - exact).max() < SLACK / 2


def test_the_number_of_threads_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heckmeck.solve.bratwurmeck.small_game.BATCH", 4)
    values = Values(Positions(SETUPS[1]))
    solve(values, TOLERANCE, threads=3)
    assert (values.low == solved(SETUPS[1]).low).all()
    assert (values.high == solved(SETUPS[1]).high).all()


def test_too_many_portions_or_players_are_refused() -> None:
    for setup in (BratwurmeckSetup(seats=2, portions=(21, 31)), BratwurmeckSetup(seats=3, portions=(21, 22))):
        with pytest.raises(BadSetup, match="at most 10 portions"):
            Positions(setup)


def test_ten_portions_still_fit_into_the_numbers() -> None:
    """The largest number is that of a full grill, where nothing is turned over; beyond 64 bits it would be negative."""
    positions = Positions(BratwurmeckSetup(seats=2, portions=(27, 36)), np.zeros(1, np.int64))
    places = positions.places
    assert places.code(range(27, 37), (), ()) > places.code(range(27, 36), (), (36,)) > 0
    digits = places.digits(np.array([places.code(range(29, 37), (28,), (27,))]))
    assert digits.tolist() == [[12, 2, 0, 0, 0, 0, 0, 0, 0, 0]]


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    values, path = solved(SETUPS[4]), tmp_path / "folder" / "small.values"
    write_values(path, values, complete=True)
    again = read_values(path, SETUPS[4])
    assert isinstance(again.low, np.memmap)
    assert (again.low == values.low).all()
    assert (again.high == values.high).all()
    assert (again.positions.codes == values.positions.codes).all()
    assert again.positions.setup == SETUPS[4]
    assert [file.name for file in path.parent.iterdir()] == ["small.values"]


def truncated(content: bytes) -> bytes:
    return content[:-1]


def short(content: bytes) -> bytes:
    return content[:20]


def longer(content: bytes) -> bytes:
    return content + b"\0"


def other_version(content: bytes) -> bytes:
    return content[: len(MAGIC)] + b"\x07" + content[len(MAGIC) + 1 :]


def other_magic(content: bytes) -> bytes:
    return b"x" + content[1:]


def no_json(content: bytes) -> bytes:
    return content.replace(b'{"game"', b'["game"', 1)


def no_count(content: bytes) -> bytes:
    return content.replace(b'"positions": ', b'"positionz": ', 1)


def endless_count(content: bytes) -> bytes:
    return content.replace(b'"positions": 6, "bound": ', b'"positions": 1e400, "b": ', 1)


def empty(content: bytes) -> bytes:
    return b""


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (truncated, "truncated or damaged"),
        (short, "is truncated"),
        (longer, "truncated or damaged"),
        (other_version, "is of version 7"),
        (other_magic, "holds no values"),
        (no_json, "cannot be read"),
        (no_count, "makes no sense"),
        (endless_count, "makes no sense"),
        (empty, "holds no values"),
    ],
)
@pytest.mark.parametrize("unfinished", [False, True])
def test_a_damaged_file_is_refused(
    tmp_path: Path, damage: Callable[[bytes], bytes], words: str, unfinished: bool
) -> None:
    path = tmp_path / "small.values"
    write_values(path, solved(SETUPS[0]), complete=True)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadSetup, match=words):
        read_values(path, unfinished=unfinished)


def test_a_file_of_other_options_or_one_that_is_not_finished_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.values"
    write_values(path, solved(SETUPS[1]), complete=False)
    for other in (SETUPS[0], SETUPS[4]):
        with pytest.raises(BadSetup, match="other options"):
            read_values(path, other, unfinished=True)
    with pytest.raises(BadSetup, match="not finished"):
        read_values(path, SETUPS[1])
    assert path.stat().st_size > HEADER


def test_going_on_from_a_checkpoint_gives_the_same_as_one_run(tmp_path: Path) -> None:
    path, sweeps = tmp_path / "small.values", 0

    def stop(done: int) -> None:
        nonlocal sweeps
        sweeps += 1
        if sweeps == 12:
            raise KeyboardInterrupt

    values = Values(Positions(SETUPS[2]))
    with pytest.raises(KeyboardInterrupt):
        solve(values, TOLERANCE, report=stop)
    assert values.bound > TOLERANCE
    write_values(path, values, complete=False)
    again = read_values(path, SETUPS[2], unfinished=True)
    solve(again, TOLERANCE)
    assert (again.low == solved(SETUPS[2]).low).all()
    assert (again.high == solved(SETUPS[2]).high).all()


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "small.values"
    write_values(path, solved(SETUPS[0]), complete=True)
    old = path.read_bytes()

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_values(path, solved(SETUPS[1]), complete=True)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("setup", [SETUPS[1], SETUPS[5]], ids=str)
def test_played_games_agree_with_the_values(setup: BratwurmeckSetup) -> None:
    values, games, wins = solved(setup), 600, 0
    bot = PerfectBot(Random(0), values)
    for number in range(games):
        table = Table(GAME, setup, [bot, bot], Random(number), names=["a", "b"], people=(0, 1))
        list(table.play())
        assert table.outcome is not None
        wins += table.outcome.winners == (0,)
    low, high = interval(wins, games)
    assert low < values.at(values.positions.start)[0] < high


def test_the_bot_takes_what_is_worth_most_and_not_what_is_highest() -> None:
    """In every position and for every sum, the bot's stop is one that the tiny solver values most."""
    setup = SETUPS[2]
    bot, values = PerfectBot(Random(0), solved(setup)), reference(setup)
    stops = 0
    for where in by_playing(setup):
        for kept in ("5555WWWW", "445555WW", "4555555W", "1245WWWW", "12234WWW"):
            state = BratwurmeckState(setup, where.grill, (where.own, where.other), 0, Turn(kept, "", False))
            moves: list[Move] = [m for m in GAME.legal_moves(state) if isinstance(m, Take | Steal)]
            if GAME.die.facts[kept].over and moves:
                chosen = GAME.apply(state, bot.choose(GAME.view(state, 0))).state
                best = max(worth(GAME.apply(state, move).state, values) for move in moves)
                assert worth(chosen, values) == pytest.approx(best, abs=1e-6)
                stops += len(moves) > 1
    assert stops > 10


def test_the_bot_refuses_a_game_that_it_has_no_values_for() -> None:
    bot = PerfectBot(Random(0), solved(SETUPS[1]))
    state = GAME.start(SETUPS[4])._replace(turn=Turn("W", "", False))
    with pytest.raises(BadSetup, match="no values"):
        bot.choose(GAME.view(state, 0))
