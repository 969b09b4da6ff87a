"""Every numbered rule has a test that holds it, and every permission has one for each of its sides."""

import re
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[1] / "docs" / "rules"
NUMBER = re.compile(r"\*\*((?:RK|BW|BQ|KE)-\d+(?:\.\d+)?)\*\*")

# The rules that permit or forbid something: what one may do under them, and what one may not.
PERMISSIONS = (
    "RK-2 RK-3 RK-5 RK-7 RK-8 BW-1.4 BW-3.1 BW-3.2 BW-3.3 BW-3.4 BQ-1.3 BQ-1.6 BQ-3.1 BQ-3.3 BQ-4.5 "
    "KE-1.5 KE-4.1 KE-5.1 KE-5.4"
).split()


def rules() -> set[str]:
    return {number for page in PAGES.glob("*.md") for number in NUMBER.findall(page.read_text("utf-8"))}


@pytest.fixture(autouse=True)
def whole_suite(request: pytest.FixtureRequest) -> None:
    if (
        not {"tests", "tests/"} & {str(arg).rstrip("/") for arg in request.config.args}
        and len(request.session.items) < 200
    ):
        pytest.skip("only a part of the tests was collected")


def test_the_pages_number_every_rule() -> None:
    families = {family: sum(number.startswith(family) for number in rules()) for family in ("RK", "BW", "BQ", "KE")}
    assert families == {"RK": 8, "BW": 20, "BQ": 22, "KE": 27}


def test_every_rule_is_cited_by_a_test(cited: set[tuple[str, str]]) -> None:
    assert rules() - {number for number, _ in cited} == set()


def test_no_test_cites_a_rule_that_does_not_exist(cited: set[tuple[str, str]]) -> None:
    assert {number for number, _ in cited} - rules() == set()


@pytest.mark.parametrize("number", PERMISSIONS)
def test_every_permission_is_shown_from_both_sides(cited: set[tuple[str, str]], number: str) -> None:
    assert {(number, "may"), (number, "may not")} <= cited
