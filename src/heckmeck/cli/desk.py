"""One keyboard and one screen, and the people who share them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.panel import Panel
from rich.text import Text

from heckmeck.cli.console import display_names, out, seat_text
from heckmeck.cli.draw import draw
from heckmeck.cli.prompt import Leave, ask
from heckmeck.cli.words import tell
from heckmeck.games import Event, GameEnded, Move, View, seen_by
from heckmeck.games.turn import DiceRolled, FaceKept
from heckmeck.play import Table

NEWS = 14
"""So many lines of what happened are shown at most."""


class Desk:
    """Shows each person what their seat may see and asks them for moves.

    Where hands are hidden and several people share the screen, it is covered between two of them.
    """

    def __init__(self, people: Sequence[int]) -> None:
        self.people = tuple(people)
        self.news: dict[int, list[Event]] = {seat: [] for seat in people}
        self.read: dict[int, int] = dict.fromkeys(people, 0)
        self.facing: int | None = None
        self.table: Table

    @property
    def names(self) -> list[str]:
        """The players' names as they are shown."""
        return display_names(self.table.names)

    def tell(self, events: Sequence[Event]) -> None:
        """Remember what happened for everyone who may see it."""
        for seat, news in self.news.items():
            news += seen_by(events, seat)

    def choose(self, view: View) -> Move:
        """Show the table to the seat and ask for its move."""
        seat = view.seat
        assert seat is not None
        self._face(seat)
        self._show(view, seat)
        move = ask(view, self.names, self._type, lambda text: self._check(text, seat))
        self.read[seat] = len(self.news[seat])
        return move

    def _show(self, view: View, seat: int) -> None:
        self.clear()
        lines = tell(_without_own_turn(self._fresh_news(seat), seat), self.names)
        if lines:
            left_out = ["..."] if len(lines) > NEWS else []
            news = Text("\n".join(left_out + lines[-NEWS:]))
            out.print(Panel(news, title="what happened", title_align="left", border_style="hint", expand=False))
        out.print(draw(view, self.names))
        out.print()

    def _fresh_news(self, seat: int) -> list[Event]:
        """Forget what was read once others have acted since; until then it stays in sight."""
        unread = self.news[seat][self.read[seat] :]
        if any(getattr(event, "seat", seat) != seat for event in unread):
            self.news[seat] = unread
        return self.news[seat]

    def _face(self, seat: int) -> None:
        """Cover the screen until the right person sits in front of it."""
        if self.facing == seat or not self.table.game.hides or len(self.people) < 2:
            self.facing = seat
            return
        self.clear()
        out.print(Text.assemble("The keyboard goes to ", seat_text(seat, self.names[seat]), "."))
        out.print("[hint]Everybody else looks away. Press Enter when you are ready.[/]")
        self._type()
        self.facing = seat

    def _type(self) -> str:
        try:
            return out.input("> ").strip()
        except (EOFError, UnicodeDecodeError):
            raise Leave from None

    def _check(self, text: str, seat: int) -> Move:
        """Try a move out: states are values, so nothing changes by it."""
        move = self.table.game.parse(text)
        self.table.game.apply(self.table.state, move, by=seat)
        assert isinstance(move, Move)
        return move

    def cover(self) -> None:
        """Leave nothing on the screen that only one person may see."""
        if self.table.game.hides and len(self.people) > 1:
            self.clear()

    def last_news(self) -> list[Event]:
        """What everybody may know of what happened since the first person read the news, but for the end itself."""
        news = self.news[self.people[0]] if self.people else []
        return [event for event in seen_by(news, None) if not isinstance(event, GameEnded)]

    def clear(self) -> None:
        """Clear the screen and what has scrolled off it, where there is a screen and somebody sits at it."""
        if out.is_terminal and self.people:
            out.file.write("\x1b[3J")
            out.clear()


def _without_own_turn(events: Sequence[Event], seat: int) -> Sequence[Event]:
    """Leave out the rolls and keeps of the turn that the seat is in: they lie on the table."""
    end = len(events)
    while end and isinstance(event := events[end - 1], DiceRolled | FaceKept) and event.seat == seat:
        end -= 1
    return events[:end]
