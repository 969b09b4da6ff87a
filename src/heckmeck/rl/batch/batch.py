"""Many games of one set-up in lockstep, played by ids of actions. The caller plays every seat; chance is automatic."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from heckmeck.games import BadSetup, GameOver, IllegalMove
from heckmeck.games.setup import check_number, show
from heckmeck.rl.batch.layout import (
    ENDED,
    ILLEGAL,
    RUNNING,
    TRUNCATED,
    Bools,
    DiceLayout,
    Indices,
    Ints,
    Layout,
    Records,
)
from heckmeck.rl.batch.stream import Seed, first_states, seeded
from heckmeck.rl.batch.turn_tables import PASS, Plans, turn_tables
from heckmeck.rl.encoding import AnyEncoding
from heckmeck.rl.encoding.encoding import Mask, Numbers
from heckmeck.rl.episode import TURN_LIMIT

ILLEGAL_ACTION: Final = "illegal_action"
"""The reason for an end by an illegal action."""

MOST_GAMES: Final = 2**24


class Batch(ABC):
    """Games in lockstep.

    The arrays have one row for each game and are overwritten by the next call: `observations` and `masks` are those of
    the seat to act, `seats`; their numbers are those of `encoding`. `status` is a `Status`. In a game that is over, the
    observation is that of the seat that acted last, and its mask is all zeros.
    """

    observations: Numbers
    masks: Mask
    seats: NDArray[np.int8]
    status: NDArray[np.uint8]

    def __init__(self, layout: Layout[Any, Any, Any], games: int, max_turns: int | None) -> None:
        check_number("games", games, 1, MOST_GAMES)
        encoding: AnyEncoding = layout.encoding
        self.encoding = encoding
        self.layout = layout
        """The layout of the records."""
        self.max_turns = max_turns
        self._observations = np.zeros((games, encoding.size), encoding.dtype)
        self._masks = np.zeros((games, len(encoding.actions)), np.int8)
        self._seats = np.zeros(games, np.int8)
        self._status = np.zeros(games, np.uint8)
        # Legality is looked up in the masks, so callers may not write to them.
        self.observations, self.masks = _read_only(self._observations), _read_only(self._masks)
        self.seats, self.status = _read_only(self._seats), _read_only(self._status)

    def __len__(self) -> int:
        return len(self.seats)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} games of {self.encoding.game.title}>"

    @property
    def over(self) -> Bools:
        """The games that are over."""
        over: Bools = self.status != RUNNING
        return over

    @property
    def dice_layout(self) -> DiceLayout[Any, Any, Any]:
        """The layout of the records of a dice game. Raises BadSetup for other games."""
        if not isinstance(self.layout, DiceLayout):
            raise BadSetup("no_dice", f"{self.encoding.game.title} has no roll-and-keep turns.")
        return self.layout

    @property
    @abstractmethod
    def turns(self) -> Ints:
        """The number of turns that are over, for each game."""

    @property
    @abstractmethod
    def records(self) -> Records:
        """The games as a read-only array, one record per game; see `heckmeck.rl.batch.layout`."""

    @abstractmethod
    def states(self) -> list[Any]:
        """Return the states of the reference engine."""

    @abstractmethod
    def standings(self, games: Indices | None = None) -> tuple[Ints, Ints]:
        """Return the scores and the tie-breaks of all seats, in all games or in some."""

    @abstractmethod
    def _ends(self, games: Indices) -> list[str]:
        """Return why games are over by their rules; an empty string for those that are not."""

    def reasons(self, games: Indices) -> NDArray[np.object_]:
        """Return why each of these games is over: a reason of its rules, the limit of turns, or an illegal action."""
        named = {RUNNING: "", TRUNCATED: TURN_LIMIT, ILLEGAL: ILLEGAL_ACTION}
        pairs = zip(self.status[games].tolist(), self._ends(games), strict=True)
        return np.array([named.get(status, end) for status, end in pairs], object)

    @abstractmethod
    def random_actions(self) -> Ints:
        """Return a legal action for every game, all equally likely; PASS where a game is over."""

    def load(self, records: Records, games: Indices | None = None) -> None:
        """Continue with these games, including their random streams. Pending rolls and draws are made.

        The records are those of all games, or of the games with some numbers. Raises BadSetup for records that are
        not possible in any game, and changes nothing then.
        """
        self._check_records(records)
        numbers = np.arange(len(self)) if games is None else games
        if len(records) != len(numbers):
            raise BadSetup("bad_records", f"There are {len(numbers)} games, and {len(records)} records.")
        if games is not None:
            self._check_numbers(games)
        before = self.records[numbers]
        self._load(records, numbers)
        stuck = np.flatnonzero(~self.over[numbers] & ~self.masks[numbers].any(axis=1))
        if len(stuck):
            self._load(before, numbers)
            raise _impossible(stuck[0])

    @abstractmethod
    def _load(self, records: Records, games: Indices) -> None:
        """Load records that were checked, for the games with these numbers."""

    def after(self, records: Records, stops: ArrayLike, totals: ArrayLike) -> Records:
        """Return records after the end of their turns: by stops at sums with a worm, or by a failed attempt (PASS).

        Nothing is rolled: the next turn is about to begin. These are the positions that a turn can lead to. Records of
        games that are over are returned unchanged.
        """
        self._check_records(records)
        found = []
        for name, values in (("stops", stops), ("totals", totals)):
            array = np.asarray(values)
            if array.shape != records.shape or not np.issubdtype(array.dtype, np.integer):
                raise BadSetup("bad_option", f"{name} must be an integer for each record, not {show(values)}.")
            found.append(np.ascontiguousarray(array, np.int32))
        facts = self.dice_layout.game.die.facts.values()
        possible = np.isin(found[1], [dice.total for dice in facts if dice.worm]) & (found[0] < self.masks.shape[1])
        wrong = np.flatnonzero((found[0] != PASS) & ~(possible & (found[0] >= 0)))
        refused = int(wrong[0]) if len(wrong) else None
        after = records.copy()
        if refused is None:
            refused = self._end_turns(after, *found)
        if refused is None:
            return after
        stop, total = found[0][refused], found[1][refused]
        raise IllegalMove("illegal_action", f"Record {refused} cannot stop by the action {stop} at the sum {total}.")

    @abstractmethod
    def _end_turns(self, records: Records, stops: Ints, totals: Ints) -> int | None:
        """End the turns of records; return the first one whose stop is not legal."""

    @abstractmethod
    def _follow(self, games: Indices, rows: Indices, plans: Plans) -> int | None:
        """Play some games to the end of their current turns by their plans; see `follow`.

        Return the first game whose plan has an illegal action. That game stops before the decision.
        """

    def follow(self, games: Indices, rows: Indices, plans: Plans) -> None:
        """Play some games to the end of their current turns by their plans.

        `rows` says which row of the values and worths in `plans` belongs to each game; the actions in `plans` have a
        row for each game. See `heckmeck.rl.batch.turn_plans.play_turns`.
        """
        self.check_turns(games)
        refused = self._follow(games, *self._checked_plans(len(games), rows, plans))
        if refused is not None:
            raise IllegalMove("illegal_action", f"The plan of game {refused} has an action that is not legal there.")

    def check_turns(self, games: Indices) -> None:
        """Raise an error unless these are the numbers of different games that are not over."""
        self._check_numbers(games)
        if self.over[games].any():
            raise BadSetup("bad_option", "A game that is over has no turn to solve.")

    def _check_numbers(self, games: Indices) -> None:
        different = np.issubdtype(games.dtype, np.integer) and games.ndim == 1 and len(np.unique(games)) == len(games)
        if not different or not ((games >= 0) & (games < len(self))).all():
            raise BadSetup("bad_option", f"games must be different numbers from 0 to {len(self) - 1}.")

    def check_stops(self, action: Ints) -> None:
        """Refuse numbers that are neither actions nor PASS."""
        actions = self.masks.shape[1]
        if ((action < PASS) | (action >= actions)).any():
            raise BadSetup("bad_option", f"action must have numbers from {PASS} to {actions - 1}.")

    def _checked_plans(self, games: int, rows: Indices, plans: Plans) -> tuple[Indices, Plans]:
        """Return rows and plans in the types that the kernel reads; refuse those that lead out of bounds."""
        found = Plans(
            values=np.ascontiguousarray(plans.values, np.float64),
            stop=np.ascontiguousarray(plans.stop, np.float64),
            fail=np.ascontiguousarray(plans.fail, np.float64),
            action=np.ascontiguousarray(plans.action, np.int32),
            gives_up=plans.gives_up,
        )
        solver = turn_tables(self.dice_layout.game).solver
        states, solved = len(solver.states.states), len(found.values)
        shapes = ((solved, states), (solved, solver.sums), (solved,), (games, solver.sums))
        if tuple(each.shape for each in (found.values, found.stop, found.fail, found.action)) != shapes:
            problem = f"plans must have rows of {states} values and {solver.sums} sums, and actions for each game."
            raise BadSetup("bad_option", problem)
        if rows.shape != (games,) or not ((rows >= 0) & (rows < solved)).all():
            raise BadSetup("bad_option", f"rows must be a number from 0 to {solved - 1} for each game.")
        self.check_stops(found.action)
        return rows, found

    @abstractmethod
    def _seed(self, states: NDArray[np.uint64], marked: Bools) -> None:
        """Restart the random streams of the marked games, and that of `random_actions` if all games are marked."""

    @abstractmethod
    def _reset(self, marked: Bools) -> None:
        """Start the marked games."""

    @abstractmethod
    def _step(self, actions: Ints, reset_over: bool, end_illegal: bool) -> int | None:
        """Play one action in every game; return the first game whose action is illegal, and change nothing then."""

    def reset(self, seed: Seed = None, where: ArrayLike | None = None) -> None:
        """Start all games, or those marked by `where`. Equal seeds give equal luck; without one, streams continue.

        In a list of seeds, None continues the stream of a game. Games that are not marked keep their streams.
        """
        marked = np.ones(len(self), np.bool_) if where is None else np.ascontiguousarray(where)
        if marked.dtype != np.bool_ or marked.shape != (len(self),):
            raise BadSetup("bad_option", f"where must be {len(self)} truth values, one for each game.")
        if seed is not None:
            self._seed(first_states(seed, len(self)), marked & seeded(seed, len(self)))
        self._reset(marked)

    def step(self, actions: ArrayLike, *, reset_over: bool = False, end_illegal: bool = False) -> None:
        """Play one action in every game; PASS leaves a game as it is.

        With `reset_over`, games that are over are reset instead, whatever their action. With `end_illegal`, an illegal
        action ends its game. Otherwise an action that cannot be played raises an error, and no game is changed.
        """
        chosen = self._checked(actions)
        refused = self._step(chosen, reset_over, end_illegal)
        if refused is None:
            return
        if self.status[refused] != RUNNING:
            raise GameOver("game_over", f"Game {refused} is over: reset it, or pass.")
        seat, action = self.seats[refused], chosen[refused]
        raise IllegalMove("illegal_action", f"Seat {seat} of game {refused} cannot choose the action {action} now.")

    def _checked(self, actions: ArrayLike) -> Ints:
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalMove(
                "bad_actions",
                f"The actions must be {len(self)} integers, not an array of {chosen.dtype} with shape {chosen.shape}.",
            )
        if chosen.min() < PASS or chosen.max() >= self.masks.shape[1]:
            wrong = chosen[(chosen < PASS) | (chosen >= self.masks.shape[1])][0]
            raise IllegalMove("bad_action", f"{wrong} is not an action: they go to {self.masks.shape[1] - 1}.")
        return np.ascontiguousarray(chosen, np.int32)

    def _check_records(self, records: Records) -> None:
        if records.dtype != self.layout.dtype or records.ndim != 1:
            raise BadSetup("bad_records", f"These are not records of {self.encoding.game.title} with this set-up.")
        limit = np.inf if self.max_turns is None else self.max_turns
        at_limit = (records["status"] == TRUNCATED) == (records["turns"] >= limit)
        decided = (records["status"] == ENDED) | (records["status"] == ILLEGAL)
        wrong = np.flatnonzero(~self.layout.possible(records) | ~(at_limit | decided))
        if len(wrong):
            raise _impossible(wrong[0])


def _impossible(record: np.intp) -> BadSetup:
    return BadSetup("bad_records", f"Record {record} is not a position that a game can have.")


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
