"""The documentation is correct: its links have targets, and its programs run."""

import re
from pathlib import Path

import pytest

from heckmeck.bots import BOTS
from heckmeck.games import GAMES, get
from heckmeck.play import bot_table, write_record
from helpers.doc_pages import ROOT, programs

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def page(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_that_exist(path: Path) -> None:
    without_code = re.sub(r"```.*?```|`[^`\n]*`", "code", path.read_text("utf-8"), flags=re.DOTALL)
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", without_code)
    assert [target for target in targets if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", ["README.md", "docs/environments.md", "docs/evaluate.md", "docs/records.md"])
def test_programs_run(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = get("barbecue")
    table = bot_table(game, game.setup(seats=2), ["random", "random"], "1")
    list(table.play())
    write_record(tmp_path / "games.jsonl", table.record())
    monkeypatch.chdir(tmp_path)
    assert programs(path)
    for program in programs(path):
        exec(compile(program, path, "exec"), {})


def test_every_game_has_its_pages_and_the_changelog_names_every_bot() -> None:
    for name in GAMES:
        assert page(f"docs/rules/{name}.md").startswith(f"# {get(name).title}")
        assert name in page("docs/records.md")
    for bot in BOTS:
        assert f"`{bot}`" in page("CHANGELOG.md")


def test_every_benchmark_is_listed() -> None:
    programs = {path.name for path in (ROOT / "bench").iterdir() if path.is_file() and not path.suffix}
    assert set(re.findall(r"^\| `bench/(\w+)` \|", page("docs/benchmarks.md"), re.MULTILINE)) == programs


def test_every_reason_for_an_end_is_documented() -> None:
    documented = set(re.findall(r"^\| `(\w+)` \| \w+ \|", page("docs/records.md"), re.MULTILINE))
    assert documented >= {reason for game in GAMES.values() for reason in game.reasons} | {"forfeit"}


def test_the_walks_through_the_architecture_go_through_files_that_exist() -> None:
    text = page("docs/architecture.md")
    paths = re.findall(r"`((?:src|web/src)/[^`<]+\.(?:py|ts|svelte))`", text)
    assert len(paths) > 40
    assert [path for path in paths if not (ROOT / path).is_file()] == []
