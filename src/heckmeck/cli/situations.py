"""Turns described by the options of `heckmeck odds`, for the dice games of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from heckmeck.cli.options import split_names
from heckmeck.games import BadSetup, DiceView, get
from heckmeck.games.barbecue import EMPTY, BarbecueView, Spot
from heckmeck.games.barbecue.situation import ME, OTHER, barbecue_view
from heckmeck.games.bratwurmeck import BratwurmeckView
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from heckmeck.games.setup import show

OWNERS = {"me": ME, "other": OTHER}


class Situation(NamedTuple):
    """How the turns of one game are described by options."""

    options: tuple[str, ...]
    """The options that apply to this game."""
    read: Callable[[Mapping[str, Any], Mapping[str, Any]], DiceView]
    """Makes a view from these options, and from the dice and the options of the game."""
    write: Callable[[Any], dict[str, object]]
    """Converts a view to JSON values."""


def described_view(game: str, described: Mapping[str, Any], turn: Mapping[str, Any]) -> DiceView:
    """Return the view of a turn. `described` has the values of the options that depend on the game, by name."""
    situation = SITUATIONS.get(game)
    if situation is None:
        title = get(game).title
        raise BadSetup("no_options", f"A turn of {title} cannot be described by options: give a position instead.")
    for name, value in described.items():
        if name not in situation.options and value not in (None, ""):
            raise BadSetup("wrong_game", f"--{name} does not apply to {get(game).title}: leave it out.")
    return situation.read(described, turn)


def written_view(view: DiceView) -> dict[str, object]:
    """Return the table of a view as JSON values; empty for a game that is not described by options."""
    situation = SITUATIONS.get(view.game)
    return {} if situation is None else situation.write(view)


def _read_bratwurmeck(described: Mapping[str, Any], turn: Mapping[str, Any]) -> DiceView:
    stack, tops = portions(described["stack"]), portions(described["tops"])
    grill = None if described["grill"] is None else grill_portions(described["grill"], [*stack, *tops])
    return bratwurmeck_view(grill=grill, stack=stack, tops=tops, **turn)


def _write_bratwurmeck(view: BratwurmeckView) -> dict[str, object]:
    own = view.turn_of
    tops = [stack[-1] for seat, stack in enumerate(view.stacks) if stack and seat != own]
    return {"grill": list(view.grill), "stack": list(view.stacks[own]), "tops": tops}


def _read_barbecue(described: Mapping[str, Any], turn: Mapping[str, Any]) -> DiceView:
    return barbecue_view(spots=parse_spots(described["spots"]), pool=described["pool"], **turn)


def _write_barbecue(view: BarbecueView) -> dict[str, object]:
    numbered = enumerate(view.spots, view.setup.spots[0])
    spots = {str(number): _write_spot(spot, view.turn_of) for number, spot in numbered if spot != EMPTY}
    return {"spots": spots, "pool": view.pool}


SITUATIONS = {
    "bratwurmeck": Situation(("grill", "stack", "tops"), _read_bratwurmeck, _write_bratwurmeck),
    "barbecue": Situation(("spots", "pool"), _read_barbecue, _write_barbecue),
}


def portions(text: str) -> list[int]:
    """Read a list of portions.

    >>> portions("21-23,30")
    [21, 22, 23, 30]
    """
    return [portion for part in _ranges(text) for portion in part]


def grill_portions(text: str, won: Sequence[int]) -> list[int]:
    """Read the open portions. A range skips portions that a player has won; a single portion must be on the grill.

    >>> grill_portions("21-24,30", won=[22])
    [21, 23, 24, 30]
    """
    return [portion for part in _ranges(text) for portion in part if len(part) == 1 or portion not in won]


def _ranges(text: str) -> Iterator[range]:
    for part in split_names(text) if text.strip() else ():
        lowest, dash, highest = part.partition("-")
        ends = (lowest, highest) if dash else (lowest, lowest)
        if not all(end.isdecimal() and len(end) <= 3 for end in ends) or int(ends[0]) > int(ends[1]):
            raise BadSetup("bad_portions", f"{show(part)} are not portions: write 21-28,30.")
        yield range(int(ends[0]), int(ends[1]) + 1)


def parse_spots(text: str) -> dict[int, Spot]:
    """Read the contents of spots.

    >>> parse_spots("24=2me,35=snail")
    {24: Spot(owner=0, plates=2, snail=False), 35: Spot(owner=None, plates=0, snail=True)}
    """
    spots: dict[int, Spot] = {}
    for part in split_names(text) if text.strip() else ():
        number, equals, content = part.partition("=")
        if not equals or not number.isdecimal() or len(number) > 3:
            raise BadSetup("bad_spot", f"{show(part)} is not a spot: write 23=me, 24=2me, 30=other or 35=snail.")
        if int(number) in spots:
            raise BadSetup("bad_spot", f"The spot {number} is named twice.")
        spots[int(number)] = _parse_spot(part, content.strip().lower())
    return spots


def _parse_spot(part: str, content: str) -> Spot:
    if content == "snail":
        return Spot(snail=True)
    name = content.lstrip("0123456789")
    plates = content[: len(content) - len(name)] or "1"
    if name not in OWNERS or len(plates) > 3 or plates == "0":
        raise BadSetup("bad_spot", f"{show(part)} is not a spot: write 23=me, 24=2me, 30=other or 35=snail.")
    return Spot(OWNERS[name], int(plates))


def _write_spot(spot: Spot, own: int) -> str:
    if spot.snail:
        return "snail"
    name = "me" if spot.owner == own else "other"
    return f"{spot.plates}{name}" if spot.plates > 1 else name
