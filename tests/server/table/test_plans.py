"""Which plans of tables are refused, and which bots."""

from __future__ import annotations

import pytest

from heckmeck.games import GameError
from heckmeck.server.table.messages import Plan
from heckmeck.server.table.plans import check_bot, check_plan
from helpers.tables import BOTS


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan("chess", 2), "unknown_game"),
        (Plan("karteneck", 7), "bad_seats"),
        (Plan("bratwurmeck", 2, {"seats": 3}), "bad_option"),
        (Plan("bratwurmeck", 2, {"first": 1}), "bad_option"),
        (Plan("bratwurmeck", 2, {"self": 1}), "unknown_option"),
        (Plan("bratwurmeck", 2, {"dice": 9}), "unknown_option"),
        (Plan("bratwurmeck", 2, {"portions": [[[]]]}), "bad_option"),
        (Plan("bratwurmeck", 2, {"portions": {"a": 1}}), "bad_option"),
        (Plan("bratwurmeck", 2, timer=4), "bad_timer"),
        (Plan("bratwurmeck", 2, title="\u202etitle"), "bad_title"),
        (Plan("bratwurmeck", 2, title="x" * 61), "bad_title"),
    ],
)
def test_a_table_that_could_not_be_played_at_is_refused(plan: Plan, code: str) -> None:
    with pytest.raises(GameError) as refused:
        check_plan(plan)
    assert refused.value.code == code


def test_a_plan_with_everything_is_fine() -> None:
    check_plan(
        Plan(
            "bratwurmeck", 7, {"lower_portion": "next"}, "Friday", public=True, timer=5, chat=False, coach=True, fill=8
        )
    )


def test_bots_are_ours_and_play_the_game() -> None:
    check_bot("karteneck", "sampler", BOTS)
    with pytest.raises(GameError, match="there are random"):
        check_bot("bratwurmeck", "nobody", BOTS)
