"""On a GPU everything is as on the processor. Without one these tests are skipped."""

from typing import Any

import numpy as np
import pytest

from heckmeck.bots.barbecue.features import BarbecueFeatures
from heckmeck.bots.bratwurmeck.features import BratwurmeckFeatures
from heckmeck.bots.net import NetCard
from heckmeck.games import get, get_dice_game
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.layout import RUNNING
from heckmeck.train.backend import NumpyBackend, Samples, first_weights
from heckmeck.train.learner import Learner
from heckmeck.train.recipe import Recipe

torch = pytest.importorskip("torch")
pytestmark = [pytest.mark.train, pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU of NVIDIA")]
PROCESSOR, GPU = torch.device("cpu"), torch.device("cuda")
KINDS: dict[str, Any] = {"bratwurmeck": BratwurmeckFeatures, "barbecue": BarbecueFeatures}
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("bratwurmeck", {"seats": 2}),
    ("bratwurmeck", {"seats": 7, "lower_portion": "next"}),
    ("bratwurmeck", {"seats": 3, "portions": (21, 24)}),
    ("barbecue", {"seats": 2}),
    ("barbecue", {"seats": 5}),
]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_rules_are_the_same(name: str, options: dict[str, Any]) -> None:
    from heckmeck.train.device.rules import DeviceRules

    batch = make_batch(get(name).setup(**options), 300, 1, max_turns=None)
    for _ in range(120):
        batch.step(batch.random_actions(), reset_over=True)
    running = batch.records[batch.records["status"] == RUNNING].copy()
    listed, changed = [], []
    for device in (PROCESSOR, GPU):
        rules = DeviceRules(batch.dice_layout, KINDS[name](options["seats"]), device)
        records = rules.records(running)
        found = rules.results(records, rules.count(records))
        last = found.first + found.results - 1
        rows, over, shares = found.rows.cpu(), found.over.cpu(), found.shares.cpu()
        listed.append([each.cpu() for each in (*found[:4], *found[7:])] + [over, rows[~over], shares[over]])
        listed[-1].append(rules.describe(records).cpu())
        rules.end_turns(records, found.actions[last], found.totals[last])
        changed.append(records.cpu())
    assert all(torch.equal(here, there) for here, there in zip(*listed, strict=True))
    assert torch.equal(*changed)


@pytest.mark.parametrize("name", KINDS)
def test_turns_are_solved_and_played_in_the_same_way(name: str) -> None:
    from heckmeck.train.device.turn_solver import Solved, make_turn_solver

    turns, source = 500, torch.Generator().manual_seed(1)
    plain, gpu = (make_turn_solver(get_dice_game(name), device) for device in (PROCESSOR, GPU))
    stop, fail = torch.rand(plain.sums, turns, generator=source), torch.rand(turns, generator=source)
    stop[torch.rand(stop.shape, generator=source) < 0.5] = -torch.inf
    solved, there = plain.solve(stop, fail), gpu.solve(stop.cuda(), fail.cuda())
    assert torch.allclose(solved.values, there.values.cpu(), atol=1e-5)
    rolls = torch.randint(6, (8, 8, turns), dtype=torch.uint8, generator=source)
    same = Solved(*(each.cuda() for each in solved))
    assert gpu.play_with(same, rolls.cuda()).tolist() == plain.play_with(solved, rolls).tolist()


def test_steps_are_those_of_numpy_for_minibatches_of_any_size() -> None:
    from heckmeck.train.device.backend import TorchBackend

    card, source = NetCard(game="", seats=3, rows=12, units=(16, 16)), np.random.default_rng(1)
    plain, gpu = NumpyBackend(card, first_weights(card, 1)), TorchBackend(card, first_weights(card, 1), GPU)
    for number in range(60):
        size = (50, 40, 30)[number % 3]
        rows = source.integers(0, 12, (size, 4)).astype(np.int16)
        samples = Samples(rows, source.dirichlet([1, 1, 1], size).astype(np.float32))
        losses = [float(backend.learn(samples, 0.003)) for backend in (plain, gpu)]
        assert losses[0] == pytest.approx(losses[1], abs=1e-4)
        for backend in (plain, gpu):
            backend.update_target(0.2)
        if number == 20:  # a training that goes on: with graphs that were recorded already, and with none
            gpu.load_state_dict(plain.state_dict())
        if number == 40:
            state, gpu = gpu.state_dict(), TorchBackend(card, first_weights(card, 2), GPU)
            gpu.load_state_dict(state)
    for name, target in plain.target().items():
        assert np.allclose(target, gpu.target()[name], atol=1e-3), name


def test_it_learns() -> None:
    from heckmeck.train.devices import device_on

    setup, recipe = get("bratwurmeck").setup(seats=2, portions=(21, 24)), Recipe(units=(32, 32), games=512)
    learner = Learner(setup, recipe, seed=3, device=device_on("cuda"))
    before = learner.strength("greedy", 4000, seed=5)
    for number in range(300):
        learner.update(number / 300)
    assert learner.strength("greedy", 4000, seed=5).low > before.high + 0.05
