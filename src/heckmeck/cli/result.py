"""The result of a game, for the people who played it."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text

from heckmeck.cli.console import err, listing, out, screen, seat_text, styled
from heckmeck.cli.hotseat import Hotseat
from heckmeck.games import Outcome, describe_events
from heckmeck.games.wording import reason_text
from heckmeck.play import AnyTable

LOG_LINES = 10
"""Maximum number of lines of the log shown with the result."""


def show_result(hotseat: Hotseat, table: AnyTable) -> None:
    """Print the end of the log, the table, the places and the winners."""
    outcome, names = table.outcome, hotseat.names
    assert outcome is not None
    hotseat.clear()
    for line in describe_events(hotseat.last_events(), names)[-LOG_LINES:]:
        out.print(Text(line, style="hint"))
    out.print(styled(table.game.view(table.state, None).draw(names, screen())))
    out.print()
    out.print(Text(reason_text(outcome.reason)))
    if table.fault is not None and outcome.seat is not None:
        err.print(Text(f"{names[outcome.seat]} forfeits: {table.explain_fault()}", style="error"), soft_wrap=True)
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
