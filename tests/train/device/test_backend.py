"""Learning in PyTorch takes the same steps as in numpy."""

import numpy as np
import pytest

from heckmeck.bots.net import NetCard
from heckmeck.games import BadSetup
from heckmeck.train.backend import NumpyBackend, Samples, first_weights
from heckmeck.train.devices import device_on

CARD = NetCard(game="", seats=3, rows=12, units=(16, 16))

pytestmark = pytest.mark.train


def test_steps_are_those_of_numpy() -> None:
    torch = pytest.importorskip("torch")
    from heckmeck.train.device.backend import TorchBackend

    source = np.random.default_rng(1)
    weights, device = first_weights(CARD, 1), torch.device("cpu")
    ours, theirs = NumpyBackend(CARD, weights), TorchBackend(CARD, weights, device)
    for _ in range(20):
        rows = source.integers(0, 12, (50, 4)).astype(np.int16)
        targets = source.dirichlet([1, 1, 1], 50).astype(np.float32)
        losses = [float(backend.learn(Samples(rows, targets), 0.003)) for backend in (ours, theirs)]
        assert losses[0] == pytest.approx(losses[1], abs=1e-4)
        for backend in (ours, theirs):
            backend.update_target(0.2)
    for name, target in ours.target().items():
        assert np.allclose(target, theirs.target()[name], atol=1e-3), name
    again = TorchBackend(CARD, first_weights(CARD, 2), device)
    again.load_state_dict(ours.state_dict())
    assert again.state_dict().keys() == ours.state_dict().keys()
    assert np.allclose(again.target()["table"], ours.target()["table"])
    for backend in (ours, again):
        backend.learn(Samples(rows, targets), 0.003)
        backend.update_target(1)
    for name, target in ours.target().items():
        assert np.allclose(target, again.target()[name], atol=1e-5), name


def test_a_device_that_is_not_there_is_refused() -> None:
    pytest.importorskip("torch")
    device_on("torch")
    for wrong in ("cuda:99", "toaster"):
        with pytest.raises(BadSetup, match="PyTorch has no device"):
            device_on(wrong)
