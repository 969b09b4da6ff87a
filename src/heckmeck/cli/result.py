"""The result of a game, for the people who played it."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from heckmeck.cli.console import can_clear, err, listing, out, screen, seat_text, styled
from heckmeck.cli.hotseat import Hotseat
from heckmeck.cli.log_panel import Log
from heckmeck.games import Drawing, Outcome, Screen
from heckmeck.games.wording import reason_text
from heckmeck.play import AnyTable

MAX_LOG_ROOM = 10
"""Maximum number of lines for the log that is shown with the result."""
LINES_AFTER = 3
"""Number of lines that follow the winners: the path of the record, and the shell's prompt."""


def show_result(hotseat: Hotseat, table: AnyTable) -> None:
    """Print the end of the log, the table, the ranking and the winners, all on one screen if it is high enough."""
    outcome, names = table.outcome, hotseat.names
    assert outcome is not None
    places = _places(table, outcome, names)
    room = out.height - len(out.render_lines(places)) - LINES_AFTER - 1
    drawing = table.game.view(table.state, None).draw(names, Screen(out.width, room) if can_clear() else screen())
    below: list[RenderableType] = [*reason_unless_drawn(drawing, outcome.reason)]
    room -= len(drawing.lines) + len(below)
    log = Log(hotseat.last_events(), names).fit(min(room, MAX_LOG_ROOM) if can_clear() else MAX_LOG_ROOM)
    hotseat.clear()
    out.print(Group(*([] if log is None else [log]), styled(drawing), *below))
    if table.fault is not None and outcome.seat is not None:
        err.print(Text(f"{names[outcome.seat]} forfeits: {table.explain_fault()}", style="error"), soft_wrap=True)
    out.print(places)
    winners = [names[seat] for seat in outcome.winners]
    out.print(Text(f"{listing(winners)} {'wins' if len(winners) == 1 else 'share the win'}!", style="bold"))


def reason_unless_drawn(drawing: Drawing, reason: str) -> list[Text]:
    """Return why the game is over, unless its drawing says so: the table does not show a forfeit."""
    why = reason_text(reason)
    return [] if why in " ".join(str(drawing).split()) else [Text(why)]


def _places(table: AnyTable, outcome: Outcome, names: list[str]) -> Grid:
    grid = Grid("place", "player", "score", "", box=None, header_style="hint", padding=(0, 2, 0, 0))
    standings = table.game.standings(table.state)
    better = 0
    for group in outcome.ranking:
        for seat in group:
            score, highest = standings[seat]
            tied = outcome.scores.count(score) > 1 and len(group) == 1
            note = f"[hint]{highest} decides the tie[/]" if tied and highest else ""
            grid.add_row(f"{better + 1}.", seat_text(seat, names[seat]), str(score), note)
        better += len(group)
    return grid
