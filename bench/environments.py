"""Measure environments by random legal play: ours beside those of other projects, alternately, on one core.

A step of ours is one decision of a seat; dice that are rolled and cards that are drawn are not counted. For the others
every call that their users make counts, in OpenSpiel outcomes of chance too. Ours always include the mask and the
observation of the seat to act, and so do those of PettingZoo and Pgx; OpenSpiel and pickomino-env are asked only for
legal actions. Batches have 4,096 games. Environments that are not installed are named and left out.

  batch            heckmeck.rl.batch; the actions are chosen by its own random_actions
  vector           the vector environment, with copies; actions chosen likewise
  vector, numpy    the same, with actions chosen by numpy from the masks
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from heckmeck.games import GAMES, get

Play = Callable[[float], float]
"""Play for about this many seconds; return steps a second."""

BATCH = 4096
BASE = "heckmeck bratwurmeck, batch"
"""The environment that the others are compared with."""


def timed(step: Callable[[], int], seconds: float) -> float:
    """Call a function that returns how many steps it has made until the time is over; return steps a second."""
    steps, began = 0, perf_counter()
    while perf_counter() - began < seconds:
        steps += step()
    return steps / (perf_counter() - began)


# Ours ----------------------------------------------------------------------------------------------------------------


def our_batch(name: str, seats: int = 2) -> Play:
    """A batch of games, without a framework."""
    from heckmeck.rl.batch import make_batch

    batch = make_batch(get(name).setup(seats=seats), BATCH, 1)

    def step() -> int:
        batch.step(batch.random_actions(), reset_over=True)
        return BATCH

    return lambda seconds: timed(step, seconds)


def our_vector(name: str, by_numpy: bool = False) -> Play:
    """The vector environment of Gymnasium."""
    from heckmeck.rl.vector_env import HeckmeckVectorEnv

    env = HeckmeckVectorEnv(name, BATCH)
    _, info = env.reset(seed=1)
    chance = np.random.default_rng(1)
    masks = info["action_mask"]

    def step() -> int:
        nonlocal masks
        actions = chosen_by_numpy(masks, chance) if by_numpy else env.random_actions()
        masks = env.step(actions)[4]["action_mask"]
        return BATCH

    return lambda seconds: timed(step, seconds)


def chosen_by_numpy(masks: NDArray[np.int8], chance: np.random.Generator) -> NDArray[np.intp]:
    """Return a random legal action for each row, 0 where there is none."""
    actions: NDArray[np.intp] = (chance.random(masks.shape, np.float32) * masks).argmax(axis=1)
    return actions


def our_pettingzoo(name: str) -> Play:
    """The environment of PettingZoo."""
    return pettingzoo_play(import_module(f"heckmeck.rl.{name}_v1").env())


def our_openspiel(name: str) -> Play:
    """The game in OpenSpiel."""
    import heckmeck.rl.openspiel  # noqa: F401  # registers the games

    return openspiel(f"heckmeck_{name}")


def our_gymnasium(name: str) -> Play:
    """The learner's environment: a step is one decision of the learner, and the other player's random moves."""
    import gymnasium

    import heckmeck.rl  # noqa: F401  # registers the environments

    env, source = gymnasium.make(f"heckmeck/{name.title()}-v1", opponents="random"), Random(1)
    _, info = env.reset(seed=1)

    def step() -> int:
        nonlocal info
        legal = np.flatnonzero(info["action_mask"])
        _, _, terminated, truncated, info = env.step(legal[source.randrange(len(legal))])
        if terminated or truncated:
            _, info = env.reset()
        return 1

    return lambda seconds: timed(step, seconds)


# Others --------------------------------------------------------------------------------------------------------------


def pettingzoo_play(env: Any) -> Play:
    """Random play in any environment of PettingZoo with masks."""
    source = Random(1)
    env.reset(seed=1)

    def step() -> int:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            return 0
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[source.randrange(len(legal))]))
        return 1

    return lambda seconds: timed(step, seconds)


def connect_four() -> Play:
    """PettingZoo's connect_four."""
    from pettingzoo.classic.connect_four.connect_four import env

    return pettingzoo_play(env())


def leduc_of_pettingzoo() -> Play:
    """PettingZoo's leduc_holdem, which needs rlcard."""
    from pettingzoo.classic.rlcard_envs.leduc_holdem import env

    return pettingzoo_play(env())


def openspiel(name: str) -> Play:
    """Random play in a game of OpenSpiel."""
    import pyspiel

    game, source = pyspiel.load_game(name), Random(1)

    def step() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal() and steps < 10_000:
            legal = state.legal_actions()  # at chance nodes the outcomes; ignoring their weights does no harm here
            state.apply_action(legal[source.randrange(len(legal))])
            steps += 1
        return steps

    return lambda seconds: timed(step, seconds)


def pickomino() -> Play:
    """PyPI's pickomino-env: a step is one call of env.step, in which its bot plays too."""
    from pickomino_env.pickomino import PickominoEnv  # type: ignore[import-not-found,import-untyped,unused-ignore]

    env, source = PickominoEnv(number_of_bots=1), Random(1)
    seen, _ = env.reset(seed=1)

    def step() -> int:
        nonlocal seen
        rolled, collected = seen["dice_rolled"].tolist(), seen["dice_collected"].tolist()
        faces = [face for face in range(6) if rolled[face] and not collected[face]]
        face = faces[source.randrange(len(faces))]
        must_stop = sum(rolled) == rolled[face]
        seen, _, terminated, truncated, _ = env.step((face, 1 if must_stop else source.randrange(2)))
        if terminated or truncated:
            seen, _ = env.reset()
        return 1

    return lambda seconds: timed(step, seconds)


def pgx_2048() -> Play:
    """Pgx's 2048, compiled for the processor: a batch of the same size, with finished games restarted."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make("2048")
    auto_reset: Any = import_module("pgx.experimental").auto_reset
    init = jax.jit(jax.vmap(env.init))
    step_all = jax.vmap(auto_reset(env.step, env.init))
    steps = 50

    def one(_: int, carry: Any) -> Any:
        state, key = carry
        key, choose, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(
            choose, jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)), axis=1
        )
        return step_all(state, actions, jax.random.split(luck, BATCH)), key

    many = jax.jit(lambda state, key: jax.lax.fori_loop(0, steps, one, (state, key)))
    key = jax.random.PRNGKey(1)
    state = init(jax.random.split(key, BATCH))
    state, key = jax.block_until_ready(many(state, key))  # compiles

    def step() -> int:
        nonlocal state, key
        state, key = jax.block_until_ready(many(state, key))
        return steps * BATCH

    return lambda seconds: timed(step, seconds)


def contestants() -> Mapping[str, Callable[[], Play]]:
    """Return all environments by name."""
    ours: dict[str, Callable[[], Play]] = {}
    for name in GAMES:
        ours[f"heckmeck {name}, batch"] = partial(our_batch, name)
        ours[f"heckmeck {name}, vector"] = partial(our_vector, name)
        ours[f"heckmeck {name}, vector, numpy"] = partial(our_vector, name, by_numpy=True)
    for name in GAMES:
        ours[f"heckmeck {name}, PettingZoo"] = partial(our_pettingzoo, name)
        ours[f"heckmeck {name}, Gymnasium"] = partial(our_gymnasium, name)
        ours[f"heckmeck {name}, OpenSpiel"] = partial(our_openspiel, name)
    return ours | {
        "pickomino-env": pickomino,
        "PettingZoo connect_four": connect_four,
        "PettingZoo leduc_holdem": leduc_of_pettingzoo,
        "OpenSpiel pig": partial(openspiel, "pig"),
        "OpenSpiel leduc_poker": partial(openspiel, "leduc_poker"),
        "Pgx 2048, batch": pgx_2048,
    }


def ready(console: Console) -> dict[str, Play]:
    """Make all environments that are installed, and name the others."""
    made: dict[str, Play] = {}
    for name, make in contestants().items():
        try:
            made[name] = make()
        except ImportError as error:
            console.print(f"{name} is left out: {error}")
    return made


def main() -> None:
    """Measure alternately, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="of all environments in turn")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # those of other projects
    os.environ["JAX_PLATFORMS"] = "cpu"
    if hasattr(os, "sched_setaffinity"):  # limit libraries that would use all cores
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    console = Console()
    plays = ready(console)
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(options.rounds):
        for name, play in track(plays.items(), "measuring", console=console, transient=True):
            rates[name].append(play(options.seconds))
    base = median(rates[BASE])
    title = f"random legal play, one core, Python {sys.version.split()[0]}"
    table = Table("environment", "steps/s", f"{BASE} is so many times as fast", title=title)
    for name, found in rates.items():
        table.add_row(name, f"{median(found):,.0f}", f"{base / median(found):,.1f}")
    console.print(table)


if __name__ == "__main__":
    main()
