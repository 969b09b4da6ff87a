"""The screen of a person at their turn: log, table, coach and choices, arranged so that all of it is in view."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from heckmeck.cli.choices import ChoiceList
from heckmeck.cli.console import can_clear, out, styled
from heckmeck.cli.log_panel import Log
from heckmeck.games import Screen, View

UNLIMITED = 1000
"""Room for the log where nothing can be cleared: what is printed there scrolls by anyway."""
LOW = 1
"""A height that makes every drawing as compact as it can be."""
ARRANGEMENTS = ((None, 1, True), (LOW, 1, True), (LOW, 2, True), (LOW, 3, True), (LOW, 3, False))
"""From roomy to tight: the height that the table is drawn for (None: that of the screen), columns of choices, whether
the coach gives reasons."""
PROMPT = 1
"""Lines that what the person types takes up."""


def turn_screen(
    view: View,
    names: Sequence[str],
    log: Log,
    choices: ChoiceList,
    coach: Sequence[str] = (),
    below: Sequence[RenderableType] = (),
) -> RenderableType:
    """Return all that a person sees, in the most comfortable arrangement that is not too high.

    What gives way where the screen is low: first the roomy table, then choices below each other, then the reasons of
    the coach, and then most of the log.
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
