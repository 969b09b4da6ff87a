"""The screen of a person to act: log, table, coach and choices, arranged so that everything fits."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from heckmeck.cli.choices import ChoiceList
from heckmeck.cli.console import can_clear, out, styled
from heckmeck.cli.log_panel import Log
from heckmeck.games import Screen, View

UNLIMITED = 1000
"""Lines for the log if the screen cannot be cleared, where the output scrolls anyway."""
LOW = 1
"""A height that makes every drawing as compact as possible."""
ARRANGEMENTS = ((None, 1, True), (LOW, 1, True), (LOW, 2, True), (LOW, 3, True), (LOW, 3, False))
"""Arrangements from full to compact: the height for the drawing of the table (None: that of the screen), columns of
choices, whether the coach gives reasons."""
PROMPT = 1
"""Number of lines for the input."""


def turn_screen(
    view: View,
    names: Sequence[str],
    log: Log,
    choices: ChoiceList,
    coach: Sequence[str] = (),
    below: Sequence[RenderableType] = (),
) -> RenderableType:
    """Return everything that a person sees, in the most comfortable arrangement that fits the height.

    If the screen is low, these are reduced in order: first the full table, then the single column of choices, then the
    reasons of the coach, and then most of the log.
    """
    rows = out.height - PROMPT - sum(map(_height, below))
    for drawn_for, columns, reasons in ARRANGEMENTS:
        table: list[RenderableType] = [styled(view.draw(names, Screen(out.width, drawn_for or out.height)))]
        if not drawn_for:
            table.append("")
        if coach:
            why = "".join(f" {sentence}" for sentence in coach[1:]) if reasons else ""
            table.append(Text.assemble(("Coach  ", "good"), (coach[0], "bold"), why))
        table.append(choices.render(columns, out.width))
        room = rows - sum(map(_height, table)) if can_clear() else UNLIMITED
        if room >= log.comfortable:
            break
    told = log.fit(room)
    return Group(*([] if told is None else [told]), *table, *below)


def _height(shown: RenderableType) -> int:
    return len(out.render_lines(shown))
