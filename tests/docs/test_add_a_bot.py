"""The page on adding a bot: its program runs, and what it names exists."""

import re
from pathlib import Path

import pytest

from heckmeck.bots import registry
from heckmeck.bots.builtin import BUILTIN_BOTS

PAGE = (Path(__file__).parents[2] / "docs" / "add-a-bot.md").read_text("utf-8")


def test_the_bot_of_the_page_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {"__name__": "page"}
    exec(compile(program, "add-a-bot.md", "exec"), names)
    table = names["table"]
    assert table.fault is None  # type: ignore[attr-defined]
    assert any(player.failed for player in table.players), "it was told of failed attempts"  # type: ignore[attr-defined]
    assert re.fullmatch(r"\(\d+, \d+\)\n", capsys.readouterr().out)


def test_the_page_names_the_entry_point_group_and_the_tuple_to_add_to() -> None:
    assert f'[project.entry-points."{registry.GROUP}"]' in PAGE
    assert "`BUILTIN_BOTS`" in PAGE
    assert BUILTIN_BOTS
