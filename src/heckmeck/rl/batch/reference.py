"""Games in lockstep by the reference engine, for use without the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import IllegalMove, Move
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.layout import ENDED, ILLEGAL, RUNNING, TRUNCATED, Bools, Indices, Ints, Layout, Records
from heckmeck.rl.batch.stream import Seed, Stream, first_states
from heckmeck.rl.batch.turn_tables import PASS, Plans, turn_tables
from heckmeck.rl.episode import Episode


class ReferenceBatch(Batch):
    """Games played one after another: the same as the kernel, a hundred times more slowly."""

    def __init__(self, layout: Layout[Any, Any, Any], games: int, seed: Seed, max_turns: int | None) -> None:
        super().__init__(layout, games, max_turns)
        self._streams = [Stream(0) for _ in range(games)]
        self._random = Stream(0)
        self._seed(first_states(seed, games), np.ones(games, np.bool_))
        self._episodes = [Episode(self.encoding, stream, max_turns) for stream in self._streams]
        for game in range(games):
            self._show(game)

    @property
    def turns(self) -> Ints:
        """The number of turns that are over, for each game."""
        return np.array([episode.turns for episode in self._episodes], np.int32)

    @property
    def records(self) -> Records:
        """A copy of the games."""
        records = np.concatenate([self.layout.record(episode.state, episode.chosen) for episode in self._episodes])
        records["stream"] = [stream.state for stream in self._streams]
        records["turns"] = self.turns
        records["viewer"], records["status"] = self.seats, self.status
        return records

    def states(self) -> list[Any]:
        """Return the states of the reference engine."""
        return [episode.state for episode in self._episodes]

    def standings(self, games: Indices | None = None) -> tuple[Ints, Ints]:
        """Return the scores and the tie-breaks of all seats."""
        chosen = range(len(self)) if games is None else games
        standings = np.array([self.encoding.game.standings(self._episodes[game].state) for game in chosen], np.int32)
        return standings[:, :, 0], standings[:, :, 1]

    def _ends(self, games: Indices) -> list[str]:
        return [self.encoding.game.end(self._episodes[game].state) or "" for game in games]

    def random_actions(self) -> Ints:
        """Return a legal action for every game, all equally likely; PASS where a game is over."""
        legal = map(np.flatnonzero, self.masks)
        return np.array([each[self._random.randrange(len(each))] if len(each) else PASS for each in legal], np.int32)

    def _load(self, records: Records, games: Indices) -> None:
        for game, record in zip(games.tolist(), records, strict=True):
            self._streams[game].state = int(record["stream"])
            episode = self._episodes[game]
            self._seats[game], self._status[game] = record["viewer"], RUNNING
            episode.resume(self.layout.state(record), int(record["turns"]), self.layout.chosen(record))
            if record["status"] == ILLEGAL:
                self._status[game] = ILLEGAL
            self._show(game)

    def _end_turns(self, records: Records, stops: Ints, totals: Ints) -> int | None:
        for game, record in enumerate(records):
            if record["status"] == RUNNING:
                move = None if stops[game] == PASS else self.encoding.move((int(stops[game]),))
                try:
                    records[game : game + 1] = self._end_turn(record, move, int(totals[game]))
                except IllegalMove:
                    return game
        return None

    def _follow(self, games: Indices, rows: Indices, plans: Plans) -> int | None:
        tables, turns = turn_tables(self.dice_layout.game, plans.gives_up), self.turns
        while True:
            places = np.flatnonzero(~self.over[games] & (self.turns[games] == turns[games]))
            if not len(places):
                return None
            now = plans._replace(action=plans.action[places])
            actions = np.full(len(self), PASS, np.int32)
            actions[games[places]] = tables.decide(self.records[games[places]], rows[places], now)
            refused = self._step(actions, reset_over=False, end_illegal=False)
            if refused is not None:
                return refused

    def _end_turn(self, record: np.void, move: Move | None, total: int) -> Records:
        layout, state = self.dice_layout, self.layout.state(record)
        after = layout.record(layout.game.after_turn(state, move, total))
        after["stream"], after["turns"] = record["stream"], record["turns"] + 1
        limit = self.max_turns
        if limit is not None and after["turns"][0] >= limit and after["status"][0] == RUNNING:
            after["status"] = TRUNCATED
        return after

    def _seed(self, states: NDArray[np.uint64], marked: Bools) -> None:
        for game in np.flatnonzero(marked).tolist():
            self._streams[game].state = int(states[game])
        if marked.all():
            self._random.state = int(~states[0])

    def _reset(self, marked: Bools) -> None:
        for game in np.flatnonzero(marked).tolist():
            self._begin(game)

    def _begin(self, game: int) -> None:
        self._episodes[game] = Episode(self.encoding, self._streams[game], self.max_turns)
        self._status[game] = RUNNING
        self._show(game)

    def _step(self, actions: Ints, reset_over: bool, end_illegal: bool) -> int | None:
        over, asked = self.over, actions != PASS
        legal = self.masks[np.arange(len(self)), actions] > 0
        refused = asked & np.where(over, not reset_over, ~legal & (not end_illegal))
        if refused.any():
            return int(refused.argmax())
        for game in np.flatnonzero(asked | (over & reset_over)).tolist():
            if over[game]:
                self._begin(game)
                continue
            try:
                self._episodes[game].play(int(actions[game]))
            except IllegalMove:
                self._status[game] = ILLEGAL
            self._show(game)
        return None

    def _show(self, game: int) -> None:
        """Write the observation of the seat to act; at the end, that of the seat that acted last."""
        episode = self._episodes[game]
        if episode.seat is not None and self.status[game] == RUNNING:
            self._seats[game] = episode.seat
        elif self.status[game] == RUNNING:
            self._status[game] = TRUNCATED if episode.truncated else ENDED
        self._observations[game], self._masks[game] = episode.observe(int(self.seats[game]))
        if self.status[game]:
            self._masks[game] = 0
