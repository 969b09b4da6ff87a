"""Self-play on a Ray cluster: its machines play, and this one learns from what they send."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from heckmeck.games import Setup
from heckmeck.play.ray_engine import ray_cluster
from heckmeck.train.backend import Backend, Samples, Weights
from heckmeck.train.learner import MakePlayers, win_shares_of
from heckmeck.train.self_play import SelfPlay


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

    def __init__(self, ray: Any, setup: Setup, games: int, seed: int) -> None:
        self._ray = ray
        self._make_worker = partial(ray.remote(Worker).remote, setup, games)
        self._seed = seed
        self._workers: list[Any] = []
        self._playing: list[Any] = []

    def play(self, backend: Backend) -> list[Samples]:
        """Return what all workers have played since the last call, and let them play on."""
        weights = self._ray.put(backend.target())
        playing = self._playing or self._begin(weights)
        found: list[Samples] = self._ray.get(playing)
        self._playing = self._begin(weights)
        return found

    def _begin(self, weights: Any) -> list[Any]:
        if not self._workers:  # a training that is resumed makes players twice, and only the second ones play
            number = max(int(self._ray.cluster_resources().get("CPU", 1)), 1)
            self._workers = [self._make_worker(self._seed + worker) for worker in range(number)]
        return [worker.play.remote(weights) for worker in self._workers]


@contextmanager
def ray_players(address: str) -> Iterator[MakePlayers]:
    """Connect to a cluster, whose machines must have heckmeck installed; `local` starts one on this machine."""
    with ray_cluster(address) as ray:
        yield lambda setup, features, recipe, seed, threads: RayPlayers(ray, setup, recipe.games, seed)
