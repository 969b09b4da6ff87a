"""A screen of a given size for output of this process."""

import pytest
from rich.console import RenderableType

from heckmeck.cli.console import out


def real_screen(monkeypatch: pytest.MonkeyPatch, columns: int, lines: int) -> None:
    """Make the console believe that it is a terminal of this size."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    # A console that was created with a size in the environment keeps that size.
    monkeypatch.setattr(out, "_width", columns)
    monkeypatch.setattr(out, "_height", lines)
    monkeypatch.setattr(out, "no_color", True)
    monkeypatch.setattr(out, "_color_system", None)


def printed(renderable: RenderableType) -> list[str]:
    """Return the lines that are printed, without blanks at their ends."""
    with out.capture() as captured:
        out.print(renderable)
    return [line.rstrip() for line in captured.get().splitlines()]
