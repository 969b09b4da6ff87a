"""Afterstates from the kernel: number by number as in plain Python."""

import numpy as np
import pytest

from heckmeck.bots.karteneck.afterstates import afterstates
from heckmeck.bots.karteneck.features import own_features, table_features
from heckmeck.games import BadSetup, get
from heckmeck.games.karteneck import KarteneckState
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.kernel import library
from heckmeck.rl.encoding import encoding_for
from heckmeck.train.karteneck.afterstates import AfterstateReader, Afterstates

GAME = get("karteneck")
needs_kernel = pytest.mark.skipif(library() is None, reason="there is no kernel here")


@needs_kernel
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_they_are_those_of_plain_python(seats: int) -> None:
    batch = make_batch(GAME.setup(seats=seats), 8, seed=seats)
    reader, compared, over = AfterstateReader(batch), 0, 0
    while not batch.over.all():
        games = np.flatnonzero(~batch.over & ~batch.records["chosen"].any(axis=1))
        found = reader.read(games)
        for number, game in enumerate(games[:2].tolist()):
            over += compare(found, number, batch.layout.state(batch.records[game]), int(batch.seats[game]))
            compared += 1
        batch.step(batch.random_actions())
    assert compared > 100
    assert over > 3


def compare(found: Afterstates, number: int, state: KarteneckState, seat: int) -> int:
    """Compare one decision; return how many of its moves end the game."""
    expected = afterstates(GAME.view(state, seat))
    first, end = found.first[number : number + 2]
    encoding = encoding_for(GAME.setup(seats=len(state.hands)))
    assert end - first == len(expected)
    for row, after in zip(range(first, end), expected, strict=True):
        *worms, action = encoding.ids(after.move)
        assert (found.action[row], found.worms[row]) == (action, sum(1 << worm - 3 for worm in worms))
        wanted = [*table_features(after.view), *own_features(after.view)]
        np.testing.assert_allclose(found.rows(np.array([row]))[0], wanted, atol=1e-6)
        assert found.win[row] == pytest.approx(-1 if after.win is None else after.win)
    return sum(after.win is not None for after in expected)


@needs_kernel
def test_room_is_made_for_as_many_moves_as_there_are() -> None:
    batch = make_batch(GAME.setup(seats=2), 4, seed=1)
    reader, games = AfterstateReader(batch), np.arange(4)
    expected = reader.read(games).own.copy()
    reader._make_room(1)
    np.testing.assert_array_equal(reader.read(games).own, expected)


def test_without_the_kernel_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heckmeck.rl.batch.library", lambda: None)
    with pytest.raises(BadSetup, match="needs the C kernel"):
        AfterstateReader(make_batch(GAME.setup(seats=2), 1, seed=1))
