"""Draw the pictures of the terminal into docs/pictures, from games that the coach plays against bots."""

from __future__ import annotations

import argparse
import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from unittest.mock import patch

from playwright.sync_api import Browser, sync_playwright
from rich.terminal_theme import TerminalTheme

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from heckmeck.bots import make
from heckmeck.cli.console import Leave, out
from heckmeck.cli.hotseat import Hotseat
from heckmeck.games import get
from heckmeck.play import Table
from heckmeck.play.advice import advise
from helpers.browser import launch  # the tests do it in the same way

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = {"COLUMNS": "92", "LINES": "34"}
DECISIONS = {"bratwurmeck": 22, "barbecue": 26, "karteneck": 14}
"""The number of decisions before the picture is taken."""
COLOURS = [(30, 27, 24), (232, 226, 215), (0, 0, 0), (224, 85, 70), (60, 170, 90), (200, 160, 60)]
THEME = TerminalTheme(COLOURS[0], COLOURS[1], [COLOURS[2], *COLOURS[3:], *[COLOURS[1]] * 4])
FORM = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg"><style>
.{unique_id}-matrix {{ font: {char_height}px monospace; font-variant-east-asian: full-width; }} {styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{width}" height="{height}"/></clipPath>{lines}</defs>
<rect width="100%" height="100%" fill="#1e1b18"/><g transform="translate(16, 16)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></svg>"""


def screen_of(name: str) -> str:
    """Play some decisions as the coach advises, and return the screen of the next one as SVG."""
    game = get(name)
    hotseat = Hotseat(game, [0], coached=True)
    bots = [make("cautious", game, Random(seat)) for seat in (1, 2)]
    names = ["Ann", "bot:cautious", "bot:cautious"]
    hotseat.table = Table(game, game.setup(seats=3), [hotseat, *bots], Random("picture"), names=names, people=[0])
    left = iter(range(DECISIONS[name]))

    def answer(_: str = "> ") -> str:
        if next(left, None) is None:
            raise Leave
        out.export_text(clear=True)
        return advise(game.view(hotseat.table.state, 0), ())[0].move

    with patch("heckmeck.cli.prompt.read_line", answer), suppress(Leave):
        for played in hotseat.table.play():
            hotseat.observe_all(played.events)
    out.print(">")
    return out.export_svg(theme=THEME, code_format=FORM)


def main() -> None:
    """Take all pictures."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    os.environ.update(SIZE, FORCE_COLOR="1", TERM="xterm-256color", COLORTERM="truecolor")
    out.file, out.record, out._color_system = io.StringIO(), True, out._detect_color_system()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name in DECISIONS:
            keep(name, screen_of(name), browser)
        browser.close()


def keep(name: str, svg: str, browser: Browser) -> None:
    """Write a picture to the path that the pages use."""
    page = browser.new_page(viewport={"width": 1240, "height": 400})
    page.set_content(f'<body style="margin:0">{svg}</body>')
    page.locator("svg").first.screenshot(path=FOLDER / f"{name}.png")
    page.close()
    sys.stderr.write(f"docs/pictures/{name}.png\n")


if __name__ == "__main__":
    main()
