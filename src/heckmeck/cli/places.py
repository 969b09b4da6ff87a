"""What lies where, as it is written on the command line: portions and spots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heckmeck.cli.options import split_names
from heckmeck.games import BadSetup
from heckmeck.games.barbecue import EMPTY, BarbecueView, Spot
from heckmeck.games.barbecue.situation import ME, OTHER
from heckmeck.games.setup import show

OWNERS = {"me": ME, "other": OTHER}


def portions(text: str) -> list[int]:
    """Read a list of portions.

    >>> portions("21-23,30")
    [21, 22, 23, 30]
    """
    return [portion for part in _parts(text) for portion in part]


def grill_portions(text: str, won: Sequence[int]) -> list[int]:
    """Read the open portions: of a range those that nobody has won; one that is named alone has to be there.

    >>> grill_portions("21-24,30", won=[22])
    [21, 23, 24, 30]
    """
    return [portion for part in _parts(text) for portion in part if len(part) == 1 or portion not in won]


def _parts(text: str) -> Iterator[range]:
    for part in split_names(text) if text.strip() else ():
        lowest, dash, highest = part.partition("-")
        ends = (lowest, highest) if dash else (lowest, lowest)
        if not all(end.isdecimal() and len(end) <= 3 for end in ends) or int(ends[0]) > int(ends[1]):
            raise BadSetup("bad_portions", f"{show(part)} are no portions: write 21-28,30.")
        yield range(int(ends[0]), int(ends[1]) + 1)


def spots_on(text: str) -> dict[int, Spot]:
    """Read what lies on spots.

    >>> spots_on("24=2me,35=snail")
    {24: Spot(owner=0, plates=2, snail=False), 35: Spot(owner=None, plates=0, snail=True)}
    """
    spots: dict[int, Spot] = {}
    for part in split_names(text) if text.strip() else ():
        number, equals, what = part.partition("=")
        if not equals or not number.isdecimal() or len(number) > 3:
            raise BadSetup("bad_spot", f"{show(part)} is no spot: write 23=me, 24=2me, 30=other or 35=snail.")
        if int(number) in spots:
            raise BadSetup("bad_spot", f"The spot {number} is named twice.")
        spots[int(number)] = _spot(part, what.strip().lower())
    return spots


def _spot(part: str, what: str) -> Spot:
    if what == "snail":
        return Spot(snail=True)
    name = what.lstrip("0123456789")
    plates = what[: len(what) - len(name)] or "1"
    if name not in OWNERS or len(plates) > 3 or plates == "0":
        raise BadSetup("bad_spot", f"{show(part)} is no spot: write 23=me, 24=2me, 30=other or 35=snail.")
    return Spot(OWNERS[name], int(plates))


def written_spots(view: BarbecueView) -> dict[str, str]:
    """Return what lies on the spots that are not empty, in the same notation."""
    numbered = enumerate(view.spots, view.setup.spots[0])
    return {str(number): _written(spot) for number, spot in numbered if spot != EMPTY}


def _written(spot: Spot) -> str:
    if spot.snail:
        return "snail"
    name = next(name for name, owner in OWNERS.items() if owner == spot.owner)
    return f"{spot.plates}{name}" if spot.plates > 1 else name
