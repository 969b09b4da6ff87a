"""Decisions that cost much, in words."""

from typing import Any

import pytest

from heckmeck.cli.moment_words import moment_in_words
from heckmeck.games import get, get_dice_game
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


def test_a_stop_too_early() -> None:
    text = told("take 21", "roll", "4444W", "", (0.0, 0.2), ("21", "26"))
    assert text.endswith(
        "for the 21. Another roll was better: it goes wrong 1 time in 5, and most often it leads to the 26."
    )
    assert told("stop", "roll", "1W", "", (1.0, 0.2), (None, None)).startswith(
        "Stopped at 6 with nothing. Another roll"
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
        ((0.5, 0.25), ("24", 0.1, 0.2), "The worms were safer: it goes wrong 1 time in 4."),
        ((0.5, 0.42), (None, None, None), "The worms were a little safer."),
        (
            (0.5, 0.5),
            ("28", 0.1, 0.34),
            "The worms were better: they lead to the 28 more often, 34.0 % instead of 10.0 %.",
        ),
        ((0.5, 0.5), ("21", 0.1, 0.0), "The worms were better: they lead to the 21 less often, 0 % instead of 10.0 %."),
        ((0.0, 0.0), ("28", 0.1, 1.0), "The worms were better: they make the 28 certain."),
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
    assert told_of_cards("out", "lay 2") == "Chose to drop out; to lay a 2 was better."


@pytest.mark.parametrize(
    ("chosen", "best", "why", "text"),
    [
        (
            "out", "lay 2", (1.0, 0.25, None, "31", 0.1, 0.9),
            "drop out: that is certain to go wrong. To lay a 2 was safer: it goes wrong 1 time in 4.",
        ),
        (
            "lay 5 5", "lay W3", (0.34, 0.0, "31", "31", 0.1, 0.2),
            "lay two 5s: it goes wrong 1 time in 3. To lay a worm was safer: it is as good as safe.",
        ),
        (
            "lay 1", "out", (0.34, 1.0, "31", None, 0.1, 0.9),
            "lay a 1: it goes wrong 1 time in 3. "
            "To drop out at once was better: it brings about a worm more in the round.",
        ),
        (
            "lay 1", "out", (0.34, 1.0, "31", None, 0.1, 0.2, 17, 12, 2, 4),
            "lay a 1: it goes wrong 1 time in 3. To drop out at once was better: it keeps two more cards in the hand.",
        ),
        (
            "lay 5", "lay W7", (0.0, 0.0, "31", "31", 0.1, 0.1, 12, 12, 4, 4),
            "lay a 5. To lay a worm was better: every layout needs a worm.",
        ),
        (
            "lay W7", "lay 5", (0.0, 0.0, "31", "31", 0.1, 0.1, 12, 12, 4, 4),
            "lay a worm. To lay a 5 was better: it keeps worms in the hand.",
        ),
        (
            "lay 1", "lay W2 W4", (0.1, 0.1, "22", "31", 0.0, 1.0),
            "lay a 1. To lay two worms was better: it brings about a worm more in the round.",
        ),
        (
            "out steal", "lay 2 2 2", (0.0, 0.0, "22", "22", 1.0, 0.0),
            "drop out and steal. To lay three 2s was better.",
        ),
        (
            "lay 1", "lay 2", (0.0, 0.0, "22", "31", 0.0, 0.2),
            "lay a 1, most often for the 22. To lay a 2 was better: most often for the 31.",
        ),
        ("lay 1", "lay 2", (0.0, 0.0, "31", "22", 0.2, 0.0), "lay a 1. To lay a 2 was better."),
        (
            "lay 4 4 4", "lay 4", (0.0, 0.0, None, None, 0.0, 0.0, 17, 9, 3, 5),
            "lay three 4s. To lay a 4 was better: it keeps two more cards in the hand.",
        ),
        (
            "lay 2", "lay 5 5", (0.0, 0.0, None, None, 0.0, 0.0, 7, 15, 5, 4),
            "lay a 2. To lay two 5s was better: the layout counts 8 more.",
        ),
        (
            "lay 5", "lay 2", (0.0, 0.0, None, None, 0.0, 0.0, 10, 7, 4, 4),
            "lay a 5. To lay a 2 was better: it keeps the higher cards in the hand.",
        ),
        (
            "lay 5", "lay 1 1", (0.0, 0.0, None, None, 0.0, 0.0, 10, 7, 4, 3),
            "lay a 5. To lay two 1s was better.",
        ),
    ],
)  # fmt: skip
def test_cards(chosen: str, best: str, why: tuple[object, ...], text: str) -> None:
    assert told_of_cards(chosen, best, *why) == f"Chose to {text}"
