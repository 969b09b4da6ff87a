"""The page on adding a bot: its files, programs and commands run section by section, and what it names exists."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from heckmeck.bots import registry
from heckmeck.bots.builtin import BUILTIN_BOTS
from helpers.commands import run_command
from helpers.doc_pages import ROOT, blocks, commands, programs, write_files

NAME = "docs/add-a-bot.md"
PAGE = (ROOT / NAME).read_text("utf-8")
GAME, POSITION, ARENA = programs(NAME)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start in a folder with the files of the page. The other programs run there as scripts."""
    write_files(NAME, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("moody", "hasty", "thrifty", "careful"):  # each test imports its own
        monkeypatch.delitem(sys.modules, name, raising=False)


def run(program: str) -> dict[str, object]:
    names: dict[str, object] = {"__name__": "page"}
    exec(compile(program, "add-a-bot.md", "exec"), names)
    return names


def test_the_first_bot_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    table = run(GAME)["table"]
    assert table.fault is None  # type: ignore[attr-defined]
    assert any(player.failed for player in table.players), "it was told of failed attempts"  # type: ignore[attr-defined]
    assert re.match(r"Outcome\(reason='grill_empty', scores=\(\d+, \d+\)", capsys.readouterr().out)


def test_a_forfeit_looks_as_printed_and_its_position_can_be_read() -> None:
    (line,) = [line for line in commands(NAME) if "HastyBot" in line]
    (printed,) = [block.text for block in blocks(NAME) if block.language == "text"]
    shown = run_command(*shlex.split(line)[1:]).err
    assert shown.replace(str(Path.cwd()), "/home/ann") == printed
    view = run(POSITION)["view"]
    assert str(view.moves[0]) == "keep 1"  # type: ignore[attr-defined]


def test_the_result_for_programs_is_as_printed() -> None:
    (line,) = [line for line in commands(NAME) if line.endswith("--json")]
    (printed,) = [block.text for block in blocks(NAME) if block.language == "json"]
    assert json.loads(run_command(*shlex.split(line)[1:]).out) == json.loads(printed)


def test_the_arena_rates_the_second_bot(capsys: pytest.CaptureFixture[str]) -> None:
    run(ARENA)
    rate = re.fullmatch(r"ThriftyBot wins (\d+)% ± \d+%\n", capsys.readouterr().out)
    assert rate is not None
    assert int(rate[1]) > 60


def test_a_registered_bot_is_found_by_its_short_name(tmp_path: Path) -> None:
    """Install the bot as a separate package, as the page says."""
    (entry_points,) = [block.text for block in blocks(NAME) if block.language == "toml"]
    group, entry = re.fullmatch(r'\[project\.entry-points\."(.*)"\]\n(.*)\n', entry_points).groups()  # type: ignore[union-attr]
    package, information = tmp_path / "my_package", tmp_path / "my_package-1.0.dist-info"
    package.mkdir()
    (tmp_path / "moody.py").rename(package / "moody.py")
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n", "utf-8")
    (information / "entry_points.txt").write_text(f"[{group}]\n{entry.replace(chr(34), '')}\n", "utf-8")
    assert run_command("simulate", "bratwurmeck", "--bots", "moody,greedy", "--games", 1).code == 0
    assert re.search(r"moody +medium +– +my-package", run_command("bots", "bratwurmeck").out)


def test_the_page_names_the_entry_point_group_and_the_tuple_to_add_to() -> None:
    assert f'[project.entry-points."{registry.GROUP}"]' in PAGE
    assert "`BUILTIN_BOTS`" in PAGE
    assert BUILTIN_BOTS
