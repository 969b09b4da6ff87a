"""`heckmeck rules`."""

import re

import pytest

from heckmeck.games import GAMES, get

from .conftest import Run


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_are_shown_with_their_numbers(run: Run, name: str) -> None:
    shown = run("rules", name)
    assert shown.code == 0
    families = set(re.findall(r"\b(RK|BW|BQ|KE)-\d", shown.out))
    assert set(get(name).rules) <= families
    assert get(name).title in shown.out


def test_the_version_is_shown(run: Run) -> None:
    from heckmeck import __version__

    assert run("--version").out == f"heckmeck {__version__}\n"
