"""Games that count as installed by another package, without any package."""

from __future__ import annotations

import pytest

from heckmeck.games import AnyGame, registry


def install_games(monkeypatch: pytest.MonkeyPatch, *games: AnyGame) -> None:
    """Add games for one test, as if they had been loaded and checked."""
    monkeypatch.setattr(registry, "_installed", {game.name: game for game in games})
