"""Bratwurmeck as a PettingZoo environment: `env()` for use, `raw_env` without wrappers. See docs/environments.md."""

from __future__ import annotations

from typing import Any

from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.rl.pettingzoo_env import HeckmeckAEC, metadata, wrapped

__all__ = ["env", "raw_env"]


class raw_env(HeckmeckAEC):  # noqa: N801  # PettingZoo's name for it
    """Bratwurmeck without wrappers: illegal actions raise an error."""

    game = Bratwurmeck()
    metadata = metadata("bratwurmeck_v1")


def env(**arguments: Any) -> Any:
    """Return the environment; the arguments are those of `HeckmeckAEC`."""
    return wrapped(raw_env(**arguments))
