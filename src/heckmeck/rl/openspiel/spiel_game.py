"""The classes that OpenSpiel calls: games and their states."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pyspiel

from heckmeck.games import AnyGame, IllegalMove
from heckmeck.rl.openspiel.node import CHANCE, TERMINAL, Node
from heckmeck.rl.openspiel.observer import Observer
from heckmeck.rl.openspiel.parameters import rules_from, specification
from heckmeck.rl.openspiel.rules import TreeRules


def game_type(game: AnyGame) -> Any:
    """Return the OpenSpiel game type of a game."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"heckmeck_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if game.hides else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=specification(game),
    )


class SpielGame(pyspiel.Game):
    """A game of this package in OpenSpiel; each game has a subclass."""

    game: ClassVar[AnyGame]
    type: ClassVar[Any]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        self.rules: TreeRules = rules_from(self.game, parameters or {})
        encoding = self.rules.encoding
        highest = self.rules.highest_return
        info = pyspiel.GameInfo(
            num_distinct_actions=len(encoding.actions),
            max_chance_outcomes=self.rules.chance.outcomes,
            num_players=encoding.seats,
            min_utility=-highest,
            max_utility=highest,
            utility_sum=0.0,
            max_game_length=self.rules.most_decisions,
        )
        super().__init__(self.type, info, dict(parameters or {}))

    def new_initial_state(self, position: str | None = None) -> SpielState:
        """Return the root, or the state at another position of this set-up in the library's notation."""
        return SpielState(self, self.rules.root if position is None else self.rules.node_at(position))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of states."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.rules, kind, params)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound of the number of chance outcomes in a game."""
        return self.rules.most_draws


class SpielState(pyspiel.State):
    """A state in OpenSpiel: its only attribute is a node, which copies share and `serialize` writes."""

    def __init__(self, game: SpielGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    @property
    def _rules(self) -> TreeRules:
        rules: TreeRules = self.get_game().rules
        return rules

    def current_player(self) -> int:
        """Return who acts."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of this chance node with their probabilities."""
        return self._rules.chance.probabilities(self.node)

    def returns(self) -> list[float]:
        """Return what each player gets."""
        return self._rules.returns(self.node)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """Return a state that looks the same to the player, with the cards that it cannot see dealt again at random."""
        state: SpielState = self.clone()
        source = Random(int(probability_sampler() * 2**53))
        state.node = self._rules.resample(self.node, player_id, source)
        return state

    def _legal_actions(self, player: int) -> list[int]:
        return self._rules.legal(self.node)

    def _apply_action(self, action: int) -> None:
        play = self._rules.draw if self.node.player == CHANCE else self._rules.play
        try:
            self.node = play(self.node, action)
        except IllegalMove as error:
            raise pyspiel.SpielError(str(error)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        return self._rules.chance.name(self.node, action) if player == CHANCE else self._rules.encoding.name(action)

    def __str__(self) -> str:
        """Return the position and what it does not contain as one line, which is different for different nodes."""
        rules, node = self._rules, self.node
        words = [rules.game.position(node.state)]
        if rules.max_turns is not None:
            words.append(f"turns={node.turns}")
        if node.chosen:
            words.append(f"chosen={'/'.join(rules.encoding.name(action) for action in node.chosen)}")
        if node.drawn:
            words.append(f"drawn={','.join(map(str, node.drawn))}")
        return " ".join(words)
