"""People who share one keyboard and one screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from heckmeck.cli.console import can_clear, display_names, out, read_line, seat_text
from heckmeck.cli.prompt import Prompt
from heckmeck.games import AnyGame, BadSetup, Event, GameEnded, Move, View, seen_by
from heckmeck.play import AnyTable


class Hotseat:
    """Shows each person what their seat may see and asks them for moves.

    If hands are hidden and several people share the screen, it is covered between turns. With `coached` the coach
    advises all of them; each person can switch it on and off.
    """

    def __init__(self, game: AnyGame, people: Sequence[int], coached: bool = False) -> None:
        self.people = tuple(people)
        self.covers = game.hides and len(people) > 1
        if self.covers and not can_clear():
            raise BadSetup(
                "no_screen",
                f"Several people can play {game.title} at one keyboard only in a terminal that can cover their hands.",
            )
        self.table: AnyTable
        self._history: dict[int, list[Event]] = {seat: [] for seat in people}  # all events that each person has seen
        self._log: dict[int, list[Event]] = {seat: [] for seat in people}
        self._read: dict[int, int] = dict.fromkeys(people, 0)  # number of log events that each person has read
        self._facing: int | None = None
        self._coached = set(people) if coached else set[int]()

    @property
    def coached(self) -> bool:
        """Whether the coach advises any of them."""
        return bool(self._coached)

    @property
    def names(self) -> list[str]:
        """The players' names as they are displayed."""
        return display_names(self.table.names)

    def observe_all(self, events: Iterable[Event]) -> None:
        """Add events to the log of everyone who may see them."""
        events = tuple(events)
        for seat in self.people:
            seen = seen_by(events, seat)
            self._log[seat] += seen
            self._history[seat] += seen

    def choose(self, view: View) -> Move:
        """Show the table to the seat and ask for its move."""
        seat = view.seat
        assert seat is not None
        self._hand_over(seat)
        prompt = Prompt(
            self.table.game,
            view,
            self.names,
            lambda text: self._parse(text, seat),
            clear=self.clear,
            recent=_without_own_turn(self._recent_events(seat), seat),
            history=self._history[seat],
            coached=seat in self._coached,
        )
        try:
            move = prompt.ask()
        finally:
            (self._coached.add if prompt.coached else self._coached.discard)(seat)
        self._read[seat] = len(self._log[seat])
        return move

    def cover(self) -> None:
        """Clear the screen, which may show things that only one person may see."""
        if self.covers:
            self.clear()

    def clear(self) -> None:
        """Clear the screen if there is one; if hands are hidden, the scrollback too."""
        if out.is_terminal and self.people:
            out.clear()
            if self.covers:
                # After the screen, not before: some terminals move the cleared content into the scrollback.
                out.file.write("\x1b[3J")
                out.file.flush()

    def last_events(self) -> list[Event]:
        """Return the public events that the first person has not read yet, without the end of the game."""
        log = self._log[self.people[0]] if self.people else []
        return [event for event in seen_by(log, None) if not isinstance(event, GameEnded)]

    def _recent_events(self, seat: int) -> list[Event]:
        """Return the log of a seat. Once others have acted, entries that the seat has read are dropped."""
        unread = self._log[seat][self._read[seat] :]
        if any(getattr(event, "seat", seat) != seat for event in unread):
            self._log[seat] = unread
            self._read[seat] = 0
        return self._log[seat]

    def _hand_over(self, seat: int) -> None:
        """Cover the screen until the right person sits in front of it."""
        if self.covers and self._facing != seat:
            self.clear()
            out.print(Text.assemble("The keyboard goes to ", seat_text(seat, self.names[seat]), "."))
            out.print("[hint]Everyone else, please look away. Press Enter when you are ready.[/]")
            while read_line():
                out.print("[hint]Just press Enter, or type q to leave.[/]")
        self._facing = seat

    def _parse(self, text: str, seat: int) -> Move:
        """Read a move and check it by applying it; states are immutable, so this changes nothing."""
        move = self.table.game.parse(text)
        self.table.game.apply(self.table.state, move, by=seat)
        assert isinstance(move, Move)
        return move


def _without_own_turn(events: Sequence[Event], seat: int) -> Sequence[Event]:
    """Return the events without those of the seat's current turn that the table still shows."""
    end = len(events)
    while end and (event := events[end - 1]).on_table and getattr(event, "seat", None) == seat:
        end -= 1
    return events[:end]
