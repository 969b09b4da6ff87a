"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch

from heckmeck.games import Event, GameEnded
from heckmeck.games.barbecue import PlatePlaced, PlateReplaced, SnailPlaced, SnailTaken, SpotSecured
from heckmeck.games.bratwurmeck import PortionReturned, PortionTurned
from heckmeck.games.karteneck import (
    CardsDrawn,
    CardsLaid,
    CardsSeen,
    DroppedOut,
    GrillLaidOut,
    LayoutDiscarded,
    PileReshuffled,
    PortionServed,
    RoundEnded,
    card_name,
)
from heckmeck.games.portion import PortionStolen, PortionTaken
from heckmeck.games.turn import AttemptFailed, DiceRolled, FaceKept

Names = Sequence[str]

REASONS = {
    "no_new_face": "only faces that are set aside already",
    "no_worm": "no worm set aside",
    "nothing_to_take": "nothing to take for that sum",
    "too_low": "the sum is too low",
    "blocked": "two plates block that spot",
    "grill_empty": "No open portion is left on the grill.",
    "pool_empty": "A failed attempt, and no snail is left in the pool.",
    "grill_full": "A failed attempt, and the grill has no place for a snail.",
    "no_snail_to_take": "There is no snail left to take.",
    "supply_empty": "All portions are served.",
    "forfeit": "A player was thrown out.",
}


def reason(code: str) -> str:
    """Return a reason in words; one that is not known here as it is."""
    return REASONS.get(code, code)


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "worm"), count(3, "worm")
    ('1 worm', '3 worms')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def cards(those: Sequence[int]) -> str:
    """Return cards as they are written."""
    return " ".join(map(card_name, those))


def _dice(number: int, face: str) -> str:
    return count(number, "worm") if face == "W" else f"{number} x {face}"


@singledispatch
def say(event: Event, names: Names) -> str:
    """Return a sentence for an event."""
    return str(event)


@say.register
def _(event: DiceRolled, names: Names) -> str:
    return f"{names[event.seat]} rolls {' '.join(event.dice)}"


@say.register
def _(event: FaceKept, names: Names) -> str:
    return f"{names[event.seat]} keeps {_dice(event.count, event.face)}: {event.total}"


@say.register
def _(event: AttemptFailed, names: Names) -> str:
    return f"{names[event.seat]} fails: {reason(event.reason)}"


@say.register
def _(event: GameEnded, names: Names) -> str:
    return reason(event.reason)


@say.register
def _(event: PortionTaken, names: Names) -> str:
    return f"{names[event.seat]} takes the {event.portion}"


@say.register
def _(event: PortionStolen, names: Names) -> str:
    return f"{names[event.seat]} steals the {event.portion} from {names[event.victim]}!"


@say.register
def _(event: PortionReturned, names: Names) -> str:
    return f"{names[event.seat]} puts the {event.portion} back on the grill"


@say.register
def _(event: PortionTurned, names: Names) -> str:
    return f"The {event.portion} is turned over: burnt"


@say.register
def _(event: PlatePlaced, names: Names) -> str:
    return f"{names[event.seat]} puts a plate on {event.spot} and gets {count(event.worms, 'worm')}"


@say.register
def _(event: PlateReplaced, names: Names) -> str:
    worms = count(event.worms, "worm")
    return f"{names[event.seat]} takes over {event.spot} from {names[event.victim]} and steals {worms}!"


@say.register
def _(event: SpotSecured, names: Names) -> str:
    return f"{names[event.seat]} secures {event.spot} with a second plate and gets {count(event.worms, 'worm')}"


@say.register
def _(event: SnailTaken, names: Names) -> str:
    where = "from the pool" if event.spot is None else f"from {event.spot}"
    return f"{names[event.seat]} takes a snail {where}"


@say.register
def _(event: SnailPlaced, names: Names) -> str:
    pushed = "" if event.displaced is None else f" and pushes {names[event.displaced]}'s plate off"
    return f"A snail crawls onto {event.spot}{pushed}"


@say.register
def _(event: GrillLaidOut, names: Names) -> str:
    return f"On the grill: {', '.join(map(str, event.portions))}. {names[event.seat]} begins"


@say.register
def _(event: PileReshuffled, names: Names) -> str:
    return f"The discard pile is shuffled: {count(event.cards, 'card')}"


@say.register
def _(event: CardsDrawn, names: Names) -> str:
    return f"{names[event.seat]} draws {count(event.count, 'card')}"


@say.register
def _(event: CardsSeen, names: Names) -> str:
    return cards(event.cards)


@say.register
def _(event: CardsLaid, names: Names) -> str:
    return f"{names[event.seat]} lays {cards(event.cards)}: {event.total}"


@say.register
def _(event: DroppedOut, names: Names) -> str:
    layout = f"with {event.total}" if event.valid else "without a worm"
    return f"{names[event.seat]} drops out {layout}"


@say.register
def _(event: LayoutDiscarded, names: Names) -> str:
    return f"{names[event.seat]}'s cards go to the discard pile: {cards(event.cards)}"


@say.register
def _(event: PortionServed, names: Names) -> str:
    return f"{names[event.seat]} is served {event.portion} for {event.total}"


@say.register
def _(event: RoundEnded, names: Names) -> str:
    return "The round is over"


def tell(events: Iterable[Event], names: Names) -> list[str]:
    """Return what happened line by line; what belongs together stands in one line.

    >>> tell([DiceRolled(0, "14W"), FaceKept(0, "W", 1, 5)], ["Ann"])
    ['Ann rolls 1 4 W, keeps 1 worm: 5']
    """
    lines: list[str] = []
    last: Event | None = None
    for event in events:
        joint = _joint(last, event)
        if joint is None:
            lines.append(say(event, names))
        else:
            assert isinstance(event, DiceRolled | FaceKept | CardsDrawn | CardsSeen)
            lines[-1] += joint + say(event, names).removeprefix(f"{names[event.seat]} ")
        last = event
    return lines


def _joint(last: Event | None, event: Event) -> str | None:
    """Return what joins an event to the one before, None where it begins a line."""
    match last, event:
        case DiceRolled(), FaceKept():
            return ", "
        case FaceKept(), DiceRolled():
            return "; "
        case ((CardsLaid() | PortionTaken() | DroppedOut() | PortionStolen()), CardsDrawn()):
            return ", "
        case CardsDrawn(), CardsSeen():
            return ": "
    return None
