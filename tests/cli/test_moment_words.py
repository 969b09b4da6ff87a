"""Decisions that cost much, in words."""

from typing import Any

import pytest

from heckmeck.cli.card_moment_words import Table
from heckmeck.cli.moment_words import moment_in_words, situation_in_words
from heckmeck.games import View, get, get_dice_game
from heckmeck.play.win_accounts import WinJudged, WinMoment


def told(
    chosen: str,
    best: str,
    kept: str,
    rolled: str,
    risks: tuple[float, float],
    likely: tuple[str | None, str | None],
    decisive: tuple[str | None, float | None, float | None] = (None, None, None),
) -> str:
    judged = WinJudged(7, 0, 0.4, best, 0.45, 0.05, 0.2)
    total = get_dice_game("bratwurmeck").die.facts[kept].total
    moment = WinMoment(
        7, 0, kept, rolled, total, failed=risks[0], best_failed=risks[1], likely=likely[0], best_likely=likely[1],
        decisive=decisive[0], chance=decisive[1], best_chance=decisive[2],
    )  # fmt: skip
    text = moment_in_words(get("bratwurmeck"), chosen, judged, moment)
    assert text.endswith(" It cost about one win in 20.")
    return text.removesuffix(" It cost about one win in 20.")


def test_a_roll_too_many() -> None:
    text = told("roll", "take 26", "4444WW", "", (0.66, 0.0), ("28", "26"))
    assert text == "Rolled on with 26 in hand: it works only 1 time in 3, and the 26 was certain."


def test_a_roll_where_failing_on_purpose_was_better() -> None:
    text = told("roll", "stop", "44", "", (0.34, 1.0), ("21", None))
    assert (
        text == "Rolled on with 8 in hand: it goes wrong 1 time in 3, and here failing at once would have been better."
    )


def test_a_stop_too_early_that_was_safe() -> None:
    text = told("take 21", "roll", "4444W", "", (0.0, 0.05), ("21", "26"))
    assert text == (
        "Stopped at 21 for the 21. Another roll was better: it goes wrong 1 time in 20, "
        "and most often it leads to the 26."
    )


def test_a_stop_too_early_says_why_a_risky_roll_was_better_all_the_same() -> None:
    stopped = "Stopped at 21 for the 21. Another roll was better all the same: it goes wrong every other time, but "
    for decisive, reason in (
        (("30", 0.0, 0.31), "1 time in 3 it leads to the 30."),
        (("3+", 0.0, 0.4), "2 times in 5 it leads to at least three worms."),
        ((None, None, None), "what it wins makes up for that."),
    ):
        assert told("take 21", "roll", "4444W", "", (0.0, 0.51), ("21", "26"), decisive) == stopped + reason


def test_a_stop_with_nothing() -> None:
    assert told("stop", "roll", "1W", "", (1.0, 0.2), (None, None)) == (
        "Stopped at 6 with nothing. Another roll was better: it goes wrong 1 time in 5."
    )


@pytest.mark.parametrize(
    ("chosen", "best", "why"),
    [
        ("take 24", "steal 26", ": it is somebody else's loss, too"),
        ("steal 24", "take 23", ": it brings the end of the game nearer"),
        ("take 28", "take 27", ""),
    ],
)
def test_the_wrong_prize(chosen: str, best: str, why: str) -> None:
    names = chosen.split()[1], best.split()[1]
    text = told(chosen, best, "4444WW", "", (0.0, 0.0), names)
    assert text == f"Took the {names[0]}: the {names[1]} was better{why}."


@pytest.mark.parametrize(
    ("risks", "decisive", "end"),
    [
        ((0.5, 0.25), (None, None, None), "The worms were safer: they go wrong 1 time in 4."),
        ((0.5, 0.42), (None, None, None), "The worms were a little safer."),
        (
            (0.5, 0.5),
            ("28", 0.1, 0.34),
            "The worms were better: they lead to the 28 more often, 1 time in 3 instead of 1 time in 10.",
        ),
        (
            (0.5, 0.25),
            ("3+", 0.1, 0.34),
            "The worms were better: they go wrong 1 time in 4, and they lead to at least three worms more often, "
            "1 time in 3 instead of 1 time in 10.",
        ),
        (
            (0.25, 0.54),
            ("28", 0.1, 0.34),
            "The worms were better all the same: they go wrong every other time, but lead to the 28 more often, "
            "1 time in 3 instead of 1 time in 10.",
        ),
        (
            (0.25, 0.54),
            (None, None, None),
            "The worms were better all the same: they go wrong every other time, but what they win makes up for that.",
        ),
        ((0.5, 0.5), ("28", 0.78, 0.84), "The worms were better: they lead to the 28 a little more often."),
        ((0.5, 0.5), ("28", 0.0, 0.34), "The worms were better: only they lead to the 28, 1 time in 3."),
        ((0.5, 0.5), ("21", 0.1, 0.0), "The worms were better: they never lead to the 21."),
        (
            (0.5, 0.5),
            ("21", 0.4, 0.1),
            "The worms were better: they lead to the 21 less often, 1 time in 10 instead of 2 times in 5.",
        ),
        ((0.0, 0.0), ("28", 0.1, 1.0), "The worms were better: they make the 28 certain."),
        ((0.5, 0.49), (None, None, None), "The worms were better. No single reason: they win more often."),
    ],
)
def test_the_wrong_face(
    risks: tuple[float, float], decisive: tuple[str | None, float | None, float | None], end: str
) -> None:
    text = told("keep 1", "keep W", "", "122345WW", risks, ("24", "24"), decisive)
    assert text.startswith("Kept the 1: it ")
    assert text.endswith(f". {end}")


def told_of_cards(chosen: str, best: str, *why: Any) -> str:
    judged = WinJudged(7, 0, 0.4, best, 0.6, 0.2, 0.3)
    names = (
        "failed", "best_failed", "likely", "best_likely", "gain", "best_gain",
        "counts", "best_counts", "left", "best_left",
    )  # fmt: skip
    given: dict[str, Any] = dict(zip(names, why, strict=False))
    moment = WinMoment(7, 0, hand=(1, 2), **given)
    text = moment_in_words(get("karteneck"), chosen, judged, moment)
    assert text.endswith(" It cost about one win in 5.")
    return text.removesuffix(" It cost about one win in 5.")


def test_cards_of_which_nothing_is_known() -> None:
    text = "Chose to drop out. To lay a 2 was better. No single reason: it wins more often."
    assert told_of_cards("out", "lay 2") == text


NO_REASON = " No single reason: it wins more often."


@pytest.mark.parametrize(
    ("chosen", "best", "why", "text"),
    [
        (
            "out", "lay 2", (1.0, 0.25, None, "31", 0.1, 0.9),
            "drop out without a worm. To lay a 2 was better: it ends without a worm 1 time in 4, "
            "and most often it is served the 31.",
        ),
        (
            "out", "lay 2", (1.0, 0.8, None, "31", 0.1, 0.9),
            f"drop out without a worm. To lay a 2 was better.{NO_REASON}",
        ),
        (
            "lay 5 5", "lay W3", (0.34, 0.0, "31", "31", 0.1, 0.2),
            "lay two 5s: it ends without a worm 1 time in 3. To lay a worm was better: it is as good as safe.",
        ),
        (
            "lay 5 5", "lay 2", (0.39, 0.31, "31", "31", 0.1, 0.2),
            "lay two 5s: it ends without a worm 1 time in 3. To lay a 2 was better: it is a little safer.",
        ),
        (
            "lay 1", "out", (0.34, 1.0, "31", None, 0.1, 0.9),
            "lay a 1: it ends without a worm 1 time in 3. "
            "To drop out without a worm was better: the lowest portion was certain.",
        ),
        (
            "lay 1", "out", (1.0, 1.0, None, None, 0.1, 0.9),
            "lay a 1: it hardly ever gets a worm. "
            "To drop out without a worm was better: the lowest portion was certain.",
        ),
        (
            "lay 1", "out", (0.0, 1.0, "31", None, 0.1, 0.9),
            f"lay a 1. To drop out without a worm was better.{NO_REASON}",
        ),
        (
            "lay 1", "lay 2", (0.0, 0.0, "22", "31", 0.0, 0.2),
            "lay a 1. To lay a 2 was better: most often it is served the 31, not the 22.",
        ),
        # Simulations that say the opposite are no reason.
        ("lay 1", "lay 2", (0.0, 0.0, "22", "31", 0.2, 0.0), f"lay a 1. To lay a 2 was better.{NO_REASON}"),
        ("lay 1", "lay 2", (0.0, 0.0, "31", "22", 0.0, 0.2), f"lay a 1. To lay a 2 was better.{NO_REASON}"),
        ("lay 1", "lay 2", (0.1, 0.3, "22", "31", 0.0, 0.2), f"lay a 1. To lay a 2 was better.{NO_REASON}"),
        # To lay fewer cards is no reason, to get the same for them is one.
        (
            "lay 4 4 4", "lay 4", (0.0, 0.0, "31", "31", 0.0, 0.1, 17, 9, 3, 5),
            "lay three 4s. To lay a 4 was better: most often it is served the 31 as well, for two cards less.",
        ),
        (
            "lay 4 4 4", "lay 4", (0.0, 0.0, "31", "31", 0.1, 0.0, 17, 9, 3, 5),
            f"lay three 4s. To lay a 4 was better.{NO_REASON}",
        ),
        (
            "lay 4 4 4", "lay 4", (0.0, 0.0, None, None, 0.0, 0.0, 17, 9, 3, 5),
            f"lay three 4s. To lay a 4 was better.{NO_REASON}",
        ),
        (
            "lay 2", "lay 5 5", (0.0, 0.0, "31", "31", 0.0, 1.0, 7, 15, 5, 4),
            "lay a 2. To lay two 5s was better: the layout counts 15 then, not 7.",
        ),
        (
            "lay 2", "lay 5 5", (0.0, 0.0, "31", "31", 0.0, 0.1, 7, 15, 5, 4),
            f"lay a 2. To lay two 5s was better.{NO_REASON}",
        ),
    ],
)  # fmt: skip
def test_cards(chosen: str, best: str, why: tuple[object, ...], text: str) -> None:
    assert told_of_cards(chosen, best, *why) == f"Chose to {text}"


def test_with_a_worm_in_the_hand_simulations_that_drop_out_are_no_risk() -> None:
    judged = WinJudged(7, 0, 0.4, "lay 5", 0.42, 0.02, 0.3)
    moment = WinMoment(7, 0, hand=(5, 5, 14), layout=(1, 2), failed=1.0, best_failed=0.0, best_likely="17")
    assert moment_in_words(get("karteneck"), "lay 5 5", judged, moment) == (
        "Chose to lay two 5s. To lay a 5 was better. No single reason: it wins a little more often. "
        "It cost about one win in 50."
    )


def view_of_cards(position: str, seats: int) -> View:
    game = get("karteneck")
    hands = "/".join(["11", "2", "3"][:seats])
    return game.view(game.from_position(f"karteneck seats={seats} hands={hands} {position}"), None)


def test_a_theft_is_told_with_its_portion_and_its_victim() -> None:
    game = get("karteneck")
    judged = WinJudged(7, 0, 0.4, "out steal", 0.45, 0.05, 0.3)
    moment = WinMoment(7, 0, layout=(1, 2, 4, 5, 7), failed=0.0, best_failed=0.0, counts=17, best_counts=17)
    view = view_of_cards("layouts=1245W2/-/- out=- grill=18,20,30 stacks=-/31/24,17 discard=- turn=0", 3)
    text = moment_in_words(game, "out", judged, moment, Table(view, ["Ann", "Ben", "Cleo"]))
    assert text == (
        "Chose to drop out. To drop out and steal the 17 from Cleo was better. It cost about one win in 20."
    )
    assert "steal the 17 was better" in moment_in_words(game, "out", judged, moment)


def test_the_lowest_portion_is_named_where_it_is_known() -> None:
    game = get("karteneck")
    judged = WinJudged(7, 0, 0.4, "out", 0.45, 0.05, 0.3)

    def told_at(grill: str, failed: float) -> str:
        view = view_of_cards(f"layouts=-/- out=- grill={grill} stacks=-/- discard=- turn=0", 2)
        moment = WinMoment(7, 0, hand=(1, 1), failed=failed, best_failed=1.0, likely="18")
        return moment_in_words(game, "lay 1", judged, moment, Table(view, ["Ann", "Ben"]))

    assert "was better: the 24 was certain." in told_at("24,30", 0.5)
    assert "was better: it takes the 24 at once, while laying is most often served the 18." in told_at("24,30", 0.0)
    assert "was better. No single reason" in told_at("16,18", 0.0)
    assert "was better. No single reason" in told_at("0,18", 0.5)


def test_what_lay_there() -> None:
    assert situation_in_words(WinMoment(7, 0, "55W", "14")) == "kept 55W, rolled 14"
    assert situation_in_words(WinMoment(7, 0, "", "14")) == "rolled 14"
    assert situation_in_words(WinMoment(7, 0, hand=(1, 14), layout=(2, 2))) == "laid 2 2, hand 1 W9"
