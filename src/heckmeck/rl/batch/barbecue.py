"""The records of Barbecue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from heckmeck.games.barbecue import EMPTY, SNAIL, BarbecueSetup, BarbecueState, BarbecueView, Spot
from heckmeck.games.barbecue.state import SNAIL_POINTS
from heckmeck.games.roll_and_keep import STOP
from heckmeck.games.turn import Turn
from heckmeck.rl.batch.layout import Bools, DiceLayout, Ints, PrizeArrays, Records
from heckmeck.rl.encoding.barbecue import LOWEST, NUMBER, BarbecueEncoding

MOST_SEATS = BarbecueSetup.SEATS[-1]
STOP_ACTION = BarbecueEncoding.actions.index(str(STOP))


class BarbecueLayout(DiceLayout[BarbecueSetup, BarbecueState, BarbecueView]):
    """Worms, snails and plates as in an observation, except that seats are counted from seat 0.

    `worms` and `snails_won` have room for the maximum number of seats.
    """

    board = ("worms", "snails_won", "pool", "snails", "plates")

    def _board_fields(self) -> Iterable[tuple[str, Any, tuple[int, ...]]]:
        yield "worms", np.uint16, (MOST_SEATS,)
        yield "snails_won", np.uint8, (MOST_SEATS,)
        yield "pool", np.uint8, ()
        yield "snails", np.uint8, (NUMBER,)
        yield "plates", np.uint8, (self.seats, NUMBER)

    @property
    def _spots(self) -> range:
        """The places of the spots in play."""
        lowest, highest = self.setup.spots
        return range(lowest - LOWEST, highest - LOWEST + 1)

    @property
    def _worms(self) -> Ints:
        """The worms of every spot, 0 for those that are not in play."""
        worms = np.zeros(NUMBER, np.int32)
        worms[self._spots] = self.setup.worms
        return worms

    def rules(self) -> Mapping[str, Any]:
        """Return spots, worms and snails."""
        return {
            "lowest": self._spots[0],
            "highest": self._spots[-1],
            "snails": self.setup.snails,
            "worms": tuple(self._worms.tolist()),
        }

    def _write_board(self, state: BarbecueState, record: np.void) -> None:
        record["pool"] = state.pool
        record["worms"][: self.seats] = state.worms
        record["snails_won"][: self.seats] = state.snails
        for place, (owner, plates, snail) in zip(self._spots, state.spots, strict=True):
            record["snails"][place] = snail
            if owner is not None:
                record["plates"][owner, place] = plates

    def _read_board(self, record: np.void, turn: Turn) -> BarbecueState:
        worms, snails = (tuple(record[name][: self.seats].tolist()) for name in ("worms", "snails_won"))
        ended = ("", *self.game.reasons)[record["ended"]]
        spots = tuple(self._spot(record, place) for place in self._spots)
        return BarbecueState(self.setup, spots, int(record["pool"]), worms, snails, int(record["seat"]), turn, ended)

    def _spot(self, record: np.void, place: int) -> Spot:
        if record["snails"][place]:
            return SNAIL
        plates = record["plates"][:, place]
        return Spot(int(plates.argmax()), int(plates.max())) if plates.any() else EMPTY

    def _possible_board(self, records: Records) -> Bools:
        """Return whether each spot in play has a snail or up to two plates of one seat, and snails are not too many."""
        plates, snails = records["plates"], records["snails"]
        worms, won = records["worms"], records["snails_won"].astype(np.int32)
        in_play = np.isin(np.arange(NUMBER), self._spots)
        owners = (plates > 0).sum(axis=1) + (snails > 0)
        spots = (owners <= in_play).all(axis=1) & (plates <= 2).all(axis=(1, 2)) & (snails <= 1).all(axis=1)
        number = snails.sum(axis=1, dtype=np.int32) + won.sum(axis=1) + records["pool"]
        seated = np.arange(MOST_SEATS) < self.seats
        players = (seated | (worms == 0) & (won == 0)).all(axis=1)
        possible: Bools = spots & (number <= self.setup.snails) & players & self._possible_worms(records)
        return possible

    def _possible_worms(self, records: Records) -> Bools:
        """Return whether seats have the worms of their plates, lost ones included: a snail removes at most one."""
        on_plates = (records["plates"] * self._worms).sum(axis=2, dtype=np.int32)
        others = records["worms"][:, : self.seats].astype(np.int32) - on_plates
        placed = self.setup.snails - records["pool"].astype(np.int32)
        possible: Bools = (others >= 0).all(axis=1) & (others.sum(axis=1) <= placed * max(self.setup.worms))
        return possible

    def prizes(self, records: Records) -> PrizeArrays:
        """Return the prize for every sum: `Barbecue.prizes` for many games."""
        shape = (len(records), self.game.sums)
        action = np.full(shape, -1, np.int32)
        gain, loss = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
        secures, ends = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
        spots = slice(self._spots[0], self._spots[-1] + 1)
        sums, beyond = slice(LOWEST + spots.start, LOWEST + spots.stop), slice(LOWEST + spots.stop, None)
        snails = records["snails"][:, spots] > 0
        plates = records["plates"][:, :, spots]
        own = plates[np.arange(len(records)), records["seat"]] > 0
        number = plates.sum(axis=1)
        any_snail = (records["pool"] > 0) | snails.any(axis=1)

        worms = np.broadcast_to(self._worms[spots], snails.shape)
        action[:, sums] = np.where(number == 2, -1, STOP_ACTION)
        gain[:, sums] = np.where(snails, SNAIL_POINTS, np.where(number == 2, 0, worms))
        loss[:, sums] = np.where((number == 1) & ~own, worms, 0)
        secures[:, sums] = (number == 1) & own
        action[:, beyond] = STOP_ACTION
        gain[:, beyond] = np.where(any_snail, SNAIL_POINTS, 0)[:, None]
        ends[:, beyond] = ~any_snail[:, None]
        full = (snails | (number == 2)).all(axis=1)
        failure_ends = (records["pool"] == 0) | full
        return PrizeArrays(action, gain, loss, secures, ends, np.zeros(len(records), np.int32), failure_ends)

    def standings(self, records: Records) -> tuple[Ints, Ints]:
        """Return each seat's points and, to break ties, its highest spot with a plate."""
        worms, snails = (records[name][:, : self.seats].astype(np.int32) for name in ("worms", "snails_won"))
        highest = ((records["plates"] > 0) * np.arange(LOWEST, LOWEST + NUMBER, dtype=np.int32)).max(axis=2)
        return worms + SNAIL_POINTS * snails, highest
