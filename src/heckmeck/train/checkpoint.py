"""Checkpoints: all that is needed to go on with a training, in one .npz file, without pickles."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from heckmeck.atomic_file import replacing
from heckmeck.games import BadSetup
from heckmeck.train.recipe import Recipe
from heckmeck.train.trainable import Trainable

logger = logging.getLogger(__name__)

FORMAT = 1
OLD_NAMES = {"rate": "learning_rate", "last_rate": "last_learning_rate", "recent": "replay_buffer"}
"""Numbers of the recipe that had other names in older checkpoints."""


class CurvePoint(NamedTuple):
    """A point of the learning curve: after some minutes and positions, a share of the wins with its interval."""

    minutes: float
    positions: int
    rate: float
    low: float
    high: float


def save_checkpoint(path: Path, learner: Trainable, minutes: float, curve: list[CurvePoint]) -> None:
    """Write a checkpoint; the old file stays until the new one is complete."""
    about = {
        "format": FORMAT,
        "card": asdict(learner.card),
        "recipe": asdict(learner.recipe),
        "updates": learner.updates,
        "positions": learner.positions,
        "minutes": minutes,
        "curve": curve,
    }
    data = io.BytesIO()
    np.savez(data, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **learner.backend.state_dict())  # type: ignore[arg-type]
    with replacing(path) as file:
        file.write(data.getvalue())


def load_checkpoint(path: Path, learner: Trainable) -> tuple[float, list[CurvePoint]]:
    """Go on with a checkpoint; return its minutes and its curve.

    One of another training is refused. One by another recipe is not, since devices have recipes of their own, but a
    warning names the differences.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            about: dict[str, Any] = json.loads(file["about"].tobytes())
            if about["format"] != FORMAT:
                raise BadSetup("bad_checkpoint", f"{path} is a checkpoint of another version.")
            _check_same(path, about, learner)
            learner.backend.load_state_dict({name: file[name] for name in file.files if name != "about"})
            learner.start(int(about["updates"]), int(about["positions"]))
            _warn_of_another_recipe(path, about["recipe"], learner.recipe)
            return float(about["minutes"]), [CurvePoint(*point) for point in about["curve"]]
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise BadSetup("bad_checkpoint", f"{path} is not a checkpoint of heckmeck train.") from None


def _check_same(path: Path, about: dict[str, Any], learner: Trainable) -> None:
    card, own = about["card"], learner.card
    same = (own.game, own.seats, own.rows, list(own.units), dict(own.options))
    if (card["game"], card["seats"], card["rows"], list(card["units"]), card.get("options", {})) != same:
        first, second = card["units"]
        options = ", ".join(f"{name} {value}" for name, value in card.get("options", {}).items()) or "standard rules"
        other = f"of {card['game']} with {card['seats']} seats, {first} and {second} units, {options}"
        raise BadSetup("bad_checkpoint", f"{path} is of another training: {other}.")


def _warn_of_another_recipe(path: Path, old: dict[str, Any], recipe: Recipe) -> None:
    old = {OLD_NAMES.get(name, name): value for name, value in old.items()}
    new: dict[str, Any] = json.loads(json.dumps(asdict(recipe)))
    changed = [name for name, value in new.items() if old.get(name, value) != value]
    if changed:
        logger.warning(
            "%s was made by another recipe, and the training goes on by the new one: %s.",
            path,
            ", ".join(f"{name} {_text(new[name])} instead of {_text(old[name])}" for name in changed),
        )


def _text(value: object) -> str:
    return "none" if value is None else str(value)
