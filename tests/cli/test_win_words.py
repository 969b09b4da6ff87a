"""Chances to win in words."""

import pytest

from heckmeck.cli.win_words import chance_in_words, loss_in_words, percent


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.005, "hardly any game"),
        (0.14, "about 1 game in 7"),
        (0.48, "about every other game"),
        (0.65, "about 2 games in 3"),
        (0.985, "nearly every game"),
    ],
)
def test_a_chance_is_games_won_of_games_played(share: float, words: str) -> None:
    assert chance_in_words(share) == words


def test_more_of_a_chance_never_sounds_like_less() -> None:
    heard = [chance_in_words(number / 1000) for number in range(1001)]
    order = list(dict.fromkeys(heard))
    assert len(order) == len({*order}), "no words come back after others"
    assert (order[0], order[-1]) == ("no game", "every game")


@pytest.mark.parametrize(
    ("loss", "words"),
    [
        (0.0, "hardly anything"),
        (0.01, "about one win in 100"),
        (0.2, "about one win in 5"),
        (0.5, "about half a win"),
    ],
)
def test_a_loss_is_one_win_in_a_number_of_games(loss: float, words: str) -> None:
    assert loss_in_words(loss) == words


def test_only_what_is_certain_looks_certain() -> None:
    assert [percent(share) for share in (0.0, 0.00001, 0.5, 0.99999, 1.0)] == [
        "0 %", "< 0.1 %", "50.0 %", "> 99.9 %", "100 %",
    ]  # fmt: skip
