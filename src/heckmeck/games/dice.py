"""Dice: six faces, and rolls as multisets.

A multiset of dice is written as a string of its faces, digits ascending, then worms: `11244WWW`. States hold such
strings, and their properties are looked up in tables that are built once for each kind of die.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, NamedTuple

from heckmeck.games.chance import ChanceOutcome, WeightedDistribution
from heckmeck.games.errors import BadNotation, check_type

if TYPE_CHECKING:
    from collections.abc import Iterator

DICE = 8
WORM = "W"
WORM_VALUE = 5


@dataclass(frozen=True, slots=True)
class Dice(ChanceOutcome):
    """A roll, as the faces of its dice in order."""

    faces: str

    def __post_init__(self) -> None:
        check_type(self.faces, str)

    def __str__(self) -> str:
        return f"={self.faces}"


class DiceFacts(NamedTuple):
    """Facts about a multiset of dice.

    `total` is their sum, `faces` are the different faces, also as `bits`, `worm` says whether a worm is among them.
    `over` is true if nothing could be rolled after setting these dice aside: no die is left, or every face is taken.
    """

    total: int
    faces: str
    bits: int
    worm: bool
    over: bool


class Die:
    """One kind of die, by its six faces in ascending order, the worm last.

    >>> die = Die("12345W")
    >>> die.facts["444W"]
    DiceFacts(total=17, faces='4W', bits=40, worm=True, over=False)
    """

    def __init__(self, faces: str) -> None:
        self.faces = faces
        self.values = {face: WORM_VALUE if face == WORM else int(face) for face in faces}
        self.bits = {face: 1 << i for i, face in enumerate(faces)}
        self.all_bits = (1 << len(faces)) - 1
        self.rolls = cache(self._rolls)
        self.add = cache(self._add)

    @cached_property
    def facts(self) -> dict[str, DiceFacts]:
        """The facts about every multiset of up to eight dice. Computed on first use, to keep the import fast."""
        return {dice: self._facts_about(dice) for n in range(DICE + 1) for dice in self._multisets(n)}

    @cached_property
    def with_worm(self) -> dict[int, str]:
        """For each sum that dice with a worm can make, the fewest dice that do."""
        found: dict[int, str] = {}
        for dice, facts in self.facts.items():  # fewer dice come first
            if facts.worm:
                found.setdefault(facts.total, dice)
        return found

    def __repr__(self) -> str:
        return f"Die({self.faces!r})"

    def parse(self, text: str) -> Dice:
        """Read a roll such as `11244WWW`, in any order of its faces.

        >>> Die("12345W").parse("w21")
        Dice(faces='12W')
        """
        dice = "".join(sorted(text.upper()))
        if not dice or dice not in self.facts:
            raise BadNotation(
                "bad_dice", f"{text[:20]!r} are not dice: write 1 to {DICE} of the faces {' '.join(self.faces)}."
            )
        return Dice(dice)

    def _multisets(self, number: int) -> Iterator[str]:
        return map("".join, combinations_with_replacement(self.faces, number))

    def _facts_about(self, dice: str) -> DiceFacts:
        faces = "".join(dict.fromkeys(dice))
        return DiceFacts(
            total=sum(self.values[face] for face in dice),
            faces=faces,
            bits=sum(self.bits[face] for face in faces),
            worm=WORM in faces,
            over=len(dice) == DICE or faces == self.faces,
        )

    def _rolls(self, number: int) -> RollDistribution:
        """Return the distribution of a roll of this number of dice."""
        return RollDistribution({Dice(dice): _ways(dice) for dice in self._multisets(number)})

    def _add(self, dice: str, face: str, count: int) -> str:
        return "".join(sorted(dice + face * count))


class RollDistribution(WeightedDistribution[Dice]):
    """The distribution of one roll: multisets of faces, weighted by the number of sequences that show them."""

    __slots__ = ()


def _ways(dice: str) -> int:
    """Return the number of sequences of dice that show this multiset.

    >>> _ways("11W")
    3
    """
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in set(dice))
