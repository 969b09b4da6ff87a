"""Make the client's rules pages from docs/rules, in every language: `python web/rules.py`.

The pages are written once, as readable text; the client gets them as plain data, so that no page ever inserts
text into its markup unchecked. Only the subset of Markdown that these pages use is supported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WEB = Path(__file__).parent
DOCS = WEB.parent / "docs/rules"
WRITTEN = WEB / "src/learn/rules"
FOLDERS = {"en": DOCS, "de": DOCS / "de", "ro": DOCS / "ro"}
PAGES = ("bratwurmeck", "barbecue", "karteneck", "roll-and-keep")
RULINGS = {"en": "Ruling:", "de": "Regelentscheid:", "ro": "Decizie:"}
"""The beginning of a ruling, which continues to the end of its rule."""

Block = dict[str, Any]
Inline = list[str | dict[str, str]]

_RULE = re.compile(r"\*\*((?:RK|BW|BQ|KE)-\d+(?:\.\d+)?)\*\* (.*)", re.DOTALL)
_INLINE = re.compile(
    r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<source>(?:Source|Quelle|Sursă): [^*]+)\*|\*(?P<em>[^*]+)\*|`(?P<code>[^`]+)`"
    r"|\[(?P<link>[^]]+)\]\((?P<to>[^)]+)\)|\b(?P<rule>(?:RK|BW|BQ|KE)-\d+(?:\.\d+)?)\b"
)


def page(text: str, ruling: str) -> list[Block]:
    """Return the blocks of a page."""
    return [_block(part, ruling) for part in _parts(text)]


def _parts(text: str) -> Iterator[str]:
    """Split a page at its empty lines, but not inside of code."""
    for place, part in enumerate(re.split(r"^```\w*\n(.*?)^```\n", text, flags=re.DOTALL | re.MULTILINE)):
        if place % 2:
            yield f"```{part}"
        else:
            yield from (each for each in re.split(r"\n\s*\n", part.strip("\n")) if each.strip())


def _block(part: str, ruling: str) -> Block:
    if part.startswith("```"):
        return {"code": part.removeprefix("```").rstrip("\n")}
    if part.startswith("# "):
        return {"title": part.removeprefix("# ")}
    if part.startswith("## "):
        return {"heading": part.removeprefix("## ")}
    if part.startswith("|"):
        head, _, *rows = ([inline(cell.strip()) for cell in row.strip("|").split("|")] for row in part.split("\n"))
        return {"head": head, "rows": rows}
    if part.startswith("- **"):
        return {"rules": [_rule(item, ruling) for item in _items(part, r"^- ")]}
    if part.startswith("- "):
        return {"list": [inline(item) for item in _items(part, r"^- ")]}
    if part.startswith("1. "):
        return {"steps": [inline(item) for item in _items(part, r"^\d+\. ")]}
    return {"text": inline(_joined(part))}


def _items(part: str, mark: str) -> list[str]:
    return [_joined(item) for item in re.split(mark, part, flags=re.MULTILINE)[1:]]


def _joined(text: str) -> str:
    return " ".join(text.split())


def _rule(item: str, ruling: str) -> Block:
    found = _RULE.fullmatch(item)
    assert found, f"this is no rule: {item}"
    said, mark, decided = found[2].partition(f"*{ruling}*")
    rule: Block = {"rule": found[1], "text": inline(said.strip())}
    return rule | {"ruling": [{"em": ruling}, *inline(" " + decided.strip())]} if mark else rule


def inline(text: str) -> Inline:
    """Split a text into plain and marked strings.

    >>> inline("as in RK-8, *or not*")
    ['as in ', {'rule': 'RK-8'}, ', ', {'em': 'or not'}]
    """
    parts: Inline = []
    end = 0
    for found in _INLINE.finditer(text):
        parts += [text[end : found.start()], {kind: word for kind, word in found.groupdict().items() if word}]
        end = found.end()
    return [part for part in (*parts, text[end:]) if part]


def pages() -> dict[Path, str]:
    """Return every page by the file it belongs in."""
    return {
        WRITTEN / locale / f"{name}.json": _written(page((folder / f"{name}.md").read_text("utf-8"), RULINGS[locale]))
        for locale, folder in FOLDERS.items()
        for name in PAGES
    }


def _written(blocks: list[Block]) -> str:
    lines = ",\n".join(json.dumps(block, ensure_ascii=False, separators=(",", ":")) for block in blocks)
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
