"""Chance made explicit: the possible outcomes of a chance node with exact integer weights."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from math import comb, prod
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from heckmeck.games.errors import check_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


class Chance(Enum):
    """The type of CHANCE, the actor at chance nodes."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


CHANCE = Chance.CHANCE
"""The actor at chance nodes, where dice are rolled or cards drawn."""


class ChanceOutcome:
    """An outcome of chance: base class of rolled dice, drawn cards and the like. `str(outcome)` is its notation."""

    __slots__ = ()


class Source(Protocol):
    """A source of random numbers, such as `random.Random`. Its subclasses need only define `randrange`."""

    __slots__ = ()

    def randrange(self, stop: int, /) -> int:
        """Return an integer from 0 to `stop` - 1, each equally likely."""
        ...

    def random(self) -> float:
        """Return a number from 0 to less than 1: a multiple of 2 to the power of -53, each equally likely."""
        return (self.randrange(2**26) * 2**27 + self.randrange(2**27)) / 2**53


OutcomeT_co = TypeVar("OutcomeT_co", bound=ChanceOutcome, covariant=True)


class Distribution(Protocol[OutcomeT_co]):
    """The possible outcomes of one chance node. A weight divided by `total` is a probability."""

    @property
    def total(self) -> int:
        """The sum of all weights."""
        ...

    def weight(self, outcome: ChanceOutcome) -> int:
        """Return the exact weight of one outcome; 0 if it cannot happen."""
        ...

    def sample(self, source: Source) -> OutcomeT_co:
        """Draw one outcome without listing them all."""
        ...

    def __iter__(self) -> Iterator[tuple[OutcomeT_co, int]]:
        """Yield every outcome once, with its weight."""
        ...


class WeightedDistribution(Generic[OutcomeT_co]):
    """A distribution given by the weights of its outcomes. One random number below the total picks the outcome.

    Games that do not define their own mapping from provably fair numbers to outcomes use this one; see
    docs/fairness.md.

    >>> from random import Random
    >>> coin = WeightedDistribution({Drawn((0,)): 1, Drawn((1,)): 3})
    >>> coin.total, coin.weight(Drawn((1,))), coin.sample(Random(1))
    (4, 3, Drawn(things=(1,)))
    """

    __slots__ = ("_cumulative", "_outcomes", "_weights", "total")

    def __init__(self, weights: Mapping[OutcomeT_co, int]) -> None:
        self._weights: Mapping[ChanceOutcome, int] = dict(weights.items())
        self._outcomes = tuple(weights)
        self._cumulative = tuple(accumulate(weights.values()))
        self.total = self._cumulative[-1]

    def weight(self, outcome: ChanceOutcome) -> int:
        """Return the weight of one outcome; 0 if it cannot happen."""
        return self._weights.get(outcome, 0)

    def sample(self, source: Source) -> OutcomeT_co:
        """Draw one outcome with a single random number."""
        return self._outcomes[bisect_right(self._cumulative, source.randrange(self.total))]

    def __iter__(self) -> Iterator[tuple[OutcomeT_co, int]]:
        """Yield every outcome with its weight, in the order of the mapping."""
        return zip(self._outcomes, self._weights.values(), strict=True)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self._outcomes)} outcomes, total {self.total}>"


@dataclass(frozen=True, slots=True)
class Drawn(ChanceOutcome):
    """Things drawn unseen from a multiset. A multiset is an ascending tuple of integers."""

    things: tuple[int, ...]

    def __post_init__(self) -> None:
        check_type(self.things, tuple)
        for thing in self.things:
            check_type(thing, int)


D = TypeVar("D", bound=Drawn)


class DrawDistribution(Generic[D]):
    """The distribution of `number` things drawn unseen from a multiset, in addition to those that are `certain`.

    >>> two = DrawDistribution(Drawn, (1, 1, 2), 2)
    >>> list(two), two.total
    ([(Drawn(things=(1, 1)), 1), (Drawn(things=(1, 2)), 2)], 3)
    """

    __slots__ = ("_certain", "_make", "_number", "_things")

    def __init__(self, make: type[D], things: tuple[int, ...], number: int, certain: tuple[int, ...] = ()) -> None:
        self._make = make
        self._things = things
        self._number = number
        self._certain = certain

    @property
    def total(self) -> int:
        """The number of ways to draw if all things are distinct."""
        return comb(len(self._things), self._number)

    def weight(self, outcome: ChanceOutcome) -> int:
        """Return the number of ways to draw exactly this."""
        if type(outcome) is not self._make or list(outcome.things) != sorted(outcome.things):
            return 0
        drawn = list(outcome.things)
        for thing in self._certain:
            if thing not in drawn:
                return 0
            drawn.remove(thing)
        if len(drawn) != self._number:
            return 0
        return prod([comb(self._things.count(thing), drawn.count(thing)) for thing in set(drawn)])

    def sample(self, source: Source) -> D:
        """Draw one by one without replacement."""
        left = list(self._things)
        drawn = [left.pop(source.randrange(len(left))) for _ in range(self._number)]
        return self._outcome(drawn)

    def __iter__(self) -> Iterator[tuple[D, int]]:
        """Yield every different draw with its weight, in ascending order."""
        kinds = sorted(Counter(self._things).items(), reverse=True)
        for drawn, weight in _draws(kinds, self._number):
            yield self._outcome(drawn), weight

    def __repr__(self) -> str:
        """Say how many things are drawn, but not which: if they are cards, some are hidden from players."""
        return f"<{type(self).__name__} of {self._number} from {len(self._things)} things, total {self.total}>"

    def _outcome(self, drawn: Iterable[int]) -> D:
        return self._make(tuple(sorted((*self._certain, *drawn))))


def _draws(kinds: Sequence[tuple[int, int]], number: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield all draws from (thing, count) pairs, the last pair first, each with its number of ways."""
    if number == 0:
        yield (), 1
    elif kinds:
        *others, (thing, count) = kinds
        for taken in range(min(number, count), -1, -1):
            for drawn, weight in _draws(others, number - taken):
                yield (thing,) * taken + drawn, comb(count, taken) * weight
