"""Whole games written out with what every seat sees, compared with what was written before.

`pytest tests/games/test_golden.py --update-golden` rewrites the files: review the changes before you keep them.
"""

import pytest

from heckmeck.games import GAMES
from helpers.golden_games import FOLDER, golden_text


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_went_before(name: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name}.txt"
    text = golden_text(name)
    if request.config.getoption("--update-golden"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
