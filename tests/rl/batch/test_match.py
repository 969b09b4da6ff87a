"""Matches on batches: every seat equally often, and all shares of a game add up."""

import pytest

from heckmeck.games import get
from heckmeck.rl.batch import BATCH_BOTS
from heckmeck.rl.batch import match as module
from heckmeck.rl.batch.match import play_match


@pytest.mark.parametrize(("name", "seats"), [("bratwurmeck", 3), ("barbecue", 2)])
def test_equals_have_their_fair_share(name: str, seats: int) -> None:
    share = play_match(get(name).setup(seats=seats), BATCH_BOTS["sure"], BATCH_BOTS["sure"], 900, seed=1)
    assert share.low < 1 / seats < share.high
    assert share.games == 900


def test_a_better_player_has_more_and_parts_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = get("barbecue").setup(seats=2)
    assert play_match(setup, BATCH_BOTS["greedy"], BATCH_BOTS["sure"], 400, seed=2).low > 0.55
    assert play_match(setup, BATCH_BOTS["sure"], BATCH_BOTS["greedy"], 400, seed=2).high < 0.45
    monkeypatch.setattr(module, "AT_ONCE", 150)
    assert play_match(setup, BATCH_BOTS["greedy"], BATCH_BOTS["sure"], 400, seed=2).games == 400
