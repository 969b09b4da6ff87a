"""How a game ended, for the people who played it."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text

from heckmeck.cli.console import err, listing, out, seat_text
from heckmeck.cli.desk import Desk
from heckmeck.cli.draw import draw
from heckmeck.cli.words import reason, tell
from heckmeck.games import Outcome
from heckmeck.play import AnyTable

LAST_LINES = 10
"""So much of the story is shown with the result."""


def show_result(desk: Desk, table: AnyTable) -> None:
    """Print the end of the story, the table, the places and the winners."""
    outcome, names = table.outcome, desk.names
    assert outcome is not None
    desk.clear()
    for line in tell(desk.last_news(), names)[-LAST_LINES:]:
        out.print(Text(line, style="hint"))
    out.print(draw(table.game.view(table.state, None), names))
    out.print()
    out.print(Text(reason(outcome.reason)))
    if table.fault is not None and outcome.seat is not None:
        err.print(Text(f"{names[outcome.seat]} forfeits: {table.fault}", style="error"))
    out.print(_places(table, outcome, names))
    winners = [names[seat] for seat in outcome.winners]
    out.print(Text(f"{listing(winners)} {'wins' if len(winners) == 1 else 'share the win'}!", style="bold"))


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
