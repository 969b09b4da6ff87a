"""The log, in the space that the table leaves: always beginning with a whole sentence."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from heckmeck.cli.console import out
from heckmeck.games import Event, describe_events

MAX_LINES = 14
"""Maximum number of lines of the log that are shown beside the table."""
COMFORTABLE = 6
"""Number of lines that is comfortable for the log."""
MIN_LINES = 3
"""Maximum number of lines for which the whole log is shown rather than the brief one."""
FRAME = 2
"""Lines that the frame takes up."""


class Log:
    """Events that a person has not seen. If there is little room, rolls and keeps are left out."""

    def __init__(self, events: Sequence[Event], names: Sequence[str]) -> None:
        self._full = [Text(line) for line in describe_events(events, names)]
        brief = describe_events([event for event in events if not event.on_table], names)
        self._brief = [line if line.endswith((".", "!", "?")) else f"{line}." for line in brief]

    @property
    def comfortable(self) -> int:
        """The preferred number of lines."""
        if not self._full:
            return 0
        brief = self._height([Text(" ".join(self._brief))])
        return min(self._height(self._full), max(brief, MIN_LINES), COMFORTABLE) + FRAME

    def fit(self, room: int) -> RenderableType | None:
        """Return the log for this number of lines; None if there is nothing to show, or no room."""
        most = min(room - FRAME, MAX_LINES)
        if not self._full:
            return None
        if self._height(self._full) <= most:
            return _panel(self._full, "log")
        if room < 1 or not self._brief:
            return self._cut(self._full, most)
        framed = most > 0
        for start in range(len(self._brief)):
            text = Text(" ".join(self._brief[start:]))
            if self._height([text]) <= (most if framed else room):
                return _panel([text], "end of the log" if start else "log, in brief") if framed else text
        return None

    def _cut(self, lines: Sequence[Text], most: int) -> RenderableType | None:
        """Return the last whole lines that fit."""
        for start in range(1, len(lines)):
            if self._height(lines[start:]) <= most:
                return _panel(lines[start:], "end of the log")
        return None

    def _height(self, lines: Sequence[Text]) -> int:
        return sum(len(line.wrap(out, _width())) for line in lines)


def _width() -> int:
    return max(out.width - 4, 20)


def _panel(lines: Sequence[Text], title: str) -> RenderableType:
    return Panel(Text("\n").join(lines), title=title, title_align="left", border_style="hint", expand=False)
