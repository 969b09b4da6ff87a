"""The page on adding a bot: its programs run, and what it names exists."""

import re
from pathlib import Path

import pytest

from heckmeck.bots import registry
from heckmeck.bots.builtin import BUILTIN_BOTS
from helpers.doc_pages import ROOT, programs

PAGE = (ROOT / "docs/add-a-bot.md").read_text("utf-8")
BOT, GAME, ARGUMENT, ARENA = programs("docs/add-a-bot.md")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the bot as a package of its own, as the page says."""
    (entry_points,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    group, entry = re.fullmatch(r'\[project\.entry-points\."(.*)"\]\n(.*)\n', entry_points).groups()  # type: ignore[union-attr]
    package, information = tmp_path / "my_package", tmp_path / "my_package-1.0.dist-info"
    package.mkdir()
    (package / "moody.py").write_text(BOT, "utf-8")
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n", "utf-8")
    (information / "entry_points.txt").write_text(f"[{group}]\n{entry.replace(chr(34), '')}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)


def run(*parts: str) -> dict[str, object]:
    names: dict[str, object] = {"__name__": "page"}
    exec(compile("\n".join(parts), "add-a-bot.md", "exec"), names)
    return names


def test_the_bot_of_the_page_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    table = run(BOT, GAME)["table"]
    assert table.fault is None  # type: ignore[attr-defined]
    assert any(player.failed for player in table.players), "it was told of failed attempts"  # type: ignore[attr-defined]
    assert re.match(r"Outcome\(reason='grill_empty', scores=\(\d+, \d+\)", capsys.readouterr().out)


def test_the_bot_with_an_argument_is_made_with_it() -> None:
    bot = run(BOT, ARGUMENT)["PatientBot"](None, "3")  # type: ignore[operator]
    assert (bot.name, bot.turns) == ("patient", 3)


@pytest.mark.usefixtures("installed")
def test_the_arena_rates_the_installed_bot(capsys: pytest.CaptureFixture[str]) -> None:
    run(ARENA)
    rate = re.fullmatch(r"moody wins (\d+)% ± \d+%\n", capsys.readouterr().out)
    assert rate is not None
    assert int(rate[1]) > 50


def test_the_page_names_the_entry_point_group_and_the_tuple_to_add_to() -> None:
    assert f'[project.entry-points."{registry.GROUP}"]' in PAGE
    assert "`BUILTIN_BOTS`" in PAGE
    assert BUILTIN_BOTS
