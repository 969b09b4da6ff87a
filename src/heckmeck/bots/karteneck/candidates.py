"""Moves of Karteneck to compare by simulation, each with the lays that are to follow it."""

from __future__ import annotations

from typing import NamedTuple

from heckmeck.bots.karteneck.prospect import Prospect, plans
from heckmeck.games import Move
from heckmeck.games.karteneck import Cards, KarteneckView, Lay

MAX_FIRST_LAYS = 8
"""Maximum number of different lays among the promising candidates."""


class Candidate(NamedTuple):
    """A move and the lays that are to follow it; without any, the rest of the round is played by the heuristic."""

    move: Move
    follow: tuple[Cards, ...]


def promising_candidates(view: KarteneckView) -> dict[Candidate, float]:
    """Return the few candidates worth simulating, each with its worth as `greedy` estimates it.

    These are the best way out, and the first lays of the best plans: each with the rest of its plan, and alone. That
    leaves a few of the hundreds of ways to lay many worms.
    """
    prospect = Prospect(view)
    out, leaving = prospect.leave()
    found = {Candidate(out, ()): leaving}
    firsts: set[Cards] = set()
    ranked = sorted([(prospect.worth(plan), plan.lays) for plan in plans(view.layable)], reverse=True)
    for worth, (first, *follow) in ranked:
        if first not in firsts and len(firsts) < MAX_FIRST_LAYS:
            firsts.add(first)
            found[Candidate(Lay(first), tuple(follow))] = worth
            found[Candidate(Lay(first), ())] = worth
    return found


def all_candidates(view: KarteneckView) -> list[Candidate]:
    """Return the best way out, and every lay: alone, and with the rest of its best plan if there is one.

    Worms are not told apart: of all lays with the same number of worms, the one with the lowest shield points is there.
    """
    prospect = Prospect(view)
    lays = [cards[:number] for cards in view.layable for number in range(1, len(cards) + 1)]
    found = [Candidate(prospect.leave()[0], ()), *(Candidate(Lay(cards), ()) for cards in lays)]
    follow = {plan.lays[0]: plan.lays[1:] for plan in sorted(plans(view.layable), key=prospect.worth) if plan.lays[1:]}
    return found + [Candidate(Lay(cards), follow[cards]) for cards in lays if cards in follow]
