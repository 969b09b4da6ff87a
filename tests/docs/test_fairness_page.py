"""The page about fairness cannot go stale: its example is run, and what it says is compared with the code."""

import doctest
import re
from pathlib import Path

import msgspec
from typer.testing import CliRunner

from heckmeck.cli.main import make_app
from heckmeck.games import GAMES, get
from heckmeck.server.fairness import LENGTH, chain_length
from heckmeck.server.fairness.proof import Fairness

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"


def test_the_example_is_as_printed() -> None:
    ran = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert ran.failed == 0
    assert ran.attempted > 20


def test_the_fields_of_the_format_are_all_explained() -> None:
    table = PAGE.read_text("utf-8").split("## In an export")[1]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [
        field.name for field in msgspec.structs.fields(Fairness)
    ]


def test_the_lengths_of_the_chains_are_those_of_the_code() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    hidden = [get(name).title.split()[-1] for name in GAMES if not chain_length(get(name))]
    assert f"*L* = {LENGTH} for games in which nothing is hidden (Bratwurmeck, Barbecue)" in text
    assert f"*L* = 0 for those that hide something ({', '.join(hidden)})" in text


def test_the_command_has_the_option_that_the_page_names() -> None:
    assert "--json" in CliRunner().invoke(make_app(), ["verify", "--help"]).output
