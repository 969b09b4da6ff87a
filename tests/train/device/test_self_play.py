"""Self-play on a device finds what the plain one finds, position by position."""

from typing import Any

import numpy as np
import pytest

from heckmeck.bots.barbecue.features import BarbecueFeatures
from heckmeck.bots.bratwurmeck.features import BratwurmeckFeatures
from heckmeck.bots.features import Features
from heckmeck.bots.net import NetCard
from heckmeck.bots.numpy_net import Floats
from heckmeck.games import get
from heckmeck.rl.batch import make_batch, make_valuation
from heckmeck.solve import turn_solver
from heckmeck.train.backend import Samples, first_weights
from heckmeck.train.learner import Device, Learner
from heckmeck.train.recipe import Recipe
from heckmeck.train.self_play import with_movers

pytestmark = pytest.mark.train
torch = pytest.importorskip("torch")
KINDS: dict[str, type[Features[Any, Any]]] = {"bratwurmeck": BratwurmeckFeatures, "barbecue": BarbecueFeatures}
TABLES = [*(("bratwurmeck", seats) for seats in (2, 3, 7)), *(("barbecue", seats) for seats in (2, 5))]
PROCESSOR = torch.device("cpu")


def weights_for(name: str, seats: int) -> dict[str, Floats]:
    """Weights whose shares are far from equal."""
    card = NetCard(game=name, seats=seats, rows=KINDS[name](seats).size, units=(16, 16))
    weights = first_weights(card, 3)
    return {**weights, "last": 20 * weights["last"]}


def make_games(name: str, seats: int, number: int, seed: int = 1) -> tuple[Any, Any]:
    """Games on the device, and what plays their turns."""
    from heckmeck.train.device.rules import DeviceRules
    from heckmeck.train.device.self_play import Games, TurnPlayer
    from heckmeck.train.device.turn_solver import make_turn_solver

    layout = make_batch(get(name).setup(seats=seats), 1, max_turns=None).dice_layout
    generator = torch.Generator(PROCESSOR).manual_seed(seed)
    rules = DeviceRules(layout, KINDS[name](seats), PROCESSOR)
    return Games(rules, number, generator), TurnPlayer(make_turn_solver(layout.game, PROCESSOR), generator)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_worths_and_targets_are_those_of_the_kernel(name: str, seats: int) -> None:
    games, player = make_games(name, seats, 40)
    weights = weights_for(name, seats)
    rules, layout = games.rules, games.rules.layout
    batch, solver = make_batch(layout.setup, 1, max_turns=None), turn_solver(name, gives_up=False)
    plain = make_valuation(layout, rules.features)
    plain.use(weights)
    tensors = {part: torch.tensor(weight) for part, weight in weights.items()}
    ended = 0
    for _ in range(80):
        before, listed = games.records.numpy().view(layout.dtype)[:, 0].copy(), games.results()
        expected = plain.worths(before)
        found = player.value(listed, tensors)
        assert np.allclose(found.stop.numpy().T, expected.stop, atol=1e-5)
        assert np.allclose(found.fail.numpy(), expected.fail, atol=1e-5)

        samples, results = player.play(rules.describe(games.records), listed, tensors)
        ends = results.numpy()
        first = np.cumsum(expected.results) - expected.results
        assert ((ends >= first) & (ends < first + expected.results)).all()
        after = batch.after(before, listed.actions[results].numpy(), listed.totals[results].numpy())
        shift = (before["seat"].astype(np.intp) - after["seat"]) % seats
        shares = np.take_along_axis(plain.shares(after), (np.arange(seats) + shift[:, None]) % seats, axis=1)
        movers = solver.solve_many(expected.stop, expected.fail, np.float64).astype(np.float64)
        assert np.array_equal(samples.rows.numpy(), plain.describe(before))
        assert np.allclose(samples.targets.numpy(), with_movers(movers, plain.shares(before), shares), atol=2e-5)
        games.end_turns(listed, results)
        records = games.records.numpy().view(layout.dtype)[:, 0]
        ended += int((records["turns"] == 0).sum())
        assert (records["status"] == 0).all()
    assert ended > 0, "games end and begin anew"


@pytest.mark.parametrize(("name", "seats"), [("bratwurmeck", 4), ("barbecue", 3)])
def test_results_are_as_likely_as_by_the_best_play(name: str, seats: int) -> None:
    """Many games in the same position end their turns as the exact distribution says."""
    at_once, times = 2000, 20
    games, player = make_games(name, seats, at_once, seed=2)
    tensors = {part: torch.tensor(weight) for part, weight in weights_for(name, seats).items()}
    listed, positions = games.results(), games.rules.describe(games.records)
    worths = player.value(listed, tensors)
    each, number = int(listed.results[0]), at_once * times
    played = [player.play(positions, listed, tensors)[1].numpy() for _ in range(times)]
    found = np.bincount(np.concatenate(played) % each, minlength=each) / number

    solver = turn_solver(name, gives_up=False)
    exact_ends = solver.solve(worths.stop[:, 0].double().numpy(), float(worths.fail[0])).policy().results()
    exact = np.bincount(worths.result[:, 0].numpy(), np.append(exact_ends.stop, exact_ends.fail), minlength=each)
    assert exact.sum() == pytest.approx(1)
    assert (exact > 0.01).sum() > 4
    assert (np.abs(found - exact) < 5 * np.sqrt(exact * (1 - exact) / number) + 5 / number).all()


def device() -> Device:
    from heckmeck.train.devices import device_on

    return device_on("torch")


def test_a_turn_of_all_games_is_learned_from_in_minibatches() -> None:
    setup, recipe = get("barbecue").setup(seats=3), Recipe(units=(16, 16), games=50, minibatch=20, repeats=1)
    learner = Learner(setup, recipe, device=device())
    learn, sizes = learner.backend.learn, []

    def noting(samples: Samples, learning_rate: float) -> Any:
        sizes.append(len(samples.rows))
        return learn(samples, learning_rate)

    learner.backend.learn = noting  # type: ignore[method-assign]
    for _ in range(8):
        learner.update(0.0)
    assert sizes == [20, 20, 10] * 8
    assert learner.positions == 400
    assert 0 < learner.loss < 2


def test_it_learns_as_well_as_the_plain_path() -> None:
    """A small game, as many positions, the same recipe: the same strength, within what the games say."""
    setup, recipe = get("bratwurmeck").setup(seats=2, portions=(21, 24)), Recipe(units=(32, 32), games=64)
    found = []
    for learner in (Learner(setup, recipe, seed=3), Learner(setup, recipe, seed=3, device=device())):
        before = learner.strength("greedy", 4000, seed=5)
        for number in range(700):
            learner.update(number / 700)
        found.append(learner.strength("greedy", 4000, seed=5))
        assert found[-1].low > before.high + 0.05
    assert abs(found[0].rate - found[1].rate) < 0.03, found
