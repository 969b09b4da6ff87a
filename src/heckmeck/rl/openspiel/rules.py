"""A game with its set-up and its limit of turns, as a tree of nodes. Nothing here needs OpenSpiel."""

from __future__ import annotations

from random import Random
from typing import Any

from heckmeck.games import CHANCE as CHANCE_ACTS
from heckmeck.games import BadSetup, ChanceOutcome, Game, IllegalMove, Move, RollAndKeep, View
from heckmeck.games.outcome import rank
from heckmeck.games.setup import Setup
from heckmeck.rl.encoding import AnyEncoding, encoding_for
from heckmeck.rl.encoding.karteneck import DRAWS_IN_ROUND, MOVES_IN_ROUND
from heckmeck.rl.episode import TURN_LIMIT
from heckmeck.rl.openspiel.chance import ChanceModel, chance_model
from heckmeck.rl.openspiel.node import CHANCE, TERMINAL, Node
from heckmeck.rl.returns import returns_by_name

ROLLS_IN_TURN = 6
"""Maximum number of rolls in a turn, one per face; each is followed by a keep and a decision to roll or stop."""


class TreeRules:
    """The rules of a game tree.

    A failed attempt with an empty stack changes nothing, so a dice game without a limit of turns can go on forever. At
    the limit, the seats are ranked by their standings.
    """

    def __init__(self, setup: Setup, returns: str, max_turns: int | None) -> None:
        self.encoding: AnyEncoding = encoding_for(setup)
        self.game: Game[Any, Any, Any] = self.encoding.game
        self.chance: ChanceModel = chance_model(self.game)
        self.max_turns = max_turns
        self.returns_name = returns
        self._returns = returns_by_name(returns)
        self.root = self._first(self.game.start(setup))

    @property
    def most_decisions(self) -> int:
        """An upper bound of the number of decisions in a game."""
        if self.max_turns is not None:
            return self.max_turns * 2 * ROLLS_IN_TURN
        worms: int = self.encoding.setup.worm_cards
        return self._rounds() * (self.encoding.seats * MOVES_IN_ROUND + worms)

    @property
    def most_draws(self) -> int:
        """An upper bound of the number of chance outcomes in a game."""
        if self.max_turns is not None:
            return self.max_turns * ROLLS_IN_TURN
        seats, hand = self.encoding.seats, int(self.encoding.setup.hand)
        return seats * hand + self._rounds() * seats * (1 + DRAWS_IN_ROUND)

    @property
    def highest_return(self) -> float:
        """An upper bound of a seat's return."""
        return 1.0 if self.returns_name == "win" else float(self.encoding.most_points)

    def node_at(self, position: str) -> Node:
        """Return the root of a game that starts at a position, with no turns played and no history."""
        state = self.game.from_position(position)
        if state.setup != self.encoding.setup:
            raise BadSetup("wrong_game", "This position belongs to a game with another set-up.")
        return self._first(state)

    def legal(self, node: Node) -> list[int]:
        """Return the ids of the player to act."""
        return self.encoding.legal(self.view(node, node.player), node.chosen)

    def view(self, node: Node, seat: int | None) -> View:
        """Return what a seat, or with None a spectator, sees."""
        view: View = self.game.view(node.state, seat)
        return view

    def play(self, node: Node, action: int) -> Node:
        """Return the node after a player's action."""
        if node.player == TERMINAL:
            raise IllegalMove("game_over", "The game is over.")
        if action not in self.legal(node):
            raise IllegalMove("illegal_action", f"Seat {node.player} cannot choose the action {action} now.")
        chosen = (*node.chosen, action)
        move = self.encoding.move(chosen)
        return node._replace(chosen=chosen) if move is None else self._after(node, move, node.player)

    def draw(self, node: Node, outcome: int) -> Node:
        """Return the node after an outcome of chance."""
        if not self.chance.possible(node, outcome):
            raise IllegalMove("bad_draw", f"The outcome {outcome} is not possible now.")
        drawn, whole = self.chance.draw(node, outcome)
        return node._replace(drawn=drawn) if whole is None else self._after(node, whole, self.game.luck_of(node.state))

    def returns(self, node: Node) -> list[float]:
        """Return the return of each seat: 0 before the end."""
        if node.player != TERMINAL:
            return [0.0] * self.encoding.seats
        outcome = self.game.outcome(node.state) or rank(TURN_LIMIT, self.game.standings(node.state))
        return list(self._returns(outcome))

    def resample(self, node: Node, seat: int, source: Random) -> Node:
        """Return a node that looks the same to a seat, with the cards that it cannot see dealt again at random."""
        return node._replace(state=self.game.resample(node.state, seat, source))

    def _first(self, state: Any) -> Node:
        viewers = self.encoding.seats + 1 if self.encoding.history_length else 0
        return Node(state, self._player(state, 0), seen=((),) * viewers)

    def _after(self, node: Node, step: Move | ChanceOutcome, by: int | None) -> Node:
        state = self.game.apply(node.state, step).state
        turns = node.turns + self.encoding.ends_turn(step, state)
        seen = tuple(
            (*tokens, *self.encoding.tokens(step, by, viewer))  # the last viewer has no seat, and no cards
            for viewer, tokens in enumerate(node.seen)
        )
        return Node(state, self._player(state, turns), turns=turns, seen=seen)

    def _player(self, state: Any, turns: int) -> int:
        actor = self.game.to_act(state)
        if actor is None or (self.max_turns is not None and turns >= self.max_turns):
            return TERMINAL
        return CHANCE if actor is CHANCE_ACTS else int(actor)

    def _rounds(self) -> int:
        rounds: int = self.encoding.setup.supply // self.encoding.seats
        return rounds


def is_dice_game(game: object) -> bool:
    """Return whether a game is a dice game, which needs a limit of turns."""
    return isinstance(game, RollAndKeep)
