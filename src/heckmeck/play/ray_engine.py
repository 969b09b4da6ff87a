"""The games of an arena on a Ray cluster: many machines, the same answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from heckmeck.games import BadSetup
from heckmeck.play.arena import Chunk, Mapper
from heckmeck.play.statistics import Deal


@contextmanager
def ray_mapper(address: str) -> Iterator[Mapper]:
    """Connect to a cluster, whose machines must have heckmeck installed; `local` starts one on this machine alone.

    Chunks are handed out all at once and come back in order, so that the result does not depend on the cluster.
    """
    try:
        import ray
    except ImportError:
        raise BadSetup("no_ray", "Ray is not installed: pip install 'heckmeck[ray]'.") from None
    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, include_dashboard=None)
    except (ConnectionError, ValueError, RuntimeError) as error:
        first_line = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadSetup("no_cluster", f"There is no Ray cluster at {address}: {first_line}") from None

    def mapper(function: Callable[[Chunk], list[Deal]], chunks: Iterable[Chunk]) -> Iterator[list[Deal]]:
        remote = ray.remote(function)
        waiting = [remote.remote(chunk) for chunk in chunks]
        return (ray.get(each) for each in waiting)

    try:
        yield mapper
    finally:
        ray.shutdown()
