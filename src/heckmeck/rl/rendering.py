"""Rendering of a game for people: the library's own drawing, as text or as pixels."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import BadSetup, View
from heckmeck.games.drawing import FRAME, HINT, SCREEN, Drawing
from heckmeck.games.setup import show
from heckmeck.rl.missing import missing

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

Pixels = NDArray[np.uint8]

MODES: Final = ("human", "ansi", "rgb_array")
FRAMES_PER_SECOND: Final = 2

LINES: Final = SCREEN.height
"""The height of a picture in lines, enough for every game. All pictures have the same size, as videos require."""
CELL_WIDTH, CELL_HEIGHT = 6, 12
SCALE = 2
PAPER = "#fbf5e6"
INK = "#2b2320"
COLOURS: Mapping[str, str] = {
    FRAME: "#a08f7a", HINT: "#8a7c6a", "turned": "#a08f7a", "gone": "#cfc3b0", "active": "#c0392b", "snail": "#8e44ad",
    "seat0": "#1f618d", "seat1": "#b9770e", "seat2": "#1e8449", "seat3": "#943126", "seat4": "#6c3483",
    "seat5": "#117864", "seat6": "#5d4037",
}  # fmt: skip
"""Colours by what a piece of text shows; all other text is in ink."""

Points = tuple[tuple[float, float], ...]
_SHAPES: Mapping[str, Points] = {
    "▲": ((0.5, 0.2), (1, 0.8), (0, 0.8)),
    "▶": ((0, 0.2), (1, 0.5), (0, 0.8)),
    "■": ((0, 0.25), (0.9, 0.25), (0.9, 0.75), (0, 0.75)),
    "◆": ((0.5, 0.15), (1, 0.5), (0.5, 0.85), (0, 0.5)),
    "●": ((0.3, 0.25), (0.7, 0.25), (1, 0.4), (1, 0.6), (0.7, 0.75), (0.3, 0.75), (0, 0.6), (0, 0.4)),
    "⬢": ((0.5, 0.2), (1, 0.35), (1, 0.65), (0.5, 0.8), (0, 0.65), (0, 0.35)),
    "★": ((0.5, 0.15), (0.65, 0.4), (1, 0.4), (0.7, 0.6), (0.9, 0.85), (0.5, 0.7), (0.1, 0.85), (0.3, 0.6), (0, 0.4)),
    "✚": (
        (0.3, 0.2), (0.7, 0.2), (0.7, 0.4), (1, 0.4), (1, 0.6), (0.7, 0.6),
        (0.7, 0.8), (0.3, 0.8), (0.3, 0.6), (0, 0.6), (0, 0.4), (0.3, 0.4),
    ),
    "▒": ((0, 0.1), (1, 0.1), (1, 0.9), (0, 0.9)),
}  # fmt: skip
"""Signs that the font does not have, as polygons in a cell of width and height 1."""
_LINES: Mapping[str, tuple[str, str]] = {
    "─": ("left", "right"), "│": ("top", "bottom"),
    "╭": ("right", "bottom"), "╮": ("left", "bottom"), "╰": ("right", "top"), "╯": ("left", "top"),
}  # fmt: skip
"""Lines by the sides of the cell that they connect."""
_STAND_INS: Mapping[str, str] = {"≋": "~"}


def check_mode(mode: object) -> str | None:
    """Refuse anything but a mode, or None for no pictures."""
    if mode is None or (isinstance(mode, str) and mode in MODES):
        return mode
    raise BadSetup("bad_option", f"render_mode must be {', '.join(MODES)} or None, not {show(mode)}.")


def render(view: View, mode: str) -> str | Pixels | None:
    """Draw a view: return its text or its pixels, or print it for people."""
    if mode == "rgb_array":
        return pixels(view.draw())
    text = str(view)
    if mode == "ansi":
        return text
    sys.stdout.write(f"{text}\n\n")
    return None


def pixels(drawing: Drawing) -> Pixels:
    """Return a drawing as an array of height, width and colour."""
    try:
        from PIL import Image, ImageColor, ImageDraw, ImageFont
    except ImportError:
        raise missing("Pillow", "rl") from None
    image = Image.new("RGB", (SCREEN.width * CELL_WIDTH, LINES * CELL_HEIGHT), ImageColor.getrgb(PAPER))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    font = ImageFont.load_default_imagefont()
    for row, line in enumerate(drawing.lines[:LINES]):
        column = 0
        for text, role in line:
            for character in text:
                _draw(pen, character, column * CELL_WIDTH, row * CELL_HEIGHT, COLOURS.get(role, INK), font)
                column += 1
    return np.asarray(_scaled(image))


def _scaled(image: Image.Image) -> Image.Image:
    return image.resize((image.width * SCALE, image.height * SCALE), resample=0)


def _draw(pen: ImageDraw.ImageDraw, character: str, x: int, y: int, colour: str, font: object) -> None:
    if character in _SHAPES:
        pen.polygon([(x + a * (CELL_WIDTH - 1), y + b * CELL_HEIGHT) for a, b in _SHAPES[character]], fill=colour)
    elif character in _LINES:
        pen.line(_line(character, x, y), fill=colour)
    else:
        character = _STAND_INS.get(character, character)
        # The font has only Latin-1.
        written = character if ord(character) < 256 else "?"
        pen.text((x, y), written, fill=colour, font=font)  # type: ignore[arg-type]  # a bitmap font


def _line(character: str, x: int, y: int) -> list[tuple[int, int]]:
    """Return the points of a line: from one side of the cell over its middle to another."""
    middle = (x + CELL_WIDTH // 2, y + CELL_HEIGHT // 2)
    sides = {
        "left": (x, middle[1]),
        "right": (x + CELL_WIDTH, middle[1]),
        "top": (middle[0], y),
        "bottom": (middle[0], y + CELL_HEIGHT),
    }
    start, end = _LINES[character]
    return [sides[start], middle, sides[end]]
