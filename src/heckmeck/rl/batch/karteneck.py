"""The records of Karteneck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heckmeck.games.karteneck import KarteneckSetup, KarteneckState, KarteneckView
from heckmeck.games.karteneck.cards import WORM_CARDS, Cards
from heckmeck.games.karteneck.state import DRAWS_AFTER_DROP_OUT, DRAWS_AFTER_LAY
from heckmeck.rl.batch.layout import Bools, Ints, Layout, Records
from heckmeck.rl.encoding.encoding import Ids
from heckmeck.rl.encoding.karteneck import CARDS, FIRST_WORM, KINDS, SLOTS

_KIND = {portion: kind for kind, portion in enumerate(KINDS)}
Counts = NDArray[np.uint8]


class KarteneckLayout(Layout[KarteneckSetup, KarteneckState, KarteneckView]):
    """Cards and portions are counts of kinds, as in an observation; a stack is a list of kinds, the top last.

    `players` has the fields of each seat, starting with seat 0.
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
        """Return the state of a record."""
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

    def _possible(self, records: Records) -> Bools:
        return self._possible_cards(records) & self._possible_portions(records) & self._possible_round(records)

    def _possible_cards(self, records: Records) -> Bools:
        """Return whether all cards are present, and chosen worms are in the hand of a seat that has laid none."""
        players = records["players"]
        held = players["hand"].sum(axis=1, dtype=np.int32) + players["layout"].sum(axis=1, dtype=np.int32)
        cards = held + records["pile"] + records["discard"] == _card_counts(self.setup.deck)
        player = self._player(records)
        worms, laid = player["hand"][:, -WORM_CARDS:], player["layout"][:, -WORM_CARDS:].any(axis=1)
        deciding = records["grill"].any(axis=1) & (records["draws"] == 0) & ~laid
        possible: Bools = cards.all(axis=1) & (records["chosen"] <= worms * deciding[:, None]).all(axis=1)
        return possible

    def _player(self, records: Records) -> Records:
        """Return the fields of the seat whose turn it is."""
        player: Records = records["players"][np.arange(len(records)), np.minimum(records["seat"], self.seats - 1)]
        return player

    def _possible_portions(self, records: Records) -> Bools:
        """Return whether all portions are present, and those of the supply are among the unseen ones."""
        stacks, heights = records["players"]["stack"], records["players"]["height"]
        held = np.arange(len(SLOTS)) < heights[:, :, None]
        stacked = ((stacks[..., None] == np.arange(len(KINDS))) & held[..., None]).sum(axis=(1, 2))
        portions = stacked + records["grill"] + records["unseen"] == _portion_counts(self.setup.all_portions)
        inside = (stacks < np.where(held, len(KINDS), 1)).all(axis=(1, 2)) & (heights <= len(SLOTS)).all(axis=1)
        supply = (records["supply"] <= records["unseen"].sum(axis=1)) & (records["supply"] % self.seats == 0)
        possible: Bools = portions.all(axis=1) & inside & supply
        return possible

    def _possible_round(self, records: Records) -> Bools:
        """Return whether no layout or drop-out exists while the grill is empty, and the game ends with the supply."""
        players, empty = records["players"], ~records["grill"].any(axis=1)
        begins = ~players["layout"].any(axis=(1, 2)) & ~players["out"].any(axis=1)
        between = begins & ((records["draws"] == 0) | self._dealing(records))
        ended = (empty & (records["supply"] == 0)) == (records["ended"] > 0)
        possible: Bools = ended & np.where(empty, between, self._possible_grill(records))
        return possible

    def _dealing(self, records: Records) -> Bools:
        """Return whether the seats before this one have their first hands and the others have not."""
        dealt = np.where(np.arange(self.seats) < records["seat"][:, None], self.setup.hand, 0)
        hands = (records["players"]["hand"].sum(axis=2, dtype=np.int32) == dealt).all(axis=1)
        first = (records["supply"] == self.setup.supply) & ~records["discard"].any(axis=1)
        dealing: Bools = hands & first & (records["draws"] == self.setup.hand)
        return dealing

    def _possible_grill(self, records: Records) -> Bools:
        """Return whether there is an open portion for each waiting player, and the seat to act is not out or draws."""
        layouts, out = records["players"]["layout"], records["players"]["out"]
        worm = layouts[:, :, -WORM_CARDS:].any(axis=2)
        waiting = records["grill"].sum(axis=1) == ((out == 0) | worm).sum(axis=1)
        outs = (out <= 1).all(axis=1) & (out == 0).any(axis=1) & (worm | (out == 0) | ~layouts.any(axis=2)).all(axis=1)
        left = records["pile"].sum(axis=1, dtype=np.int32) + records["discard"].sum(axis=1, dtype=np.int32)
        dropped = self._player(records)["out"] > 0
        most = np.minimum(np.where(dropped, DRAWS_AFTER_DROP_OUT, DRAWS_AFTER_LAY), left)
        draws = np.where(records["draws"] > 0, records["draws"] == most, ~dropped)
        possible: Bools = waiting & outs & draws
        return possible

    def chosen(self, record: np.void) -> Ids:
        """Return the worms that the seat to act has chosen to lay."""
        return tuple(FIRST_WORM + int(worm) for worm in np.flatnonzero(record["chosen"]))

    def standings(self, records: Records) -> tuple[Ints, Ints]:
        """Return each seat's worms and, to break ties, its highest portion."""
        worms = np.array([self.setup.worms[each] if each < len(self.setup.worms) else 0 for each in KINDS], np.int32)
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
