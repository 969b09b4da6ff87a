"""Whole games written out with what every seat sees, compared with what was written before.

`pytest tests/games/test_golden.py --update-golden` rewrites the files: review the changes before you keep them.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heckmeck.bots import make
from heckmeck.games import GAMES, AnyGame, View, get, seen_by
from heckmeck.play import Table

FOLDER = Path(__file__).parents[1] / "golden"

SETUPS: dict[str, dict[str, object]] = {
    "bratwurmeck": {"seats": 2, "portions": (21, 24)},
    "barbecue": {"seats": 3, "spots": (23, 27), "snails": 3},
    "karteneck": {"seats": 3, "first": 1, "portions": (16, 27), "removed": 0, "zeros": 0},
}


def shown(view: View, before: View | None) -> str:
    """The fields of a view that changed since this viewer last looked."""
    changed = []
    for name in view._fields:  # type: ignore[attr-defined]
        value = getattr(view, name)
        if name in ("setup", "seat", "ended") or (before is not None and value == getattr(before, name)):
            continue
        if name == "moves":
            value = [str(move) for move in value[:12]] + (["..."] if len(value) > 12 else [])
        changed.append(f"{name}={value}")
    return " ".join(changed)


def playthrough(game: AnyGame, options: dict[str, object]) -> Iterator[str]:
    setup = game.setup(**options)
    # Only `random`, which no improvement will change: these files are about the rules.
    players = [make("random", game, Random(seat)) for seat in range(setup.seats)]
    table = Table(game, setup, players, Random(1), names=["random"] * setup.seats)
    viewers = (None, *range(setup.seats))
    last: dict[Any, View | None] = dict.fromkeys(viewers)
    yield f"{game.name} {setup.options()}"
    for viewer in viewers:
        last[viewer] = game.view(table.state, viewer)
        yield f"  {viewer}: {shown(last[viewer], None)}"  # type: ignore[arg-type]
    for played in table.play():
        yield f"{played.actor}> {played.action}"
        for event in played.events:
            audience = "" if event.audience is None else f"only {event.audience}: "
            yield f"  {audience}{event}"
        for viewer in viewers:
            view = game.view(table.state, viewer)
            hidden = len(played.events) - len(seen_by(played.events, viewer))
            note = f"({hidden} hidden) " if hidden else ""
            yield f"  {viewer}: {note}{shown(view, last[viewer])}".rstrip()
            last[viewer] = view
    yield f"{table.outcome}"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_went_before(name: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name}.txt"
    text = "\n".join(playthrough(get(name), SETUPS[name])) + "\n"
    if request.config.getoption("--update-golden"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
