"""Connecting to a Ray cluster. Games on a local one are tested with the arena and with training."""

import pytest

from heckmeck.games import BadSetup
from heckmeck.play.ray_engine import ray_cluster


def test_a_cluster_that_does_not_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")

    def init(address: str, **_: object) -> None:
        raise ConnectionError(f"Could not reach {address}.\nMore about it.")

    monkeypatch.setattr(ray, "init", init)
    problem = "There is no Ray cluster at 127.0.0.1:1: Could not reach 127.0.0.1:1."
    with pytest.raises(BadSetup) as refused, ray_cluster("127.0.0.1:1"):
        raise AssertionError("there is nothing")
    assert str(refused.value) == problem
