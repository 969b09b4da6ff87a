"""One game in progress, played by the ids of actions. Chance is automatic."""

from __future__ import annotations

from typing import Any

from heckmeck.games import CHANCE, ChanceOutcome, GameOver, IllegalMove, Move, Outcome, Source, View
from heckmeck.games.outcome import rank
from heckmeck.games.setup import check_number
from heckmeck.rl.encoding import AnyEncoding
from heckmeck.rl.encoding.encoding import Ids, Mask, Numbers

TURN_LIMIT = "turn_limit"
"""The reason for an end by the limit of turns."""

MAX_TURNS = 1000
"""The default limit. Random players need hundreds of turns for a game of Bratwurmeck; good ones a few dozen."""


def check_max_turns(max_turns: object) -> int | None:
    """Refuse anything but a positive number, or None for no limit."""
    if max_turns is None:
        return None
    check_number("max_turns", max_turns, 1, 10**9)
    assert isinstance(max_turns, int)
    return max_turns


class Episode:
    """A game from its start, up to its end or a limit of turns.

    >>> from random import Random
    >>> from heckmeck.games import get
    >>> from heckmeck.rl.encoding import encoding_for
    >>> encoding = encoding_for(get("barbecue").setup(seats=2))
    >>> episode = Episode(encoding, Random(1))
    >>> [encoding.name(action) for action in encoding.legal(episode.view(episode.seat))]
    ['keep 1', 'keep 2', 'keep 3', 'keep 4', 'keep 6']
    >>> episode.play(0)
    >>> [encoding.name(action) for action in encoding.legal(episode.view(episode.seat))]
    ['roll']
    """

    def __init__(self, encoding: AnyEncoding, source: Source, max_turns: int | None = None) -> None:
        self.encoding = encoding
        self.game = encoding.game
        self.source = source
        self.max_turns = max_turns
        self.turns = 0
        """The number of turns that are over."""
        self.chosen: Ids = ()
        self.state: Any = self.game.start(encoding.setup)
        self._draw()

    @property
    def seat(self) -> int | None:
        """The seat to act; None at the end."""
        actor = None if self.truncated else self.game.to_act(self.state)
        return actor if isinstance(actor, int) else None

    @property
    def truncated(self) -> bool:
        """Whether the limit of turns has ended the game."""
        return self.max_turns is not None and self.turns >= self.max_turns and self.game.end(self.state) is None

    @property
    def outcome(self) -> Outcome | None:
        """The result; at the limit of turns, seats are ranked by their standings. None while the game goes on."""
        if self.truncated:
            return rank(TURN_LIMIT, self.game.standings(self.state))
        return self.game.outcome(self.state)

    def view(self, seat: int | None) -> View:
        """Return what a seat, or with None a spectator, sees."""
        view: View = self.game.view(self.state, seat)
        return view

    def observe(self, seat: int) -> tuple[Numbers, Mask]:
        """Return a seat's observation and the mask of its actions."""
        view = self.game.view(self.state, seat)
        chosen = self.chosen if seat == self.seat else ()
        observation, mask = self.encoding.encode(view, chosen), self.encoding.mask(view, chosen)
        if self.seat is None:
            mask[:] = 0
        return observation, mask

    def play(self, action: int) -> None:
        """Choose an action for the seat to act. An illegal action raises an error and changes nothing."""
        seat = self.seat
        if seat is None:
            raise GameOver("game_over", "The game is over.")
        if action not in self.encoding.legal(self.game.view(self.state, seat), self.chosen):
            raise IllegalMove("illegal_action", f"Seat {seat} cannot choose the action {action} now.")
        chosen = (*self.chosen, action)
        move = self.encoding.move(chosen)
        if move is None:
            self.chosen = chosen
            return
        self.chosen = ()
        self._apply(move)
        self._draw()

    def resume(self, state: Any, turns: int, chosen: Ids = ()) -> None:
        """Continue from another state, after this number of turns and with these ids of the current move chosen."""
        self.state, self.turns, self.chosen = state, turns, chosen
        self._draw()

    def _draw(self) -> None:
        while not self.truncated and self.game.to_act(self.state) is CHANCE:
            self._apply(self.game.sample(self.state, self.source))

    def _apply(self, step: Move | ChanceOutcome) -> None:
        self.state = self.game.apply(self.state, step).state
        self.turns += self.encoding.ends_turn(step, self.state)
