"""Self-play on a Ray cluster: its machines play, and this one learns from what they send."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from heckmeck.games import BadSetup, Setup
from heckmeck.train.backend import Weights
from heckmeck.train.learner import win_shares_of
from heckmeck.train.self_play import Samples, SelfPlay


class Worker:
    """Plays games on one processor of a cluster."""

    def __init__(self, setup: Setup, games: int, seed: int) -> None:
        self._play = SelfPlay(setup, win_shares_of(setup).features(setup.seats), games, seed)

    def play(self, weights: Weights) -> Samples:
        """Play one turn in every game by these weights."""
        self._play.valuation.use(weights)
        return self._play.play()


class RayPlayers:
    """Workers on all processors of a cluster. While what they have played is learned, they play on."""

    def __init__(self, ray: Any, workers: list[Any]) -> None:
        self._ray = ray
        self._workers = workers
        self._playing: list[Any] = []
        self._weights: Any = None

    def use(self, weights: Weights) -> None:
        """Play by these weights from now on."""
        self._weights = self._ray.put(weights)

    def play(self) -> list[Samples]:
        """Return what all workers have played since the last call, and let them play on."""
        playing = self._playing or self._begin()
        found: list[Samples] = self._ray.get(playing)
        self._playing = self._begin()
        return found

    def _begin(self) -> list[Any]:
        return [worker.play.remote(self._weights) for worker in self._workers]


@contextmanager
def ray_players(address: str, setup: Setup, games: int, seed: int) -> Iterator[RayPlayers]:
    """Connect to a cluster, whose machines must have heckmeck installed; `local` starts one on this machine alone."""
    try:
        import ray
    except ImportError:
        raise BadSetup("no_ray", "Ray is not installed: pip install 'heckmeck[ray]'.") from None
    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, include_dashboard=None)
    except (ConnectionError, ValueError, RuntimeError) as error:
        first_line = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadSetup("no_cluster", f"There is no Ray cluster at {address}: {first_line}") from None
    try:
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call, unused-ignore]
        number = max(int(resources.get("CPU", 1)), 1)
        remote = ray.remote(Worker)
        yield RayPlayers(ray, [remote.remote(setup, games, seed + worker) for worker in range(number)])
    finally:
        ray.shutdown()
