"""Win shares: how likely every seat is to win a game from a position, by which strong players choose.

>>> from heckmeck.games import get
>>> game = get("bratwurmeck")
>>> setup = game.setup(seats=2)
>>> evaluator = win_shares_for(setup)
>>> [[round(share, 2) for share in shares] for shares in evaluator.shares([game.start(setup)])]
[[0.52, 0.48]]
>>> why_no_win_shares(game.setup(seats=2, portions=(21, 30)))
'The weights for 2 seats are for a game with other options.'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from heckmeck.bots.features import Features
from heckmeck.bots.net import BadNet, Net, NetCard, read_net
from heckmeck.games import AnyGame, Setup, all_games

SetupT = TypeVar("SetupT", bound=Setup)
StateT = TypeVar("StateT")

WEIGHTS = Path(__file__).parent / "weights"
"""The folder of the networks that come with the package."""

Shares = tuple[float, ...]
"""The win share of every seat, by seat number. They sum to 1; a shared win is split."""


class NoWinShares(Exception):
    """Says in one sentence why there are no win shares of a set-up."""


class Evaluator(Protocol):
    """Says how likely each seat is to win from positions of one set-up."""

    def shares(self, states: Sequence[Any]) -> list[Shares]:
        """Return the win shares of every seat, for states between turns or over, many at once."""


class WinShares(ABC, Generic[SetupT, StateT]):
    """Where the win shares of one game come from."""

    game: ClassVar[str]
    """The name of the game."""
    setup_type: ClassVar[type[Setup]]
    """The type of the set-ups of the game."""

    @abstractmethod
    def evaluator(self, setup: SetupT) -> Evaluator:
        """Return the evaluator of a set-up; raise NoWinShares where there is none."""


class NetEvaluator:
    """Win shares by a network; exact ones where a game is over."""

    def __init__(self, game: AnyGame, features: Features[Any, Any], net: Net) -> None:
        self.game = game
        self.features = features
        self.net = net

    def shares(self, states: Sequence[Any]) -> list[Shares]:
        """Return the win shares of every seat, for states between turns or over, many at once."""
        outcomes = [self.game.outcome(state) for state in states]
        running = [state for state, outcome in zip(states, outcomes, strict=True) if outcome is None]
        valued = iter(self.net.shares([self.features.indices(state) for state in running]))
        found: list[Shares] = []
        for state, outcome in zip(states, outcomes, strict=True):
            if outcome is None:
                relative, first = next(valued), -state.seat % self.features.seats
                found.append((*relative[first:], *relative[:first]))
            else:
                won, seats = 1 / len(outcome.winners), range(self.features.seats)
                found.append(tuple([won if seat in outcome.winners else 0.0 for seat in seats]))
        return found


class NetWinShares(WinShares[SetupT, StateT]):
    """Win shares by networks that come with the package, one for each number of seats."""

    features: ClassVar[type[Features[Any, Any]]]
    ignored: ClassVar[tuple[str, ...]] = ("seats", "first")
    """Options that a network does not depend on."""

    def evaluator(self, setup: SetupT) -> NetEvaluator:
        """Return the evaluator of a set-up; raise NoWinShares where there is no network for it."""
        return self.read(WEIGHTS / f"{self.game}-{setup.seats}.net", setup)

    def read(self, path: Path, setup: SetupT) -> NetEvaluator:
        """Return the evaluator of a set-up by the network in a file; raise NoWinShares if it is not for that."""
        features = self.features(setup.seats)
        try:
            net = read_net(path)
        except BadNet as reason:
            raise NoWinShares(str(reason)) from None
        card = net.card
        if (card.game, card.seats, card.rows) != (self.game, setup.seats, features.size):
            raise NoWinShares(f"The weights for {setup.seats} seats are those of something else.")
        if self.essential(setup) != card.options:
            raise NoWinShares(f"The weights for {setup.seats} seats are for a game with other options.")
        return NetEvaluator(all_games()[self.game], features, net)

    def essential(self, setup: SetupT) -> dict[str, object]:
        """Return the options that change the value of positions."""
        return {name: value for name, value in setup.options().items() if name not in self.ignored}


def read_win_shares(path: Path, setup: Setup) -> NetEvaluator:
    """Return win shares by a network in a file of `heckmeck train`; raise NoWinShares if it is for something else.

    It is read once for all games, and again after it was written.
    """
    try:
        return _read_again(path.absolute(), path.stat().st_mtime_ns, setup)
    except OSError:
        raise NoWinShares(f"There is no file {path}.") from None


@lru_cache(16)
def _read_again(path: Path, changed: int, setup: Setup) -> NetEvaluator:
    for kind in _kinds():
        if isinstance(kind, NetWinShares) and isinstance(setup, kind.setup_type):
            return kind.read(path, setup)
    raise NoWinShares("There are no networks for this game.")


def win_shares_for(setup: Setup) -> Evaluator | None:
    """Return what says the win shares of a set-up; None where there is nothing, see `why_no_win_shares`."""
    found = _find(setup)
    return None if isinstance(found, str) else found


def why_no_win_shares(setup: Setup) -> str | None:
    """Return in one sentence why there are no win shares of a set-up; None where there are."""
    found = _find(setup)
    return found if isinstance(found, str) else None


def net_card(setup: Setup) -> NetCard | None:
    """Return the card of the network that says the win shares of a set-up, where it is one."""
    found = _find(setup)
    return found.net.card if isinstance(found, NetEvaluator) else None


def has_win_shares(game: AnyGame) -> bool:
    """Return whether win shares of a game are known for some of its set-ups."""
    return any(kind.game == game.name for kind in _kinds())


def _kinds() -> tuple[WinShares[Any, Any], ...]:
    from heckmeck.bots.builtin import BUILTIN_WIN_SHARES  # which has bots that import us

    return BUILTIN_WIN_SHARES


@lru_cache(64)
def _find(setup: Setup) -> Evaluator | str:
    for kind in _kinds():
        if isinstance(setup, kind.setup_type):
            try:
                return kind.evaluator(setup)
            except NoWinShares as reason:
                return str(reason)
    return "There are no win shares of this game."
