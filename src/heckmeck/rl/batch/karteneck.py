"""The records of Karteneck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heckmeck.games.karteneck import KarteneckSetup, KarteneckState, KarteneckView
from heckmeck.games.karteneck.cards import WORM_CARDS, Cards
from heckmeck.rl.batch.layout import Ints, Layout, Records
from heckmeck.rl.encoding.encoding import Ids
from heckmeck.rl.encoding.karteneck import CARDS, FIRST_WORM, KINDS, SLOTS

_KIND = {portion: kind for kind, portion in enumerate(KINDS)}
Counts = NDArray[np.uint8]


class KarteneckLayout(Layout[KarteneckSetup, KarteneckState, KarteneckView]):
    """Cards and portions are counts of kinds, as in an observation; a stack is a list of kinds, the top last.

    `players` has all that belongs to each seat, from seat 0 on.
    """

    def _fields(self) -> Iterable[tuple[str, Any, tuple[int, ...]]]:
        player = [
            ("hand", np.uint8, (CARDS,)),
            ("layout", np.uint8, (CARDS,)),
            ("out", np.uint8),
            ("height", np.uint8),
            ("stack", np.uint8, (len(SLOTS),)),
        ]
        yield "draws", np.uint8, ()
        yield "supply", np.uint8, ()
        yield "grill", np.uint8, (len(KINDS),)
        yield "unseen", np.uint8, (len(KINDS),)
        yield "pile", np.uint8, (CARDS,)
        yield "discard", np.uint8, (CARDS,)
        yield "chosen", np.uint8, (WORM_CARDS,)
        yield "players", np.dtype(player), (self.seats,)

    def rules(self) -> Mapping[str, Any]:
        """Return cards and portions."""
        return {
            "hand": self.setup.hand,
            "supply": self.setup.supply,
            "deck": tuple(_card_counts(self.setup.deck).tolist()),
            "portions": tuple(_portion_counts(self.setup.all_portions).tolist()),
        }

    def _seat(self, state: KarteneckState) -> int:
        return state.seat

    def _write(self, state: KarteneckState, chosen: Ids, record: np.void) -> None:
        record["draws"], record["supply"] = state.draws, state.supply
        record["grill"], record["unseen"] = _portion_counts(state.grill), _portion_counts(state.unseen)
        record["pile"], record["discard"] = _card_counts(state.pile), _card_counts(state.discard)
        record["chosen"][[worm - FIRST_WORM for worm in chosen]] = 1
        for seat, player in enumerate(record["players"]):
            player["hand"], player["layout"] = _card_counts(state.hands[seat]), _card_counts(state.layouts[seat])
            player["out"], player["height"] = state.out[seat], len(state.stacks[seat])
            player["stack"][: len(state.stacks[seat])] = [_KIND[portion] for portion in state.stacks[seat]]

    def state(self, record: np.void) -> KarteneckState:
        """Return the state that a record stands for."""
        players = record["players"]
        return KarteneckState(
            setup=self.setup,
            hands=tuple(_cards(player["hand"]) for player in players),
            layouts=tuple(_cards(player["layout"]) for player in players),
            out=tuple(bool(player["out"]) for player in players),
            stacks=tuple(tuple(KINDS[kind] for kind in player["stack"][: player["height"]]) for player in players),
            grill=_portions(record["grill"]),
            unseen=_portions(record["unseen"]),
            supply=int(record["supply"]),
            pile=_cards(record["pile"]),
            discard=_cards(record["discard"]),
            seat=int(record["seat"]),
            draws=int(record["draws"]),
        )

    def chosen(self, record: np.void) -> Ids:
        """Return the worms that the seat to act has chosen to lay."""
        return tuple(FIRST_WORM + int(worm) for worm in np.flatnonzero(record["chosen"]))

    def standings(self, records: Records) -> tuple[Ints, Ints]:
        """Worms first, then the highest single portion."""
        worms = np.array([self.setup.worms[kind] if kind < len(self.setup.worms) else 0 for kind in KINDS], np.int32)
        stacks, heights = records["players"]["stack"], records["players"]["height"]
        held = np.arange(len(SLOTS)) < heights[:, :, None]
        numbers = np.array(KINDS, np.int32)[stacks]
        return (worms[stacks] * held).sum(axis=2, dtype=np.int32), (numbers * held).max(axis=2)


def _card_counts(cards: Cards) -> Counts:
    return np.bincount(np.array(cards, np.intp) - 1, minlength=CARDS).astype(np.uint8)


def _portion_counts(portions: Sequence[int]) -> Counts:
    counts = Counter(portions)
    return np.array([counts[kind] for kind in KINDS], np.uint8)


def _cards(counts: Counts) -> Cards:
    return tuple((np.repeat(np.arange(CARDS), counts) + 1).tolist())


def _portions(counts: Counts) -> tuple[int, ...]:
    return tuple(np.repeat(KINDS, counts).tolist())
