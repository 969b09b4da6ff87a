"""Names that look alike."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.server.table.look_alikes import distinct_name, looks, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paul", "Раul"),
        ("Paul", "PAUL"),
        ("Paul", "PauI"),
        ("Paul", "Pau1"),
        ("Zoë", "Zoe\u0308"),
        ("Max", "𝕄𝕒𝕩"),
        ("modern", "rnodern"),
        ("ANN", "𝐀nn"),
        ("Ann", "Ａｎｎ"),
        ("❤️ Bo", "❤ Bo"),
        ("Straße", "STRASSE"),
    ],
)
def test_these_could_be_taken_for_each_other(one: str, other: str) -> None:
    assert looks(one) & looks(other)


@pytest.mark.parametrize(("one", "other"), [("Paul", "Paula"), ("José", "Jose"), ("Ann", "Ann 2"), ("王", "玉")])
def test_these_cannot(one: str, other: str) -> None:
    assert not looks(one) & looks(other)


def test_a_number_is_found_that_nobody_has() -> None:
    assert distinct_name("Ann", ["Bo", "Eve"]) == "Ann"
    assert distinct_name("Ann", []) == "Ann"
    assert distinct_name("Ann", ["ann", "АNN 2", "Ann 3"]) == "Ann 4"


@given(st.text(max_size=30))
def test_a_skeleton_is_its_own(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)
    assert looks(text) == looks(unicodedata.normalize("NFC", text))
