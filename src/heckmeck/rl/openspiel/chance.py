"""Chance in OpenSpiel's terms: outcomes with ids and exact probabilities."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from functools import cache
from typing import Any

from heckmeck.games import ChanceOutcome, RollAndKeep
from heckmeck.games.dice import DICE, Dice, Die
from heckmeck.games.karteneck import Draw, Grill, KarteneckState, card_name
from heckmeck.rl.encoding.karteneck import CARDS, KINDS
from heckmeck.rl.openspiel.node import Node

Probabilities = list[tuple[int, float]]


class ChanceModel(ABC):
    """The chance nodes of a game."""

    outcomes: int
    """The number of ids of outcomes."""

    @abstractmethod
    def probabilities(self, node: Node) -> Probabilities:
        """Return the ids of the possible outcomes, ascending, each with its probability."""

    @abstractmethod
    def possible(self, node: Node, outcome: int) -> bool:
        """Return whether an outcome is possible."""

    @abstractmethod
    def name(self, node: Node, outcome: int) -> str:
        """Return the notation of an outcome."""

    @abstractmethod
    def draw(self, node: Node, outcome: int) -> tuple[tuple[int, ...], ChanceOutcome | None]:
        """Return what has been drawn after an outcome, and the complete draw if nothing is missing."""


class DiceChance(ChanceModel):
    """Chance of the dice games. A roll is one outcome; its id is its place among the rolls of this number of dice."""

    def __init__(self, game: RollAndKeep[Any, Any, Any]) -> None:
        self._die = game.die
        self.outcomes = len(_rolls(game.die, DICE)[0])

    def probabilities(self, node: Node) -> Probabilities:
        """Return all rolls of the dice that are left, as a new list, because searches shuffle it."""
        return list(_rolls(self._die, DICE - len(node.state.turn.kept))[1])

    def possible(self, node: Node, outcome: int) -> bool:
        """Return whether there is such a roll."""
        return 0 <= outcome < len(_rolls(self._die, DICE - len(node.state.turn.kept))[0])

    def name(self, node: Node, outcome: int) -> str:
        """Return the roll."""
        return str(self.draw(node, outcome)[1])

    def draw(self, node: Node, outcome: int) -> tuple[tuple[int, ...], ChanceOutcome | None]:
        """Return the roll."""
        return (), _rolls(self._die, DICE - len(node.state.turn.kept))[0][outcome]


@cache
def _rolls(die: Die, number: int) -> tuple[list[Dice], Probabilities]:
    distribution = die.rolls(number)
    rolls = [roll for roll, _ in distribution]
    return rolls, [(place, weight / distribution.total) for place, (_, weight) in enumerate(distribution)]


class CardChance(ChanceModel):
    """Chance of the card game. Cards and portions are drawn one by one; ids 0 to 29 are cards, the others portions."""

    outcomes = CARDS + len(KINDS)

    def probabilities(self, node: Node) -> Probabilities:
        """Return all cards or portions that can be drawn next."""
        things = self._things(node)
        counts = sorted(Counter(things).items())
        return [(self._id(node, thing), number / len(things)) for thing, number in counts]

    def possible(self, node: Node, outcome: int) -> bool:
        """Return whether there is such a card or portion."""
        return any(outcome == possible for possible, _ in self.probabilities(node))

    def name(self, node: Node, outcome: int) -> str:
        """Return the card or the portion."""
        return f"=draw {card_name(outcome + 1)}" if outcome < CARDS else f"=grill {KINDS[outcome - CARDS]}"

    def draw(self, node: Node, outcome: int) -> tuple[tuple[int, ...], ChanceOutcome | None]:
        """Return the cards or portions so far, and all of them together after the last one."""
        state: KarteneckState = node.state
        drawn = (*node.drawn, outcome + 1 if outcome < CARDS else KINDS[outcome - CARDS])
        if len(drawn) < (state.draws or state.setup.seats):
            return drawn, None
        things = tuple(sorted(drawn))
        return (), Draw(things) if state.draws else Grill(things)

    def _id(self, node: Node, thing: int) -> int:
        return thing - 1 if node.state.draws else CARDS + KINDS.index(thing)

    def _things(self, node: Node) -> tuple[int, ...]:
        """Return the multiset that the next card or portion is drawn from."""
        state: KarteneckState = node.state
        if not state.draws:
            return _without(state.unseen, node.drawn)
        if state.draws <= len(state.pile):
            return _without(state.pile, node.drawn)
        # The old pile is drawn completely, in any order, before the reshuffled discard pile.
        taken = len(node.drawn)
        if taken < len(state.pile):
            return state.pile[taken : taken + 1]
        return _without(state.discard, node.drawn[len(state.pile) :])


def _without(things: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    left = list(things)
    for thing in taken:
        left.remove(thing)
    return tuple(left)


def chance_model(game: Any) -> ChanceModel:
    """Return the model for a game."""
    return DiceChance(game) if isinstance(game, RollAndKeep) else CardChance()
