"""Playing the games of an arena on a Ray cluster, with the same results as on one machine."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from heckmeck.games import BadSetup
from heckmeck.play.process_pool import Mapper, in_order

AHEAD = 1024
"""Number of chunks that are submitted to a cluster ahead of their results."""

T = TypeVar("T")
R = TypeVar("R")


@contextmanager
def ray_cluster(address: str) -> Iterator[Any]:
    """Connect to a cluster and return Ray's module; `local` starts a cluster on this machine."""
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
        yield ray
    finally:
        ray.shutdown()


@contextmanager
def ray_mapper(address: str) -> Iterator[Mapper]:
    """Connect to a cluster, whose machines must have heckmeck installed.

    Results come back in order, so that they do not depend on the cluster.
    """
    with ray_cluster(address) as ray:

        def mapper(function: Callable[[T], R], things: Iterable[T], /) -> Iterator[R]:
            remote = ray.remote(function)
            return in_order(remote.remote, lambda handle: ray.get(handle), things, AHEAD)

        yield mapper
