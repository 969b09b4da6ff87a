"""Chances to win in words: nobody has a feeling for 0.043, everybody for one game in 20."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heckmeck.play.win_accounts import WinAccount

FRACTIONS = (
    (1, 50), (1, 20), (1, 10), (1, 7), (1, 5), (1, 4), (1, 3), (2, 5), (1, 2), (3, 5), (2, 3), (3, 4), (4, 5), (9, 10),
    (19, 20),
)  # fmt: skip
"""What chances are rounded to, as games won of games played."""
HARDLY_EVER = 0.01
"""A chance below this is hardly any, and one above its counterpart nearly certain."""
NO_LOSS = 0.0025
"""A loss below this is none in words."""
WHOLE, MORE_THAN_WHOLE = 0.75, 1.25
"""A loss from here on is a whole win, or more than that."""
EVEN = 0.02
"""Luck below this is about even."""
MUCH = 0.05
"""What others chose, or the estimate corrected, is told from here on."""
WORTH_A_FIGURE = 0.0005
"""A loss below this is none in figures."""
WORMS_LEGEND = (
    "Lost by own choices: what better ones would have brought. Luck: what chance brought; on average it is nothing."
)
"""What luck and losses are where they are counted in worms or points."""
REST = {True: "estimate corrected", False: "hidden cards"}
"""The heading of what neither luck nor choices explain, by whether a game is judged exactly."""
REST_LEGEND = {
    True: "Estimate corrected: what it changed from {period} to {period}.",
    False: "Hidden cards: what those of the others turned out to be, and corrections of the estimate.",
}
PORTIONS_OF_WINS = (200, 100, 50, 30, 20, 15, 10, 7, 5, 4, 3, 2)
"""What losses are rounded to: one win in so many games."""


def chance_in_words(share: float) -> str:
    """Say how often a game is won from here.

    >>> chance_in_words(0.34), chance_in_words(0.52), chance_in_words(0.99), chance_in_words(0.001)
    ('about 1 game in 3', 'about every other game', 'nearly every game', 'hardly any game')
    >>> chance_in_words(1.0), chance_in_words(0.0)
    ('every game', 'no game')
    """
    if share in (0.0, 1.0):
        return "every game" if share else "no game"
    if share < HARDLY_EVER:
        return "hardly any game"
    if share > 1 - 2 * HARDLY_EVER:
        return "nearly every game"
    won, games = min(FRACTIONS, key=lambda fraction: abs(fraction[0] / fraction[1] - share))
    return "about every other game" if games == 2 else f"about {won} {'game' if won == 1 else 'games'} in {games}"


def loss_in_words(loss: float) -> str:
    """Say how much of a chance to win was lost, as one win in a number of games. Over a game it may be more than one.

    >>> loss_in_words(0.001), loss_in_words(0.047), loss_in_words(0.31)
    ('hardly anything', 'about one win in 20', 'about one win in 3')
    >>> loss_in_words(0.5), loss_in_words(0.9), loss_in_words(1.4)
    ('about half a win', 'about a whole win', 'more than a whole win')
    """
    if loss < NO_LOSS:
        return "hardly anything"
    if loss >= WHOLE:
        return "about a whole win" if loss < MORE_THAN_WHOLE else "more than a whole win"
    games = min(PORTIONS_OF_WINS, key=lambda games: abs(1 / games - loss))
    return "about half a win" if games == 2 else f"about one win in {games}"


def percent(share: float) -> str:
    """Return a chance with one decimal; what is not certain never looks certain.

    >>> percent(0.1234), percent(0.9999), percent(0.0001), percent(1.0)
    ('12.3 %', '> 99.9 %', '< 0.1 %', '100 %')
    """
    if share in (0.0, 1.0):
        return f"{100 * share:.0f} %"
    if share < 0.0005:
        return "< 0.1 %"
    return "> 99.9 %" if share > 0.9995 else f"{100 * share:.1f} %"


def times_in_words(share: float) -> str:
    """Say how often something happens.

    >>> times_in_words(0.34), times_in_words(0.52), times_in_words(0.6), times_in_words(0.01)
    ('1 time in 3', 'every other time', '3 times in 5', 'hardly ever')
    """
    if share < 0.015:
        return "hardly ever"
    if share > 0.97:
        return "nearly always"
    count, times = min(FRACTIONS, key=lambda fraction: abs(fraction[0] / fraction[1] - share))
    return "every other time" if times == 2 else f"{count} {'time' if count == 1 else 'times'} in {times}"


def points(change: float, *, signed: bool = False) -> str:
    """Return a change of a chance in percentage points.

    >>> points(0.0432), points(-0.1, signed=True), points(-0.0001, signed=True)
    ('4.3', '-10.0', '0.0')
    """
    rounded = round(100 * change, 1)
    return f"{rounded:+.1f}" if signed and rounded else f"{rounded or 0.0:.1f}"


def accuracy_in_words(accuracy: float | None, lost: float) -> str:
    """Return the part of what was at stake that was kept: everything only if nothing was lost.

    >>> accuracy_in_words(91.67, 0.05), accuracy_in_words(99.8, 0.01), accuracy_in_words(100.0, 0.0)
    ('92 %', '> 99 %', '100 %')
    """
    if accuracy is None:
        return ""
    return "> 99 %" if lost > 0 and accuracy >= 99.5 else f"{accuracy:.0f} %"


def changed(account: WinAccount, *, exact: bool) -> list[str]:
    """Say in sentences what made a seat's chance what it became.

    The others' choices and corrections of the estimate are told where they changed much. In games that are not `exact`
    these are mostly what the hidden cards turned out to be.
    """
    luck = f"Luck {_brought(account.luck, 'took')}." if abs(account.luck) >= EVEN else "Luck was about even."
    told = [f"Own choices cost {loss_in_words(account.lost)}.", luck]
    if abs(account.gifts) >= MUCH:
        told.append(f"The others' choices {_brought(account.gifts, 'cost')}.")
    if abs(account.rest) >= MUCH:
        told.append(f"{'Corrections of the estimate' if exact else 'Hidden cards'} {_brought(account.rest, 'took')}.")
    return told


def _brought(change: float, taken: str) -> str:
    return f"{'brought' if change > 0 else taken} {loss_in_words(abs(change))}"


def worms_lost(lost: float) -> str:
    """Return a loss in worms or points; nothing where it is none in figures.

    >>> worms_lost(0.5), worms_lost(0.001)
    ('-0.50', '')
    """
    return "" if lost < 0.005 else f"{-lost:.2f}"


def instead_of_wins(why: str | None, unit: str) -> str:
    """Say why the chances to win are not known, and what counts then.

    >>> instead_of_wins("These rules are unusual.", "worms")
    'These rules are unusual. So losses are counted in worms.'
    """
    return " ".join(filter(None, (why, f"So losses are counted in {unit}.")))
