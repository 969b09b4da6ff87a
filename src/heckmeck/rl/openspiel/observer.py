"""What a player of an OpenSpiel game observes: the fields of the encoding, and what it remembers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from heckmeck.games.karteneck import KarteneckView
from heckmeck.games.karteneck.cards import card_names
from heckmeck.rl.encoding.encoding import Field
from heckmeck.rl.openspiel.node import Node
from heckmeck.rl.openspiel.rules import TreeRules

PRIVATE = ("hand", "chosen")
"""The fields that only the viewer knows."""


class Observer:
    """Observer of states with the interface that OpenSpiel documents in its `observation.py`."""

    def __init__(self, rules: TreeRules, kind: Any, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"Observations have no parameters, so {parameters} cannot be used.")
        self._rules = rules
        self._public: bool = kind.public_info
        self._private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall and self._public
        self._fields = [field for field in rules.encoding.fields if self._shows(field)]
        shapes = {field.name: field.shape for field in self._fields}
        if self._public and rules.max_turns is not None:
            shapes["turns"] = (1,)
        if self._recalls and rules.encoding.history_length:
            shapes["history"] = (rules.encoding.history_length,)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: NDArray[np.float32] | None = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum([0, *sizes])
        self.dict = {
            name: self.tensor[start:end].reshape(shape)
            for (name, shape), start, end in zip(shapes.items(), ends, ends[1:], strict=False)
        }
        if not shapes:
            self.tensor = None

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player observes into the tensor."""
        node: Node = state.node
        view = self._rules.view(node, player)
        parts = self._rules.encoding.unpack(self._rules.encoding.encode(view, self._chosen(node, player)))
        for field in self._fields:
            self.dict[field.name][:] = parts[field.name]
        if "turns" in self.dict:
            self.dict["turns"][0] = node.turns
        if "history" in self.dict:
            tokens = self._tokens(node, player)
            self.dict["history"][:] = 0
            self.dict["history"][: len(tokens)] = tokens

    def string_from(self, state: Any, player: int) -> str:
        """Return the observation of a player as one line: a position, then what the position does not contain."""
        node: Node = state.node
        words = [self._position(node, player)]
        if self._public and self._rules.max_turns is not None:
            words.append(f"turns={node.turns}")
        if self._private and (chosen := self._chosen(node, player)):
            words.append(f"chosen={'/'.join(self._rules.encoding.name(action) for action in chosen)}")
        if self._recalls and node.seen:
            words.append(f"seen={','.join(map(str, self._tokens(node, player)))}")
        return " ".join(word for word in words if word)

    def _position(self, node: Node, player: int) -> str:
        if self._public:
            return self._rules.game.position(self._rules.view(node, player if self._private else None))
        view = self._rules.view(node, player)
        return card_names(view.hand) if isinstance(view, KarteneckView) else ""

    def _shows(self, field: Field) -> bool:
        return self._private if field.name in PRIVATE else self._public

    def _tokens(self, node: Node, player: int) -> tuple[int, ...]:
        return node.seen[player if self._private else -1]

    def _chosen(self, node: Node, player: int) -> tuple[int, ...]:
        return node.chosen if player == node.player else ()
