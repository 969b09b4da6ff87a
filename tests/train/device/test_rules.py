"""The rules on a device are those of the batch engine."""

from typing import Any

import numpy as np
import pytest

from heckmeck.bots.barbecue.features import BarbecueFeatures
from heckmeck.bots.bratwurmeck.features import BratwurmeckFeatures
from heckmeck.bots.features import Features
from heckmeck.games import get
from heckmeck.rl.batch import make_batch, make_valuation
from heckmeck.rl.batch.layout import RUNNING, Records
from heckmeck.rl.batch.turn_tables import PASS

pytestmark = pytest.mark.train
torch = pytest.importorskip("torch")
KINDS: dict[str, type[Features[Any, Any]]] = {"bratwurmeck": BratwurmeckFeatures, "barbecue": BarbecueFeatures}
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("bratwurmeck", {"seats": 2}),
    ("bratwurmeck", {"seats": 7, "lower_portion": "next"}),
    ("bratwurmeck", {"seats": 3, "portions": (21, 24), "returned_highest_turns": True}),
    ("barbecue", {"seats": 2}),
    ("barbecue", {"seats": 5}),
    ("barbecue", {"seats": 3, "spots": (33, 36), "snails": 2}),
]


def played(name: str, options: dict[str, Any]) -> tuple[Any, Any, Records]:
    """Rules, a batch, and its running games after some random actions."""
    from heckmeck.train.device.rules import DeviceRules

    batch = make_batch(get(name).setup(**options), 300, 1, max_turns=None)
    for _ in range(120):
        batch.step(batch.random_actions(), reset_over=True)
    rules = DeviceRules(batch.dice_layout, KINDS[name](options["seats"]), torch.device("cpu"))
    return rules, batch, batch.records[batch.records["status"] == RUNNING].copy()


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_results_and_positions_are_those_of_the_batch_engine(name: str, options: dict[str, Any]) -> None:
    rules, batch, records = played(name, options)
    there, seats = rules.records(records), options["seats"]
    plain = make_valuation(rules.layout, rules.features)
    assert np.array_equal(rules.describe(there).numpy(), plain.describe(records))
    found = rules.results(there, rules.count(there))
    listed = type(found)(*(each.numpy() for each in found))

    turn = np.repeat(np.arange(len(records)), listed.results)
    after = batch.after(records[turn], listed.actions, listed.totals)
    over = after["ended"] > 0
    assert over.any() or not {"portions", "spots"} & options.keys(), "small games are often over after a turn"
    assert np.array_equal(listed.over, over)
    assert np.array_equal(listed.rows[~over], plain.describe(after[~over]))
    shift = (records["seat"][turn].astype(np.intp) - after["seat"])[over] % seats
    rows = np.flatnonzero(over)
    for row, by in zip(rows, shift, strict=True):
        assert np.allclose(listed.shares[row], np.roll(_shares_at_the_end(batch, after[row]), -by))
    assert np.array_equal(listed.first, np.cumsum(listed.results) - listed.results)
    assert (listed.actions[listed.first] == PASS).all()
    reached = {(int(turn[result]), int(result)) for result in listed.stop_result}
    assert len(reached) == len(listed.actions) - len(records), "all results but failed attempts are reached by a stop"


def _shares_at_the_end(batch: Any, record: np.void) -> np.ndarray:
    """The shares of a game that is over, from its seat on."""
    state = batch.dice_layout.state(record)
    outcome, shares = batch.dice_layout.game.outcome(state), np.zeros(batch.dice_layout.seats)
    for seat in outcome.winners:
        shares[(seat - state.seat) % len(shares)] = 1 / len(outcome.winners)
    return shares


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_turns_end_as_in_the_batch_engine(name: str, options: dict[str, Any]) -> None:
    rules, batch, records = played(name, options)
    there, source = rules.records(records), np.random.default_rng(1)
    listed = rules.results(there, rules.count(there))
    ends = listed.first + torch.tensor(source.integers(0, listed.results.numpy()))
    actions, totals = listed.actions[ends], listed.totals[ends]
    rules.end_turns(there, actions, totals)
    found = there.numpy().view(rules.layout.dtype)[:, 0]
    expected = batch.after(records, actions.numpy(), totals.numpy())
    assert (rules.field(there, "status").numpy() == expected["status"]).all()
    for field in set(expected.dtype.names or ()) - {"padding"}:
        assert np.array_equal(found[field], expected[field]), field


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_a_gpu_does_the_same(
    gpu_functions: Any, name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, _, records = played(name, options)
    monkeypatch.setattr("heckmeck.train.device.rules.functions_on", lambda device: gpu_functions)
    ours, theirs = played(name, options)[0], rules
    here, there = ours.records(records), theirs.records(records)
    assert torch.equal(ours.describe(here), theirs.describe(there))
    mine, listed = ours.results(here, ours.count(here)), theirs.results(there, theirs.count(there))
    for field in set(listed._fields) - {"rows", "shares"}:
        assert torch.equal(getattr(mine, field), getattr(listed, field)), field
    assert torch.equal(mine.rows[~mine.over], listed.rows[~listed.over])
    assert torch.equal(mine.shares[mine.over], listed.shares[listed.over])
    for results in (listed.first, listed.first + listed.results.long() - 1):
        changed, expected = here.clone(), there.clone()
        ours.end_turns(changed, listed.actions[results], listed.totals[results])
        theirs.end_turns(expected, listed.actions[results], listed.totals[results])
        assert torch.equal(changed, expected)
        assert not torch.equal(changed, here)


def test_exploration_is_as_often_as_on_the_processor() -> None:
    from heckmeck.train.device.exploration import DeviceExploration
    from heckmeck.train.exploration import EXPLORED, LONGEST_OPENING, OPENED

    games = 100_000
    exploration = DeviceExploration(games, torch.Generator().manual_seed(1))
    rates, openings = exploration.rates.numpy(), exploration.random_turns_left.numpy().copy()
    for share, rate in EXPLORED:
        assert np.isclose(rates, rate).mean() == pytest.approx(share, abs=0.01)
    assert (openings > 0).mean() == pytest.approx(OPENED, abs=0.01)
    assert (openings.min(), openings.max()) == (0, LONGEST_OPENING)
    results = torch.arange(games) % 5 + 1
    explored, chosen = (each.numpy() for each in exploration.choose(results))
    assert explored[openings > 0].all()
    assert explored[openings == 0].mean() == pytest.approx(sum(share * rate for share, rate in EXPLORED), abs=0.01)
    assert ((chosen >= 0) & (chosen < results.numpy())).all()
    assert np.bincount(chosen[results.numpy() == 5]).tolist() == pytest.approx([games / 25] * 5, rel=0.1)
    assert (exploration.random_turns_left.numpy() == np.maximum(openings - 1, 0)).all()
    marked = torch.arange(games) < 10
    before = exploration.rates.clone()
    exploration.begin(marked)
    assert (exploration.rates[~marked] == before[~marked]).all()
