"""Golden judgements: the same seed gives the same games, advice, review and luck as in the first version.

Chances to win are left out: they are estimates, change with what estimates them, and have tests of their own.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from heckmeck.games import CHANCE, get, seen_by
from heckmeck.play import bot_table
from heckmeck.play.advice import advise
from heckmeck.play.luck import luck
from heckmeck.play.review import review
from helpers.win_shares import use_no_shares

GOLDEN = Path(__file__).parents[1] / "golden" / "judgements.json"

TABLES: dict[str, tuple[tuple[list[str], dict[str, object]], ...]] = {
    "bratwurmeck": (
        (["greedy", "cautious", "random"], {}),
        (["sure", "greedy"], {"lower_portion": "next", "returned_highest_turns": True}),
    ),
    "barbecue": ((["greedy", "cautious", "random"], {}), (["sure", "greedy"], {"spots": [23, 28], "snails": 4})),
    "karteneck": ((["sampler", "greedy"], {}), (["cautious", "sampler", "greedy", "sampler"], {})),
}
"""Bots and options of the stored games."""


def judgements(name: str) -> dict[str, Any]:
    """Return games of bots, the review and luck of the last one, and advice for decisions of a random game."""
    game, games = get(name), []
    for bots, options in TABLES[name]:
        table = bot_table(game, game.setup(seats=len(bots), **options), bots, seed="golden")
        table.finish()
        games.append(list(table.steps))
    found = {"games": games, "review": review(table.record()), "luck": luck(table.record()), "advice": advice(name)}
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return decoded


def advice(name: str) -> list[object]:
    game, source = get(name), Random(5)
    state: Any = game.start(game.setup(seats=3))
    events: list[Any] = []
    found: list[object] = []
    for number in range(90):
        if (actor := game.to_act(state)) is CHANCE:
            action: Any = game.sample(state, source)
        else:
            assert isinstance(actor, int)
            view = game.view(state, actor)
            if number % 3 == 0:
                found.append(advise(view, seen_by(events, actor)))
            action = view.moves[source.randrange(len(view.moves))]
        state, happened = game.apply(state, action)
        events += happened
    return found


@pytest.fixture(autouse=True)
def no_win_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    use_no_shares(monkeypatch)


@pytest.mark.parametrize("name", TABLES)
def test_the_same_seed_gives_the_same_judgements_as_before(name: str, pytestconfig: pytest.Config) -> None:
    now, kept = judgements(name), json.loads(GOLDEN.read_text())
    if pytestconfig.getoption("--update-golden"):
        kept[name] = now
        GOLDEN.write_text(json.dumps(kept, indent=0) + "\n")
    same(now, kept[name])


def same(now: Any, kept: Any) -> None:
    """Compare piece by piece; numbers may differ by the rounding of other machines."""
    assert type(now) is type(kept)
    if isinstance(kept, dict):
        assert list(now) == list(kept)
        for key in kept:
            same(now[key], kept[key])
    elif isinstance(kept, list):
        assert len(now) == len(kept)
        for one, other in zip(now, kept, strict=True):
            same(one, other)
    else:
        assert now == (pytest.approx(kept, abs=1e-9) if isinstance(kept, float) else kept)
