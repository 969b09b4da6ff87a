"""Registration of the environments with the frameworks that are installed."""

from __future__ import annotations

from importlib.util import find_spec

GAMES = ("bratwurmeck", "barbecue", "karteneck")
NAMESPACE = "heckmeck"
VERSION = 1


def register() -> None:
    """Register the environments with the installed frameworks. Importing `heckmeck.rl` calls this function."""
    if find_spec("gymnasium") is not None:
        _register_gymnasium()
        if find_spec("pettingzoo") is not None:  # which needs Gymnasium
            _register_pettingzoo()


def _register_gymnasium() -> None:
    import gymnasium

    for game in GAMES:
        gymnasium.register(
            f"{NAMESPACE}/{game.title()}-v{VERSION}", "heckmeck.rl.gymnasium_env:HeckmeckEnv", kwargs={"game": game}
        )
        # Separate names, because `make_vec` with those above gives many games of a learner against bots.
        gymnasium.register(
            f"{NAMESPACE}/{game.title()}Seats-v{VERSION}",
            vector_entry_point="heckmeck.rl.vector_env:HeckmeckVectorEnv",
            kwargs={"game": game},
        )


def _register_pettingzoo() -> None:
    import pettingzoo

    for game in GAMES:
        pettingzoo.register("aec", f"{NAMESPACE}/{game}-v{VERSION}", f"heckmeck.rl.{game}_v{VERSION}:env")
