"""One keyboard and one screen, and the people who share them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from heckmeck.cli.console import display_names, out, read_line, seat_text
from heckmeck.cli.draw import draw
from heckmeck.cli.prompt import ask, choices
from heckmeck.cli.words import tell
from heckmeck.games import AnyGame, BadSetup, Event, GameEnded, Move, View, seen_by
from heckmeck.games.turn import DiceRolled, FaceKept
from heckmeck.play import AnyTable

FEWEST_NEWS = 3
MOST_NEWS = 14
"""So many lines of what happened are shown at least and at most; between them it depends on the screen."""


class Desk:
    """Shows each person what their seat may see and asks them for moves.

    Where hands are hidden and several people share the screen, it is covered between two of them.
    """

    def __init__(self, game: AnyGame, people: Sequence[int]) -> None:
        self.people = tuple(people)
        self.covers = game.hides and len(people) > 1
        if self.covers and (not out.is_terminal or out.is_dumb_terminal):
            raise BadSetup(
                "no_screen",
                f"Several people can play {game.title} at one keyboard only in a terminal that can cover their hands.",
            )
        self.news: dict[int, list[Event]] = {seat: [] for seat in people}
        self.read: dict[int, int] = dict.fromkeys(people, 0)
        self.facing: int | None = None
        self.table: AnyTable

    @property
    def names(self) -> list[str]:
        """The players' names as they are shown."""
        return display_names(self.table.names)

    def tell(self, events: Iterable[Event]) -> None:
        """Remember what happened for everyone who may see it."""
        events = tuple(events)
        for seat, news in self.news.items():
            news += seen_by(events, seat)

    def choose(self, view: View) -> Move:
        """Show the table to the seat and ask for its move."""
        seat = view.seat
        assert seat is not None
        self._face(seat)
        move = ask(view, lambda: self._show(view, seat), lambda text: self._check(text, seat), self.table.game.name)
        self.read[seat] = len(self.news[seat])
        return move

    def _show(self, view: View, seat: int) -> None:
        table = Group(draw(view, self.names), "", choices(view, self.names))
        self.clear()
        news = tell(_without_own_turn(self._fresh_news(seat), seat), self.names)
        if news:
            out.print(_panel(news, out.height - len(out.render_lines(table)) - 4))
        out.print(table)

    def _fresh_news(self, seat: int) -> list[Event]:
        """Forget what was read once others have acted since; until then it stays in sight."""
        unread = self.news[seat][self.read[seat] :]
        if any(getattr(event, "seat", seat) != seat for event in unread):
            self.news[seat] = unread
            self.read[seat] = 0
        return self.news[seat]

    def _face(self, seat: int) -> None:
        """Cover the screen until the right person sits in front of it."""
        if self.covers and self.facing != seat:
            self.clear()
            out.print(Text.assemble("The keyboard goes to ", seat_text(seat, self.names[seat]), "."))
            out.print("[hint]Everybody else looks away. Press Enter when you are ready.[/]")
            while read_line():
                out.print("[hint]Press Enter alone, or type q to leave.[/]")
        self.facing = seat

    def _check(self, text: str, seat: int) -> Move:
        """Try a move out: states are values, so nothing changes by it."""
        move = self.table.game.parse(text)
        self.table.game.apply(self.table.state, move, by=seat)
        assert isinstance(move, Move)
        return move

    def cover(self) -> None:
        """Leave nothing on the screen that only one person may see."""
        if self.covers:
            self.clear()

    def last_news(self) -> list[Event]:
        """What everybody may know of what happened since the first person read the news, but for the end itself."""
        news = self.news[self.people[0]] if self.people else []
        return [event for event in seen_by(news, None) if not isinstance(event, GameEnded)]

    def clear(self) -> None:
        """Clear the screen where there is one; where hands are hidden, what has scrolled off it too."""
        if out.is_terminal and self.people:
            out.clear()
            if self.covers:
                # After the screen, not before: some terminals move what is cleared to where one can scroll back.
                out.file.write("\x1b[3J")
                out.file.flush()


def _panel(lines: Sequence[str], room: int) -> RenderableType:
    """Return the last lines of the news, as many as there is room for."""
    wrapped = [part for line in lines for part in Text(line).wrap(out, max(out.width - 4, 20))]
    most = min(max(room, FEWEST_NEWS), MOST_NEWS)
    shown = wrapped if len(wrapped) <= most else [Text("..."), *wrapped[1 - most :]]
    news = Text("\n").join(shown)
    return Panel(news, title="what happened", title_align="left", border_style="hint", expand=False)


def _without_own_turn(events: Sequence[Event], seat: int) -> Sequence[Event]:
    """Leave out the rolls and keeps of the turn that the seat is in: they lie on the table."""
    end = len(events)
    while end and isinstance(event := events[end - 1], DiceRolled | FaceKept) and event.seat == seat:
        end -= 1
    return events[:end]
