"""Verification: a record's luck is computed again from its proof, and its steps are replayed by the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from heckmeck.games import CHANCE, AnyGame, GameError, get
from heckmeck.games.setup import show
from heckmeck.play.record import BadRecord, replay
from heckmeck.server.fairness import Chain, ChainSource, chain_length, check_seed, follows
from heckmeck.server.fairness.proof import OFFLINE, Fairness, FairRecord, decode_fair

Link = Callable[[int], bytes | None]
"""Returns the link of an outcome; None if it is not revealed before the end of the game."""


class Unfair(GameError):
    """A record whose proof fails. `outcome` is the number of the wrong outcome, counted from 1, if there is one."""

    def __init__(self, code: str, message: str, outcome: int | None = None) -> None:
        super().__init__(code, message)
        self.outcome = outcome


class Verified(msgspec.Struct, frozen=True):
    """The result of a successful check. `str` gives it as a sentence."""

    id: str
    game: str
    outcomes: int
    """Number of outcomes that follow from the chain and the seeds."""
    later: int
    """Number of outcomes that can be checked only when the game is over."""
    seeds: int
    withheld: tuple[int, ...]
    """The seats that committed to a seed and did not reveal it."""
    over: bool

    def __str__(self) -> str:
        count = f"{self.outcomes} outcome{'' if self.outcomes == 1 else 's'}"
        follow = f"follow{'s' if self.outcomes == 1 else ''}"
        seeds = f"{self.seeds or 'no'} seed{'' if self.seeds == 1 else 's'}"
        text = f"{count} {follow} from the chain and {seeds}, and every step keeps to the rules"
        if self.later:
            text += f"; {self.later} more can be checked after the game"
        elif not self.over:
            text += "; the game is not over"
        if self.withheld:
            text += f"; committed to, but not revealed: the seed of {_seats(self.withheld)}"
        if self.id.startswith(OFFLINE):
            text += "; it was played on a device of its player, who could have chosen the luck"
        elif not self.seeds:
            text += "; without a seed the server could have chosen the luck"
        return f"{self.id}, {self.game}: {text}."


def verify(line: bytes) -> Verified:
    """Compute every outcome of a record again.

    Raises BadRecord for a line that cannot be read, and Unfair for the first check that fails.
    """
    record = decode_fair(line)
    fairness = record.fairness
    next(replay(record))  # raises an error for an unknown game or a bad set-up
    game = get(record.game)
    if len(fairness.seats) != len(record.players):
        raise Unfair("bad_seats", f"The proof is for {len(fairness.seats)} seats, the game has {len(record.players)}.")
    _check_seeds(fairness)
    outcomes, later, over = _check_steps(record, game, _links(fairness, game))
    shown = min(outcomes + later, chain_length(game))
    if not fairness.secret and len(fairness.links) > shown:
        raise Unfair("too_many_links", f"{len(fairness.links)} links are shown for {outcomes} outcomes.")
    withheld = tuple(seat for seat, given in enumerate(fairness.seats) if given is not None and given.seed is None)
    seeds = sum(seed is not None for seed in fairness.seeds)
    return Verified(fairness.game, record.game, outcomes, later, seeds, withheld, over)


def _check_seeds(fairness: Fairness) -> None:
    for seat, given in enumerate(fairness.seats):
        if given is not None and given.seed is not None and not check_seed(given.seed, given.commitment):
            raise Unfair("wrong_seed", f"The seed of {_seats([seat])} is not the one that it committed to.")


def _links(fairness: Fairness, game: AnyGame) -> Link:
    """Return the links of the proof, after checking that the anchor commits to them."""
    shown = tuple(map(bytes.fromhex, fairness.links))
    before = fairness.anchor
    for number, link in enumerate(shown, 1):
        if not follows(link, before):
            what = "the anchor" if number == 1 else f"link {number - 1}"
            raise Unfair("wrong_link", f"The hash of link {number} is not {what}: it is not from this chain.", number)
        before = link.hex()
    if fairness.secret is None:
        return lambda number: shown[number - 1] if number <= len(shown) else None
    chain = Chain(bytes.fromhex(fairness.secret), chain_length(game))
    if chain.anchor != fairness.anchor:
        raise Unfair("wrong_secret", "The secret does not lead to the anchor: it is not the one of this game.")
    return chain.link


def _check_steps(record: FairRecord, game: AnyGame, link: Link) -> tuple[int, int, bool]:
    """Replay the record. Return the number of verified outcomes, that of later ones, and whether the game is over."""
    outcomes, later, over = 0, 0, record.outcome is not None
    state: Any = None
    try:
        for done, step in enumerate(replay(record)):
            state = step.state
            if done == len(record.steps) or game.to_act(state) is not CHANCE:
                continue
            number = outcomes + later + 1
            key = link(number)
            if key is not None:
                _check_outcome(record, game, state, number, done, key)
                outcomes += 1
            elif number <= chain_length(game):
                raise Unfair("too_few_links", f"Link {number} is missing: the proof ends before the game does.", number)
            else:
                later += 1
    except BadRecord as error:
        raise Unfair(error.code, str(error)) from None
    over = over or game.to_act(state) is None
    if over and later:
        text = f"The game is over and the secret is not shown: outcome {outcomes + 1} cannot be checked."
        raise Unfair("no_secret", text, outcomes + 1)
    return outcomes, later, over


def _check_outcome(record: FairRecord, game: AnyGame, state: Any, number: int, done: int, key: bytes) -> None:
    fairness = record.fairness
    due = str(game.sample(state, ChainSource(key, fairness.game, number, fairness.seeds)))
    if record.steps[done] != due:
        text = (
            f"Outcome {number} (step {done + 1}) is {show(record.steps[done])}, but the chain and the seeds give {due}."
        )
        raise Unfair("wrong_outcome", text, number)


def _seats(seats: tuple[int, ...] | list[int]) -> str:
    """Return the numbers of seats as people count them, from 1."""
    return f"seat{'' if len(seats) == 1 else 's'} {', '.join(str(seat + 1) for seat in seats)}"
