"""Helpers for situations of dice games that are described by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from heckmeck.games.dice import DICE, Die
from heckmeck.games.errors import BadSetup
from heckmeck.games.setup import show
from heckmeck.games.turn import Turn

if TYPE_CHECKING:
    from heckmeck.games.roll_and_keep import AnyDiceGame, DiceState

NO_OPTIONS: Mapping[str, object] = {}


def parse_turn(die: Die, kept: str, rolled: str) -> Turn:
    """Return the turn with these dice kept and rolled; groups kept one after the other may be separated, `44 W`.

    >>> parse_turn(Die("12345W"), "w 44", "11235")
    Turn(kept='44W', rolled='11235', rolling=False)
    """
    groups = kept.upper().replace(",", " ").split()
    for face in die.faces:
        if sum(face in group for group in groups) > 1:
            raise BadSetup("face_kept", f"The face {face} cannot be kept twice in a turn.", "RK-3")
    aside, shown = (
        _parse_dice(die, "".join(groups)),
        _parse_dice(die, "".join(rolled.upper().replace(",", " ").split())),
    )
    left = DICE - len(aside)
    if shown and len(shown) != left:
        text = f"With {len(aside)} dice kept, {left} are rolled, not {len(shown)}."
        raise BadSetup("bad_roll", text, "RK-5" if aside else "RK-1")
    return Turn(aside, shown, rolling=not aside and not shown)


def check_turn(game: AnyDiceGame, state: DiceState) -> None:
    """Refuse a turn that is over already: there is nothing to choose."""
    turn = state.turn
    if turn.rolling or game.legal_moves(state):
        return
    if turn.rolled:
        text = f"The roll {turn.rolled} shows only faces that are kept already: the attempt has failed."
        raise BadSetup("turn_over", text, "RK-6")
    raise BadSetup("turn_over", f"{turn.kept} earns nothing and no roll is left: the attempt has failed.", "RK-7")


def _parse_dice(die: Die, dice: str) -> str:
    for face in dice:
        if face not in die.faces:
            raise BadSetup("bad_dice", f"No die shows {show(face)}: the faces are {' '.join(die.faces)}.", "RK-1")
    if len(dice) > DICE:
        raise BadSetup("too_many_dice", f"There are {DICE} dice, not {len(dice)}.", "RK-1")
    return "".join(sorted(dice))
