"""Every numbered rule has a test, and every permission has one for each of its sides."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGES = TESTS.parent / "docs" / "rules"
NUMBER = re.compile(r"\*\*((?:RK|BW|BQ|KE)-\d+(?:\.\d+)?)\*\*")

# The rules that permit or forbid something: what they allow, and what they do not.
PERMISSIONS = (
    *("RK-2", "RK-3", "RK-5", "RK-7", "RK-8"),
    *("BW-1.4", "BW-3.1", "BW-3.2", "BW-3.3", "BW-3.4"),
    *("BQ-1.3", "BQ-1.6", "BQ-3.1", "BQ-3.3", "BQ-4.5"),
    *("KE-1.5", "KE-4.1", "KE-5.1", "KE-5.4"),
)


def rules() -> set[str]:
    return {number for page in PAGES.glob("*.md") for number in NUMBER.findall(page.read_text("utf-8"))}


@cache
def cited() -> set[tuple[str, str]]:
    """The rules that tests are marked with, each with the side of it that the test shows."""
    found: set[tuple[str, str]] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(filter(None, map(_citation, node.decorator_list)))
    return found


def _citation(decorator: ast.expr) -> tuple[str, str] | None:
    if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule":
        number, *side = [ast.literal_eval(argument) for argument in decorator.args]
        return number, side[0] if side else "states"
    return None


def test_the_pages_number_every_rule() -> None:
    families = {family: sum(number.startswith(family) for number in rules()) for family in ("RK", "BW", "BQ", "KE")}
    assert families == {"RK": 8, "BW": 20, "BQ": 22, "KE": 27}


def test_every_rule_is_cited_by_a_test() -> None:
    assert rules() - {number for number, _ in cited()} == set()


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert {number for number, _ in cited()} - rules() == set()


@pytest.mark.parametrize("number", PERMISSIONS)
def test_every_permission_is_shown_from_both_sides(number: str) -> None:
    assert {(number, "may"), (number, "may not")} <= cited()
