"""Networks: their files, and the same shares in numpy and in plain Python."""

import json
import struct
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heckmeck.bots.net import BadNet, Net, NetCard, PlainArithmetic, read_card, read_net, read_weights, write_net

CARD = NetCard(game="bratwurmeck", seats=3, rows=20, units=(32, 16), options={"portions": [21, 26]}, seed=4)


def some_weights(seed: int = 1) -> list[float]:
    source = Random(seed)
    return [source.randrange(-64, 65) / 64 for _ in range(CARD.size)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_net(tmp_path / "some.net", CARD, some_weights())
    return tmp_path / "some.net"


def test_a_file_is_read_as_it_was_written(path: Path) -> None:
    net = read_net(path)
    assert net.card == read_card(path) == CARD
    assert net.weights.tolist() == some_weights()
    assert path.stat().st_size < 2 * CARD.size + 600


def test_numpy_and_plain_python_agree() -> None:
    source = Random(2)
    rows = [[source.randrange(20) for _ in range(5)] for _ in range(10)]
    weights = some_weights()
    plain = PlainArithmetic(CARD, weights).shares(rows)
    for ours, theirs in zip(Net(CARD, weights).shares(rows), plain, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-5)
        assert sum(theirs) == pytest.approx(1)
        assert min(theirs) >= 0
    assert len({tuple(row) for row in plain}) > 5
    assert Net(CARD, weights).shares([]) == []


def changed(path: Path, data: bytes | None = None, **header: Any) -> None:
    """Write the file again with another header; the checksum fits unless it is given."""
    line, _, old = path.read_bytes().partition(b"\n")
    data = old if data is None else data
    whole = {**json.loads(line), "sha256": sha256(data).hexdigest(), **header}
    path.write_bytes(json.dumps({name: value for name, value in whole.items() if value is not None}).encode())
    with path.open("ab") as file:
        file.write(b"\n" + data)


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ({"format": 2}, "version 2, and this program reads version 1"),
        ({"sha256": "0" * 64}, "checksum"),
        ({"sha256": 5}, "checksum"),
        ({"units": [32, 32]}, "bytes of weights instead of"),
        ({"units": [32, 17]}, "not a file of weights"),
        ({"units": [-32, 16]}, "not a file of weights"),
        ({"units": 32}, "not a file of weights"),
        ({"rows": 10**9}, "not a file of weights"),
        ({"rows": "20"}, "not a file of weights"),
        ({"rows": None}, "not a file of weights"),
        ({"colour": "red"}, "not a file of weights"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(path: Path, header: dict[str, Any], problem: str) -> None:
    changed(path, **header)
    with pytest.raises(BadNet, match=problem):
        read_net(path)


def test_damaged_files_are_refused(path: Path) -> None:
    whole = path.read_bytes()
    for wrong in (b"", whole[:50], whole[:-1], whole + b"\0", b"[]\n", b"\n", b"nothing\n", b"[" * 70000 + b"\n"):
        path.write_bytes(wrong)
        with pytest.raises(BadNet, match=r"some\.net"):
            read_net(path)
    one_bit = bytearray(whole)
    one_bit[-3] ^= 1
    path.write_bytes(one_bit)
    with pytest.raises(BadNet, match="damaged"):
        read_card(path)
    with pytest.raises(BadNet, match=r"There is no file other\.net"):
        read_net(path.with_name("other.net"))


def test_weights_that_are_no_numbers_are_refused(path: Path) -> None:
    for wrong in (float("nan"), float("inf")):
        changed(path, struct.pack(f"<{CARD.size}e", wrong, *some_weights()[1:]))
        with pytest.raises(BadNet, match="no numbers"):
            read_net(path)


def test_a_network_with_other_outputs_is_none_of_win_shares(path: Path) -> None:
    """Networks of win shares have an output for each seat; others are read by `read_weights`."""
    card = replace(CARD, outputs=2)
    write_net(path, card, [0.5] * card.size)
    assert read_weights(path)[0] == card
    with pytest.raises(BadNet, match=r"some\.net has 2 outputs instead of a win share for each of 3 seats"):
        read_net(path)
    whole = replace(CARD, outputs=3)
    write_net(path, whole, some_weights())
    assert read_net(path).card == whole
