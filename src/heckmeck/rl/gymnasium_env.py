"""The games as Gymnasium environments: a learner on one seat, bots on the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal

import numpy as np

from heckmeck.bots import check_bots, make
from heckmeck.games import AnyGame, BadSetup, Move, Outcome, Source, View, get
from heckmeck.games.outcome import rank
from heckmeck.games.setup import is_number, show
from heckmeck.play import Player, Table
from heckmeck.play.table import AnyTable
from heckmeck.rl import rendering
from heckmeck.rl.encoding import encoding_for
from heckmeck.rl.encoding.encoding import Ids, Mask, Numbers
from heckmeck.rl.episode import MAX_TURNS, TURN_LIMIT, check_max_turns
from heckmeck.rl.missing import missing
from heckmeck.rl.returns import returns_by_name

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise missing("Gymnasium", "rl") from None

Opponent = str | Callable[[AnyGame, Source], Player[Any]]
"""A bot by its name, or a function that makes a player for a game from a source of randomness."""

ROTATE = "rotate"


class Learner:
    """The player on the learner's seat. The environment sets its next move."""

    def __init__(self) -> None:
        self.next: Move | None = None

    def choose(self, view: View) -> Move:
        """Return the move that was given."""
        move, self.next = self.next, None
        assert move is not None
        return move


class HeckmeckEnv(gymnasium.Env[Numbers, np.int64]):
    """One game against bots.

    `opponents` is a bot for all other seats, or one for each of them in the order of play after the learner. `seat` is
    that of the learner, or "rotate" to take the next seat in every game. `returns` and `max_turns` are the same as for
    the PettingZoo environments; all other arguments are options of the game.
    """

    metadata = {"render_modes": list(rendering.MODES), "render_fps": rendering.FRAMES_PER_SECOND}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        num_players: int | None = None,
        seat: int | Literal["rotate"] = 0,
        render_mode: str | None = None,
        returns: str = "win",
        max_turns: int | None = MAX_TURNS,
        illegal_reward: float = -1.0,
        **options: object,
    ) -> None:
        self.game: AnyGame = get(game)
        if "seats" in options:
            raise BadSetup("bad_option", "Use num_players to set the number of seats.")
        self._opponents = _opponents(opponents, num_players, self.game)
        seats = len(self._opponents) + 1
        self.encoding = encoding_for(self.game.setup(seats=seats, **options))
        names = [each for each in self._opponents if isinstance(each, str)]
        check_bots(names, self.game, self.encoding.setup, Random(0))
        self._rotates = seat == ROTATE
        self.seat = 0 if self._rotates else _check_seat(seat, seats)
        """The learner's seat in the current game."""
        self._next_seat = self.seat
        self.max_turns = check_max_turns(max_turns)
        if self.max_turns is not None and self.max_turns < seats:
            raise BadSetup("bad_option", f"max_turns must be at least {seats}, one turn for each player.")
        self._returns = returns_by_name(returns)
        self.illegal_reward = float(illegal_reward)
        self.render_mode = rendering.check_mode(render_mode)
        high = self.encoding.high
        self.action_space: spaces.Discrete = spaces.Discrete(len(self.encoding.actions))
        self.observation_space: spaces.Space[Numbers] = spaces.Box(np.zeros_like(high), high, dtype=high.dtype.type)
        self._learner = Learner()
        self._chosen: Ids = ()
        self._turns = 0
        self.table: AnyTable | None = None
        """The game being played; `table.record()` is its record."""
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start a game and play up to the learner's first decision. The same seed gives the same games from here on.

        A game that ends before this decision is skipped, and another one is started.
        """
        super().reset(seed=seed)
        if seed is not None and self._rotates:
            self._next_seat = 0
        if self._rotates:
            self.seat, self._next_seat = self._next_seat, (self._next_seat + 1) % self.encoding.seats
        self._begin()
        while self._outcome() is not None:
            self._begin()
        self._over = False
        if self.render_mode == "human":
            self.render()
        return self._observe(), {"action_mask": self._mask()}

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Choose an action, and continue to the learner's next decision or the end."""
        if self._over:
            raise gymnasium.error.ResetNeeded("The game is over: call reset().")
        if not self.action_space.contains(action):
            raise gymnasium.error.InvalidAction(f"{action!r} is not in the action space {self.action_space}.")
        if not self._mask()[action]:
            self._over = True
            info = {"action_mask": np.zeros_like(self._mask()), "reason": "illegal_action"}
            return self._observe(), self.illegal_reward, True, False, info
        self._choose(int(action))
        outcome = self._outcome()
        self._over = outcome is not None
        if self.render_mode == "human":
            self.render()
        info = {"action_mask": self._mask()}
        if outcome is None:
            return self._observe(), 0.0, False, False, info
        info |= {"reason": outcome.reason, "scores": outcome.scores, "winners": outcome.winners}
        truncated = outcome.reason == TURN_LIMIT
        return self._observe(), self._returns(outcome)[self.seat], not truncated, truncated, info

    def action_masks(self) -> Mask:
        """Return the mask of the actions that are legal now. Some libraries call this method."""
        return self._mask()

    def render(self) -> Any:
        """Draw the game as the learner sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return rendering.render(self._view(), self.render_mode)

    def _begin(self) -> None:
        seats, setup = self.encoding.seats, self.encoding.setup
        sources = [Random(int(self.np_random.integers(2**63))) for _ in range(seats)]
        self._learner = Learner()
        players: list[Player[Any]] = [self._learner] * seats
        names = ["learner"] * seats
        for number, (opponent, source) in enumerate(zip(self._opponents, sources[1:], strict=True), 1):
            place = (self.seat + number) % seats
            players[place] = (
                make(opponent, self.game, source) if isinstance(opponent, str) else opponent(self.game, source)
            )
            names[place] = opponent if isinstance(opponent, str) else f"opponent {number}"
        self.table = Table(self.game, setup, players, sources[0], names=names, people=range(seats))
        self._chosen, self._turns = (), 0
        self._play_on()

    def _choose(self, action: int) -> None:
        chosen = (*self._chosen, action)
        self._learner.next = self.encoding.move(chosen)
        if self._learner.next is None:
            self._chosen = chosen
            return
        self._chosen = ()
        self._step()
        self._play_on()

    def _play_on(self) -> None:
        """Play to the learner's next decision or the end. Errors of bots are raised: they would spoil the results."""
        table = self._table()
        while self._outcome() is None and self.game.to_act(table.state) != self.seat:
            self._step()

    def _step(self) -> None:
        table = self._table()
        played = table.step()
        assert played is not None
        self._turns += self.encoding.ends_turn(played.action, table.state)

    def _outcome(self) -> Outcome | None:
        table = self._table()
        if table.outcome is None and self.max_turns is not None and self._turns >= self.max_turns:
            return rank(TURN_LIMIT, self.game.standings(table.state))
        return table.outcome

    def _table(self) -> AnyTable:
        if self.table is None:
            raise gymnasium.error.ResetNeeded("Call reset() before the first game.")
        return self.table

    def _view(self) -> Any:
        return self.game.view(self._table().state, self.seat)

    def _observe(self) -> Numbers:
        return self.encoding.encode(self._view(), self._chosen)

    def _mask(self) -> Mask:
        mask = self.encoding.mask(self._view(), self._chosen)
        return np.zeros_like(mask) if self._outcome() is not None else mask


def _opponents(opponents: object, num_players: object, game: AnyGame) -> tuple[Opponent, ...]:
    """Return one opponent for each seat that is not the learner's."""
    if isinstance(opponents, str) or callable(opponents):
        seats: int = game.setup(seats=game.seats[0] if num_players is None else num_players).seats
        return (opponents,) * (seats - 1)
    if not isinstance(opponents, Sequence) or not all(isinstance(each, str) or callable(each) for each in opponents):
        raise BadSetup("bad_option", f"opponents must be names of bots or functions, not {show(opponents)}.")
    if num_players is not None and num_players != len(opponents) + 1:
        raise BadSetup("bad_seats", f"opponents must be one bot, or one fewer than the {show(num_players)} players.")
    return tuple(opponents)


def _check_seat(seat: object, seats: int) -> int:
    if not is_number(seat) or not 0 <= seat < seats:
        raise BadSetup("no_such_seat", f"seat must be a number from 0 to {seats - 1}, or {ROTATE!r}, not {show(seat)}.")
    return seat
