"""The options of the games as parameters in OpenSpiel's notation: `heckmeck_bratwurmeck(players=3,portions=21to24)`.

OpenSpiel parses `21-24` as a number and a comma as the end of a value: hence `21to24`, and `25:1/26:2` for worms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from heckmeck.games import AnyGame, Setup
from heckmeck.games.position import Parts, read_setup
from heckmeck.rl.episode import check_max_turns
from heckmeck.rl.openspiel.rules import TreeRules, is_dice_game

MAX_TURNS = 200
"""The default limit for the dice games; Karteneck needs none. Games of good players are over long before."""

DEFAULT = "default"
"""Stands for the worms that we assume to be printed."""
UNSET: Mapping[str, object] = {"removed": -1}
"""Stands for a default that depends on the number of players."""


def specification(game: AnyGame) -> dict[str, object]:
    """Return the parameters of a game with their defaults.

    >>> from heckmeck.games import get
    >>> specification(get("barbecue"))  # doctest: +NORMALIZE_WHITESPACE
    {'players': 2, 'first': 0, 'worms_by_spot': 'default', 'spots': '23to36', 'snails': 12, 'returns': 'win',
     'max_turns': 200}
    """
    found: dict[str, object] = {"players": game.seats[0]}
    for field in fields(game.setup_type):
        if field.init and field.name != "seats":
            found[field.name] = UNSET.get(field.name, _written(field.default))
    found["returns"] = "win"
    if is_dice_game(game):
        found["max_turns"] = MAX_TURNS
    return found


def rules_from(game: AnyGame, parameters: Mapping[str, Any]) -> TreeRules:
    """Read the parameters. Raises an error for invalid values."""
    values = {**specification(game), **parameters}
    returns, max_turns = values.pop("returns"), check_max_turns(values.pop("max_turns", None))
    return TreeRules(_setup(game, values), returns, max_turns)


def _setup(game: AnyGame, values: Mapping[str, Any]) -> Setup:
    kind = game.setup_type
    words = []
    for name, value in values.items():
        if value != DEFAULT and value != UNSET.get(name):
            text = str(value).lower() if isinstance(value, bool) else str(value)
            text = text.replace("to", "-") if name in kind.RANGES else text.replace("/", ",")
            words.append(f"{'seats' if name == 'players' else name}={text}")
    parts = Parts(words)
    setup: Setup = read_setup(kind, parts)
    parts.finish()
    return setup


def _written(default: object) -> object:
    """Return a default as a parameter."""
    if default is None:
        return DEFAULT
    return "to".join(map(str, default)) if isinstance(default, tuple) else default
