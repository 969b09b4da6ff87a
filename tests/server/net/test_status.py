"""The statuses of refusals: one table, with every code documented."""

from pathlib import Path

from heckmeck.server.net.status import STATUSES, status_of

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_a_code_without_its_own_status_has_the_default_one() -> None:
    assert status_of("bad_name") == 400
    assert status_of("seat_taken", usual=409) == 409
    assert status_of("no_table", usual=409) == 404


def test_every_code_with_a_status_is_documented() -> None:
    text = PROTOCOL.read_text("utf-8")
    assert [code for code in STATUSES if f"`{code}`" not in text] == []
