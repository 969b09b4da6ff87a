"""The reference page is what the docstrings say now."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/api.md").read_text("utf-8")


def script() -> ModuleType:
    spec = spec_from_file_location("api_reference", ROOT / "scripts/api_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date() -> None:
    assert script().page() == PAGE, "run: python scripts/api_reference.py"


def test_every_name_is_described() -> None:
    for section in re.split(r"^###? ", PAGE, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        text = re.sub(r"```python.*?```", "", body, flags=re.DOTALL).strip()
        assert re.match(r"[A-Z`]", text), f"{title} has no docstring"


def test_links_within_the_page_lead_to_titles() -> None:
    titles = [title.lower().replace(".", "") for title in re.findall(r"^### (.*)$", PAGE, re.MULTILINE)]
    anchors = {f"{title}-{titles[:n].count(title)}".removesuffix("-0") for n, title in enumerate(titles)}
    links = re.findall(r"\]\(#([^)]+)\)", PAGE)
    assert len(links) > 60
    assert [link for link in links if link not in anchors] == []
