"""What a move would do, in a few words for the list of choices."""

from __future__ import annotations

from collections.abc import Sequence

from heckmeck.cli.words import count
from heckmeck.games import Move, View
from heckmeck.games.barbecue import BarbecueView
from heckmeck.games.bratwurmeck import BratwurmeckView, Steal, Take
from heckmeck.games.dice import DICE, WORM, WORM_VALUE
from heckmeck.games.karteneck import DropOut, KarteneckView, Lay, total
from heckmeck.games.karteneck.cards import has_worm
from heckmeck.games.turn import Keep, Roll, Stop

DiceView = BratwurmeckView | BarbecueView


def hint(move: Move, view: View, names: Sequence[str]) -> str:
    """Return what a move of the viewer's would do; nothing for a game that is not known here."""
    if isinstance(view, KarteneckView):
        return _karteneck(move, view, names)
    if isinstance(view, DiceView):
        match move:
            case Keep(face):
                return _keep(face, view)
            case Roll():
                return f"roll the other {DICE - len(view.kept)}"
            case Stop() if isinstance(view, BarbecueView):
                return f"stop: {_on_spot(view, names)}"
            case Stop():
                return "stop with nothing: a failed attempt"
            case Take(portion):
                return f"stop and take the {portion}"
            case Steal(portion):
                return f"stop and steal the {portion} from {_owner(portion, view, names)}"
    return ""


def _keep(face: str, view: DiceView) -> str:
    number = view.rolled.count(face)
    value = WORM_VALUE if face == WORM else int(face)
    return f"{' '.join(face * number)} makes the sum {view.total + number * value}"


def _owner(portion: int, view: View, names: Sequence[str]) -> str:
    assert isinstance(view, BratwurmeckView | KarteneckView)
    tops = [stack[-1:] for stack in view.stacks]
    return next(names[seat] for seat, top in enumerate(tops) if top == (portion,) and seat != view.seat)


def _on_spot(view: BarbecueView, names: Sequence[str]) -> str:
    lowest, highest = view.setup.spots
    if view.total > highest:
        return "take a snail" if view.pool or any(spot.snail for spot in view.spots) else "end the game"
    spot, worms = view.spots[view.total - lowest], count(view.setup.worms[view.total - lowest], "worm")
    if spot.snail:
        return f"take the snail on {view.total}"
    if spot.owner is None:
        return f"put a plate on {view.total} for {worms}"
    if spot.owner == view.seat:
        return f"secure {view.total} for {worms}"
    return f"take over {view.total} and steal {worms} from {names[spot.owner]}"


def _karteneck(move: Move, view: KarteneckView, names: Sequence[str]) -> str:
    assert view.seat is not None
    layout = view.layouts[view.seat]
    match move:
        case Lay(cards):
            return f"makes your layout {total(layout) + total(cards)}"
        case DropOut(steal=True):
            return f"drop out with {total(layout)} and steal it from {_owner(total(layout), view, names)}"
        case DropOut() if has_worm(layout):
            return f"drop out with {total(layout)} and wait for the serving"
        case DropOut():
            return f"drop out without a worm: you get the lowest portion, {view.grill[0]}"
    return ""
