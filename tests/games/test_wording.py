"""Reasons in words: published texts, each defined by the module that has the reason."""

from pathlib import Path

import pytest

from heckmeck.games import GAMES, wording
from heckmeck.games.wording import reason, reason_text

PUBLISHED = {
    "no_new_face": "only faces that are set aside already",
    "no_worm": "no worm set aside",
    "nothing_to_take": "nothing to take for that sum",
    "too_low": "the sum is too low",
    "blocked": "two plates block that spot",
    "grill_empty": "No open portion is left on the grill.",
    "pool_empty": "A failed attempt, and no snail is left in the pool.",
    "grill_full": "A failed attempt, and the grill has no place for a snail.",
    "no_snail_to_take": "There is no snail left to take.",
    "supply_empty": "All portions are served.",
    "forfeit": "A player was disqualified.",
}


def test_published_reasons_keep_their_words() -> None:
    assert {code: reason_text(code) for code in PUBLISHED} == PUBLISHED


def test_every_reason_for_the_end_of_a_game_is_a_sentence() -> None:
    for game in GAMES.values():
        assert all(reason_text(code).endswith(".") for code in game.reasons)


def test_the_shared_words_name_no_reason_of_a_game() -> None:
    text = Path(wording.__file__).read_text(encoding="utf-8")
    for game in GAMES.values():
        assert not [code for code in game.reasons if code in text]


def test_a_reason_has_one_text_and_may_be_repeated() -> None:
    assert reason("no_worm", PUBLISHED["no_worm"]) == "no_worm"
    with pytest.raises(ValueError, match="has words already: no worm set aside"):
        reason("no_worm", "no luck")
    assert reason_text("no_worm") == PUBLISHED["no_worm"]
