"""The checksum of a file of values: any byte that is different is found."""

from pathlib import Path

import numpy as np
import pytest

from heckmeck.games import BadSetup
from heckmeck.solve import value_file
from heckmeck.solve.value_file import HEADER, read_values, write_values
from helpers.small_game_reference import SETUPS, solved


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


def test_damage_among_the_values_is_told_as_such(path: Path) -> None:
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
    for settings in ({"verify": True}, {"unfinished": True}):
        with pytest.raises(BadSetup, match="damaged"):
            read_values(path, **settings)
    with pytest.raises(BadSetup, match="other options"):
        read_values(path, SETUPS[1])
