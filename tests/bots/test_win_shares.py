"""Win shares: found by the set-up, exact at the end, and a reason where there are none."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heckmeck.bots import win_shares
from heckmeck.bots.net import NetCard, read_net, write_net
from heckmeck.bots.win_shares import WEIGHTS, net_card, why_no_win_shares, win_shares_for
from heckmeck.games import get
from heckmeck.games.turn import Turn
from helpers.random_games import states

TABLES = [*(("bratwurmeck", seats) for seats in range(2, 8)), *(("barbecue", seats) for seats in range(2, 6))]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another folder of weights."""
    monkeypatch.setattr(win_shares, "WEIGHTS", tmp_path)
    win_shares._find.cache_clear()
    yield tmp_path
    win_shares._find.cache_clear()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_table_has_win_shares(name: str, seats: int) -> None:
    game = get(name)
    setup = game.setup(seats=seats)
    evaluator = win_shares_for(setup)
    assert evaluator is not None
    assert why_no_win_shares(setup) is None
    (start,) = evaluator.shares([game.start(setup)])
    assert sum(start) == pytest.approx(1)
    assert all(0.5 < seats * share < 1.5 for share in start), "nobody is far ahead before the first turn"
    card = net_card(setup)
    assert card is not None
    assert (card.game, card.seats) == (name, seats)
    assert card.minutes > 0
    assert card.strength


@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_seats_are_counted_from_seat_0_and_ends_are_exact(name: str) -> None:
    game = get(name)
    evaluator = win_shares_for(game.setup(seats=3))
    assert evaluator is not None
    played: list[Any] = list(states(game, game.start(game.setup(seats=3)), Random(5), most=10**5))
    outcome = game.outcome(played[-1])
    assert outcome is not None
    between = [state for state in played if state.turn == Turn()]
    shares = evaluator.shares(between)
    assert shares[-1] == tuple(1 / len(outcome.winners) if seat in outcome.winners else 0 for seat in range(3))
    leads = [share.index(max(share)) for share in shares[-4:-1]]
    assert set(leads) & set(outcome.winners)


def test_a_game_without_networks_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heckmeck.bots.builtin.BUILTIN_WIN_SHARES", ())
    setup = get("karteneck").setup(seats=2, zeros=1, removed=10)  # no other test asks for it
    assert win_shares_for(setup) is None
    assert why_no_win_shares(setup) == "There are no win shares of this game."
    win_shares._find.cache_clear()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("bratwurmeck", {"portions": (21, 30)}),
        ("barbecue", {"snails": 3}),
        ("barbecue", {"spots": (23, 30)}),
        ("barbecue", {"worms_by_spot": dict.fromkeys(range(23, 37), 2)}),
    ],
)
def test_other_options_have_no_win_shares(name: str, options: dict[str, object]) -> None:
    assert "other options" in str(why_no_win_shares(get(name).setup(seats=2, **options)))


def test_a_file_that_cannot_be_used_is_a_reason(folder: Path) -> None:
    setup = get("bratwurmeck").setup(seats=2)
    assert why_no_win_shares(setup) == "There is no file bratwurmeck-2.net."
    win_shares._find.cache_clear()
    shutil.copy(WEIGHTS / "bratwurmeck-3.net", folder / "bratwurmeck-2.net")
    assert why_no_win_shares(setup) == "The weights for 2 seats are those of something else."
    win_shares._find.cache_clear()
    (folder / "bratwurmeck-2.net").write_bytes((WEIGHTS / "bratwurmeck-2.net").read_bytes()[:-100])
    assert "bytes of weights instead of" in str(why_no_win_shares(setup))


def test_a_network_for_other_features_is_refused(folder: Path) -> None:
    card = NetCard(game="barbecue", seats=2, rows=5, units=(16, 16))
    write_net(folder / "barbecue-2.net", card, [0.0] * card.size)
    assert "something else" in str(why_no_win_shares(get("barbecue").setup(seats=2)))


def test_all_weights_together_are_small() -> None:
    files = list(WEIGHTS.glob("*.net"))
    assert {file.stem for file in files} >= {f"{name}-{seats}" for name, seats in TABLES}
    assert sum(file.stat().st_size for file in files) < 5_000_000
    for name, seats in TABLES:
        card = read_net(WEIGHTS / f"{name}-{seats}.net").card
        assert card.recipe
