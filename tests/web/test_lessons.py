"""The lessons and rules pages of the client are made from the rules."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
DOCS = ROOT / "docs/rules"
NUMBER = re.compile(r"^- \*\*((?:RK|BW|BQ|KE)-[\d.]+)\*\*", re.MULTILINE)
CODE = re.compile(r"^```\w*\n.*?^```", re.DOTALL | re.MULTILINE)
PAGES = sorted(path.name for path in DOCS.glob("*.md"))


@pytest.mark.parametrize(("script", "makes"), [("lessons.py", "lessons"), ("rules.py", "pages")])
def test_lessons_and_rules_are_made_from_what_is_here_now(script: str, makes: str) -> None:
    made = runpy.run_path(str(WEB / script))[makes]()
    stale = [path.name for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
    assert stale == [], f"run: python web/{script}"
    folders = {path.parent for path in made}
    assert {path for folder in folders for path in folder.glob("*.json")} == set(made)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", ["de", "ro"])
def test_every_rule_is_there_in_every_language(page: str, language: str) -> None:
    english = (DOCS / page).read_text("utf-8")
    translated = (DOCS / language / page).read_text("utf-8")
    assert NUMBER.findall(translated) == NUMBER.findall(english) != []
    assert CODE.findall(translated) == CODE.findall(english)
    assert _shape(translated) == _shape(english)


def _shape(text: str) -> list[str]:
    """The marks at the beginning of lines in their order, and all numbers that no language writes as a word."""
    marks = re.findall(r"^(#+|\||- |\d+\. )", CODE.sub("", text), re.MULTILINE)
    return [*marks, *sorted(re.findall(r"\d{2,}", text))]


def test_no_language_has_pages_of_its_own() -> None:
    for folder in (DOCS / "de", DOCS / "ro"):
        assert sorted(path.name for path in folder.iterdir()) == PAGES
