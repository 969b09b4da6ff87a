"""Whole games written out with what every seat sees."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from heckmeck.bots import make
from heckmeck.games import CHANCE, AnyGame, View, get, seen_by

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
    """The lines of a game of random bots."""
    setup = game.setup(**options)
    # Only `random`, which no improvement will change: these files are about the rules.
    players = [make("random", game, Random(seat)) for seat in range(setup.seats)]
    state, source = game.start(setup), Random(1)
    viewers = (None, *range(setup.seats))
    last: dict[Any, View | None] = dict.fromkeys(viewers)
    yield f"{game.name} {setup.options()}"
    for viewer in viewers:
        last[viewer] = game.view(state, viewer)
        yield f"  {viewer}: {shown(last[viewer], None)}"  # type: ignore[arg-type]
    while (actor := game.to_act(state)) is not None:
        action = game.sample(state, source) if actor is CHANCE else players[actor].choose(game.view(state, actor))
        state, events = game.apply(state, action)
        yield f"{actor}> {action}"
        for event in events:
            audience = "" if event.audience is None else f"only {event.audience}: "
            yield f"  {audience}{event}"
        for viewer in viewers:
            view = game.view(state, viewer)
            hidden = len(events) - len(seen_by(events, viewer))
            note = f"({hidden} hidden) " if hidden else ""
            yield f"  {viewer}: {note}{shown(view, last[viewer])}".rstrip()
            last[viewer] = view
    yield f"{game.outcome(state)}"


def golden_text(name: str) -> str:
    """The game of one kind as it goes now."""
    return "\n".join(playthrough(get(name), SETUPS[name])) + "\n"
