"""The reference page is what the docstrings say now."""

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/api.md").read_text("utf-8")


def script() -> ModuleType:
    spec = spec_from_file_location("api_reference", ROOT / "scripts/api_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="other versions of Python write annotations differently")
def test_the_page_is_up_to_date() -> None:
    assert script().page() == PAGE, "run: python scripts/api_reference.py"


def test_every_name_is_described() -> None:
    for section in re.split(r"^###? ", PAGE, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        text = re.sub(r"```python.*?```", "", body, flags=re.DOTALL).strip()
        assert re.match(r"[A-Z`]", text), f"{title} has no docstring"


def test_links_within_the_page_lead_to_titles() -> None:
    titles = re.findall(r"^### (.*)$", PAGE, re.MULTILINE)
    anchors = [re.sub(r"[.()]", "", title.lower()).replace(" ", "-") for title in titles]
    assert len(set(anchors)) == len(anchors), "programs number anchors that are alike in different ways"
    links = re.findall(r"\]\(#([^)]+)\)", PAGE)
    assert len(links) > 60
    assert [link for link in links if link not in anchors] == []


def entry(title: str) -> str:
    _, _, rest = PAGE.partition(f"### {title}\n")
    return rest.partition("\n### ")[0]


def test_classes_have_type_parameters_bases_and_constructors() -> None:
    assert "class Game[SetupT, StateT, ViewT]\n" in entry("heckmeck.games.Game")
    assert "class Bratwurmeck(RollAndKeep[BratwurmeckSetup, " in entry("heckmeck.games.bratwurmeck.Bratwurmeck")
    assert "Keep(face: str)" in entry("heckmeck.games.Keep")
    assert "Setup(*, seats: int, first: int = 0)" in entry("heckmeck.games.Setup")
    assert "IllegalMove(code: str, message: str, rule: str | None = None)" in entry("heckmeck.games.IllegalMove")


def test_attributes_and_special_methods_are_listed() -> None:
    assert "- `scores: tuple[int, ...]`" in entry("heckmeck.games.View")
    assert "- `fault: Exception | SystemExit | None`" in entry("heckmeck.play.Table")
    assert "- `steps: list[str]`: The steps so far" in entry("heckmeck.play.Table")
    assert "- `__iter__() -> Iterator[tuple[OutcomeT_co, int]]`: Yield" in entry("heckmeck.games.WeightedDistribution")


def test_overloads_are_listed() -> None:
    for game in ("Bratwurmeck", "Barbecue", "Karteneck"):
        assert f"get(name: Literal['{game.lower()}']) -> {game}\n" in entry("heckmeck.games.get")
    assert "get(name: str) -> AnyGame\n" in entry("heckmeck.games.get")
