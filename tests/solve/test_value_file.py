"""Files of values: reading returns what was written, and any damage is detected."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from heckmeck.games import BadSetup
from heckmeck.solve import Values, read_values, value_file, write_values
from heckmeck.solve.bratwurmeck import Positions, solve
from heckmeck.solve.value_file import HEADER, MAGIC
from helpers.small_game_reference import SETUPS, TOLERANCE, solved


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "small.values"
    write_values(path, solved(SETUPS[0]), complete=True)
    return path


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :]


@pytest.mark.parametrize("unfinished", [False, True])
def test_any_flipped_byte_is_refused(path: Path, unfinished: bool) -> None:
    content = path.read_bytes()
    for at in range(len(content)):
        path.write_bytes(flipped(content, at))
        with pytest.raises(BadSetup):
            read_values(path, unfinished=unfinished)


def test_damage_among_the_values_is_reported_as_such(path: Path) -> None:
    path.write_bytes(flipped(path.read_bytes(), HEADER + 100))
    with pytest.raises(BadSetup, match="is damaged: its checksum") as caught:
        read_values(path)
    assert caught.value.code == "bad_values"


def test_a_large_file_is_only_read_as_a_whole_when_that_is_asked_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(value_file, "MAX_VERIFIED", path.stat().st_size - 1)
    path.write_bytes(flipped(path.read_bytes(), HEADER + 100))
    assert isinstance(read_values(path).low, np.memmap)
    with pytest.raises(BadSetup, match="damaged"):
        read_values(path, verify=True)
    with pytest.raises(BadSetup, match="damaged"):
        read_values(path, unfinished=True)
    with pytest.raises(BadSetup, match="other options"):
        read_values(path, SETUPS[1])


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


def other_game(content: bytes) -> bytes:
    return content.replace(b'"bratwurmeck"', b'"karteneck"  ', 1)


def unknown_game(content: bytes) -> bytes:
    return content.replace(b'"bratwurmeck"', b'"bratwurst"  ', 1)


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
        (other_game, "Small games of Heckmeck am Karteneck cannot be solved"),
        (unknown_game, "no game 'bratwurst'"),
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
