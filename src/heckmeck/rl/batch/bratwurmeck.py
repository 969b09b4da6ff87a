"""The records of Bratwurmeck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from heckmeck.games.bratwurmeck import BratwurmeckSetup, BratwurmeckState, BratwurmeckView, Steal, Take
from heckmeck.games.bratwurmeck.setup import worms_on
from heckmeck.games.portion import Stack
from heckmeck.games.turn import Turn
from heckmeck.rl.batch.layout import Bools, DiceLayout, Ints, PrizeArrays, Records
from heckmeck.rl.encoding.bratwurmeck import HIGHEST, LOWEST, NUMBERS, BratwurmeckEncoding
from heckmeck.rl.encoding.encoding import places

WORMS: Ints = np.array([worms_on(portion) for portion in NUMBERS], np.int32)
FIRST_TAKE = BratwurmeckEncoding.actions.index(str(Take(LOWEST)))
FIRST_STEAL = BratwurmeckEncoding.actions.index(str(Steal(LOWEST)))


class BratwurmeckLayout(DiceLayout[BratwurmeckSetup, BratwurmeckState, BratwurmeckView]):
    """`grill` and `stacks` as in an observation, except that seats are counted from seat 0."""

    board = ("grill", "stacks")

    def _board_fields(self) -> Iterable[tuple[str, Any, tuple[int, ...]]]:
        yield "grill", np.uint8, (len(NUMBERS),)
        yield "stacks", np.uint8, (self.seats, len(NUMBERS))

    def rules(self) -> Mapping[str, Any]:
        """Return the portions and the options of the rules."""
        lowest, highest = self.setup.portions
        return {
            "lowest": lowest - LOWEST,
            "highest": highest - LOWEST,
            "any_lower": self.setup.lower_portion == "any",
            "highest_turns": self.setup.returned_highest_turns,
        }

    def _write_board(self, state: BratwurmeckState, record: np.void) -> None:
        record["grill"][[portion - LOWEST for portion in state.grill]] = 1
        for row, stack in zip(record["stacks"], state.stacks, strict=True):
            for portion, place in places(stack):
                row[portion - LOWEST] = place

    def _read_board(self, record: np.void, turn: Turn) -> BratwurmeckState:
        grill = tuple(int(place) + LOWEST for place in np.flatnonzero(record["grill"]))
        stacks: list[Stack] = []
        for row in record["stacks"]:
            held = sorted(np.flatnonzero(row), key=lambda place: -int(row[place]))
            stacks.append(tuple(int(place) + LOWEST for place in held))
        return BratwurmeckState(self.setup, grill, tuple(stacks), int(record["seat"]), turn)

    def _possible_board(self, records: Records) -> Bools:
        """Return whether every portion is in play and in at most one place, and stacks are numbered from 1."""
        lowest, highest = self.setup.portions
        numbers = np.array(NUMBERS)
        stacks, grill = records["stacks"], records["grill"]
        held = (stacks > 0).sum(axis=1) + grill
        in_play = (held <= ((numbers >= lowest) & (numbers <= highest))).all(axis=1)
        heights = (stacks > 0).sum(axis=2)
        places = np.sort(stacks, axis=2) == np.maximum(
            np.arange(len(NUMBERS)) + 1 + heights[:, :, None] - len(NUMBERS), 0
        )
        ended = (grill == 0).all(axis=1) == (records["ended"] > 0)
        possible: Bools = in_play & places.all(axis=(1, 2)) & (grill <= 1).all(axis=1) & ended
        return possible

    def prizes(self, records: Records) -> PrizeArrays:
        """Return the best prize for every sum: `Bratwurmeck.prizes` for many games."""
        number, shape = len(NUMBERS), (len(records), self.game.sums)
        tops = records["stacks"] == 1
        own = np.arange(self.seats) == records["seat"][:, None]
        stolen = (tops & ~own[:, :, None]).any(axis=1)
        highest = np.maximum.accumulate(np.where(records["grill"], np.arange(number), -1), axis=1)
        place = np.full(shape, -1, np.int32)
        place[:, LOWEST : HIGHEST + 1] = np.where(stolen, np.arange(number), highest)
        place[:, HIGHEST + 1 :] = highest[:, -1:]
        steals = np.zeros(shape, np.bool_)
        steals[:, LOWEST : HIGHEST + 1] = stolen
        gain = np.where(place < 0, 0, WORMS[place])
        nothing = np.zeros(shape, np.bool_)
        return PrizeArrays(
            action=np.where(place < 0, -1, place + np.where(steals, FIRST_STEAL, FIRST_TAKE)).astype(np.int32),
            gain=gain,
            loss=np.where(steals, gain, 0),
            secures=nothing,
            ends=nothing,
            failure_cost=(tops & own[:, :, None]).any(axis=1) @ WORMS,
            failure_ends=np.zeros(len(records), np.bool_),
        )

    def standings(self, records: Records) -> tuple[Ints, Ints]:
        """Return each seat's worms and, to break ties, its highest portion."""
        held = records["stacks"] > 0
        return held @ WORMS, (held * np.array(NUMBERS, np.int32)).max(axis=2)
