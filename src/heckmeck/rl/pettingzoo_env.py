"""The games as PettingZoo environments, for agents that act one after another."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from heckmeck.games import AnyGame, BadSetup, IllegalMove
from heckmeck.rl import rendering
from heckmeck.rl.encoding import encoding_for
from heckmeck.rl.encoding.encoding import Mask, Numbers
from heckmeck.rl.episode import MAX_TURNS, Episode, check_max_turns
from heckmeck.rl.missing import missing
from heckmeck.rl.returns import returns_by_name

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    if error.name not in ("gymnasium", "pettingzoo"):
        raise
    raise missing("PettingZoo", "rl") from None

ILLEGAL_REWARD = -1.0
"""The reward of an agent that chooses an illegal action."""

Observation = dict[str, Numbers | Mask]


def wrapped(env: HeckmeckAEC) -> AECEnv[str, Observation, int]:
    """Return the environment in the usual wrappers: illegal actions end the game, all other errors are raised."""
    terminating = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


class HeckmeckAEC(AECEnv[str, Observation, int], EzPickle):
    """One game as an environment; each game has a subclass.

    `num_players` is the number of seats, `returns` how the result is scored, `max_turns` a limit (None for no limit);
    all other arguments are options of the game.
    """

    game: AnyGame
    metadata: dict[str, Any]

    def __init__(
        self,
        *,
        num_players: int = 2,
        render_mode: str | None = None,
        returns: str = "win",
        max_turns: int | None = MAX_TURNS,
        **options: object,
    ) -> None:
        EzPickle.__init__(
            self, num_players=num_players, render_mode=render_mode, returns=returns, max_turns=max_turns, **options
        )
        super().__init__()
        if "seats" in options:
            raise BadSetup("bad_option", "Use num_players to set the number of seats.")
        self.encoding = encoding_for(self.game.setup(seats=num_players, **options))
        self.render_mode = rendering.check_mode(render_mode)
        self.max_turns = check_max_turns(max_turns)
        self._returns = returns_by_name(returns)
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self.agents: list[str] = []
        number, high = len(self.encoding.actions), self.encoding.high
        self.action_spaces = {agent: spaces.Discrete(number) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high, dtype=high.dtype.type),
                    "action_mask": spaces.Box(0, 1, (number,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._random: np.random.Generator | None = None
        self.episode: Episode | None = None

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. The same seed gives the same games from here on; there are no options."""
        if self._random is None or seed is not None:
            self._random, _ = seeding.np_random(seed)
        source = Random(int(self._random.integers(2**63)))
        self.episode = Episode(self.encoding, source, self.max_turns)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and which actions it may choose."""
        observation, mask = self._playing().observe(self.possible_agents.index(agent))
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Choose an action for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode = self._playing()
        if not self.action_space(agent).contains(action):
            raise IllegalMove("illegal_action", f"{action!r} is not in the action space {self.action_space(agent)}.")
        episode.play(int(action))  # type: ignore[arg-type]  # None is not in the space
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = episode.outcome
        if outcome is None:
            self._select()
        else:
            ended = self.truncations if episode.truncated else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.agents, self._returns(outcome), strict=True))
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Draw the game as the selected agent sees it, or after the end as a spectator sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        episode = self._playing()
        return rendering.render(episode.view(episode.seat), self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _playing(self) -> Episode:
        if self.episode is None:
            raise gymnasium.error.ResetNeeded("Call reset() before the first game.")
        return self.episode

    def _select(self) -> None:
        seat = self._playing().seat
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]


def metadata(name: str) -> dict[str, Any]:
    """Return the metadata of an environment."""
    return {
        "name": name,
        "render_modes": list(rendering.MODES),
        "is_parallelizable": False,
        "render_fps": rendering.FRAMES_PER_SECOND,
    }
