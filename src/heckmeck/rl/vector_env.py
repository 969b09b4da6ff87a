"""Thousands of games in lockstep as a vector environment of Gymnasium: the caller plays every seat."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import BadSetup, GameOver, IllegalMove, get
from heckmeck.games.setup import show
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.layout import ILLEGAL, TRUNCATED, Bools, Ints
from heckmeck.rl.batch.stream import Seed, one_seed
from heckmeck.rl.encoding.encoding import Mask, Numbers
from heckmeck.rl.episode import MAX_TURNS
from heckmeck.rl.missing import missing
from heckmeck.rl.returns import Floats, return_arrays_by_name

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise missing("Gymnasium", "rl") from None


class HeckmeckVectorEnv(VectorEnv[Numbers, NDArray[Any], NDArray[Any]]):
    """Games of one set-up in lockstep; a step is one decision in each of them.

    The observation of a game is that of the seat to act; `info` has its `action_mask` and its `seat`. The reward is
    that of the seat that has acted: 0 before the end of its game. At the end `info` has `returns` and `scores` of all
    seats and the `reason`. `returns`, `max_turns` and `illegal_reward` are the same as for the other environments;
    `copy=False` returns the arrays themselves, which the next step overwrites. All other arguments are options of the
    game.

    >>> env = HeckmeckVectorEnv("barbecue", num_envs=3)
    >>> observations, info = env.reset(seed=1)
    >>> observations.shape, info["seat"].tolist()
    ((3, 67), [0, 0, 0])
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        num_players: int | None = None,
        returns: str = "win",
        max_turns: int | None = MAX_TURNS,
        illegal_reward: float = -1.0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: object,
    ) -> None:
        if "seats" in options:
            raise BadSetup("bad_option", "Use num_players to set the number of seats.")
        rules = get(game)
        setup = rules.setup(seats=rules.seats[0] if num_players is None else num_players, **options)
        self.autoreset_mode = _mode(autoreset_mode)
        self._returns = return_arrays_by_name(returns)
        self.batch = make_batch(setup, num_envs, max_turns=max_turns)
        """The games; see `heckmeck.rl.batch`."""
        self.encoding = self.batch.encoding
        self.illegal_reward = float(illegal_reward)
        self.copy = copy
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        high = self.encoding.high
        self.single_action_space = spaces.Discrete(len(self.encoding.actions))
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=high.dtype.type)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self._ready = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start all games, or those of `options["reset_mask"]`. The same seed gives the same luck from here on.

        Games that are not started keep their random streams, and so do those whose seed in a list is None.
        """
        super().reset(seed=one_seed(seed))
        marked = None if options is None else options.get("reset_mask")
        if marked is not None and not self._ready:
            raise gymnasium.error.ResetNeeded("Reset all games before some of them.")
        self.batch.reset(_check_seed(seed), marked)
        self._ready = True
        return self._copied(self.batch.observations), self._info()

    def step(self, actions: Any) -> tuple[Numbers, Floats, Bools, Bools, dict[str, Any]]:
        """Play one action in each game. In a game that was over before, the action is ignored and the next game starts.

        This is `AutoresetMode.NEXT_STEP`, the default. With SAME_STEP the next game starts at once, and the end is in
        `final_obs` and `final_info`; with DISABLED the caller resets games that are over.
        """
        if not self._ready:
            raise gymnasium.error.ResetNeeded("Call reset() before the first step.")
        batch, next_step = self.batch, self.autoreset_mode is AutoresetMode.NEXT_STEP
        self._play(actions, next_step)
        over, rewards = batch.over, np.zeros(self.num_envs, np.float32)
        terminated, truncated = over & (batch.status != TRUNCATED), batch.status == TRUNCATED
        info: dict[str, Any] = {}
        if over.any():
            ended = np.flatnonzero(over)
            info = self._results(ended)
            rewards[ended] = info["returns"][ended, batch.seats[ended]]
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                info = self._begin_again(over, info)
        return self._copied(batch.observations), rewards, terminated, truncated, info | self._info()

    def action_masks(self) -> Mask:
        """Return the masks of the actions that are legal now. Some libraries call this method."""
        masks: Mask = self._copied(self.batch.masks)
        return masks

    def random_actions(self) -> Ints:
        """Return a random legal action for every game, faster than with numpy; 0 where a game is over."""
        return np.maximum(self.batch.random_actions(), 0)

    def _play(self, actions: Any, next_step: bool) -> None:
        chosen = np.asarray(actions)
        if chosen.size and np.issubdtype(chosen.dtype, np.integer) and chosen.min() < 0:
            raise gymnasium.error.InvalidAction(
                f"{chosen.min()} is not in the action space {self.single_action_space}."
            )
        try:
            self.batch.step(chosen, reset_over=next_step, end_illegal=True)
        except IllegalMove as error:
            raise gymnasium.error.InvalidAction(str(error)) from None
        except GameOver as error:
            raise gymnasium.error.ResetNeeded(str(error)) from None

    def _results(self, ended: NDArray[np.intp]) -> dict[str, Any]:
        """Return the results of some games in the form of vector environments: arrays with masks."""
        batch = self.batch
        scores, ties = batch.standings(ended)
        returns = self._returns(scores, ties)
        illegal = batch.status[ended] == ILLEGAL
        returns[illegal] = 0
        returns[illegal, batch.seats[ended][illegal]] = self.illegal_reward
        info: dict[str, Any] = {}
        for name, values in (("returns", returns), ("scores", scores), ("reason", batch.reasons(ended))):
            info[name] = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            info[name][ended] = values
            info[f"_{name}"] = np.zeros(self.num_envs, np.bool_)
            info[f"_{name}"][ended] = True
        return info

    def _begin_again(self, over: Bools, results: dict[str, Any]) -> dict[str, Any]:
        final: NDArray[Any] = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(over):
            final[game] = self.batch.observations[game].copy()
        # Always copies, because the arrays themselves are about to show the next games.
        final_info = results | self._info(over, copy=True)
        self.batch.reset(where=over)
        return {"final_obs": final, "_final_obs": over, "final_info": final_info, "_final_info": over}

    def _info(self, where: Bools | None = None, copy: bool = False) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_) if where is None else where
        masks, seats = self.batch.masks, self.batch.seats
        return {
            "action_mask": masks.copy() if copy else self._copied(masks),
            "_action_mask": every,
            "seat": seats.copy() if copy else self._copied(seats),
            "_seat": every,
        }

    def _copied(self, array: Any) -> Any:
        return array.copy() if self.copy else array


def _mode(mode: object) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        modes = ", ".join(each.value for each in AutoresetMode)
        raise BadSetup("bad_option", f"autoreset_mode must be one of {modes}, not {show(mode)}.") from None


def _check_seed(seed: Seed) -> Seed:
    """Return a seed in the form that a batch takes; Gymnasium also passes tuples of seeds."""
    return list(seed) if isinstance(seed, tuple) else seed
