"""The glossary: the names in its last column exist in the code."""

import re

from helpers.doc_pages import ROOT

PACKAGE = ROOT / "src/heckmeck"
TABLE_ROW = re.compile(r"^\| .* \| (.*) \|$", re.MULTILINE)
CODE = "\n".join(TABLE_ROW.findall((ROOT / "docs/glossary.md").read_text("utf-8")))
NAME = r"`([A-Za-z_.]+)`"


def test_files_exist_and_define_what_they_are_named_for() -> None:
    paths = re.findall(r"`([\w/]+\.py)`", CODE)
    assert len(paths) > 15
    assert [path for path in paths if not (PACKAGE / path).is_file()] == []
    for names, path in re.findall(r"((?:`\w+`(?:, )?)+) in `([\w/]+\.py)`", CODE):
        source = (PACKAGE / path).read_text("utf-8")
        for name in re.findall(NAME, names):
            assert re.search(rf"\b{name}\b", source), f"{name} in {path}"


def test_names_exist() -> None:
    source = "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    names = {name for name in re.findall(NAME, CODE) if not name.endswith(".py")}
    assert len(names) > 80
    for name in sorted(names):
        owner, _, attribute = name.partition(".")
        assert re.search(rf"^(?:class |def |    def )?{owner}\b", source, re.MULTILINE), name
        assert re.search(rf"\b{attribute}\b", source), name
