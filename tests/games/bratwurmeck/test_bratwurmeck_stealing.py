"""Bratwurmeck: stealing from another player's stack."""

import pytest

from heckmeck.games import IllegalMove
from heckmeck.games.bratwurmeck import Bratwurmeck, PortionStolen, PortionTaken
from helpers.bratwurmeck import kept
from helpers.notation import after, moves, play, refused, rule

GAME = Bratwurmeck()


@rule("BW-3.3", "may")
def test_the_top_portion_of_another_player_may_be_stolen() -> None:
    state, events = play(GAME, kept("WWWWW", (21, 26), (22,), (30,), (31, 25)), "steal 25")
    assert events == [PortionStolen(0, 25, victim=2)]
    assert state.stacks == ((22, 25), (30,), (31,))
    assert state.grill == (21, 26)


@rule("BW-3.3", "may")
def test_the_only_portion_of_another_player_may_be_stolen() -> None:
    state, events = play(GAME, kept("WWWWW", (21, 26), (), (25,)), "steal 25")
    assert events == [PortionStolen(0, 25, victim=1)]
    assert state.stacks == ((25,), ())


@rule("BW-3.3", "may")
def test_a_player_of_a_lower_seat_may_be_stolen_from() -> None:
    state = kept("WWWWW", (21, 26), (25,), (), ())._replace(seat=2)
    state, events = play(GAME, state, "steal 25")
    assert events == [PortionStolen(2, 25, victim=0)]
    assert state.stacks == ((), (), (25,))


@rule("BW-3.3", "may")
def test_a_player_who_declines_to_steal_may_take_a_lower_portion() -> None:
    state = kept("WWWWW", (21, 24, 26), (), (25,))
    assert moves(GAME, state) == ["roll", "steal 25", "take 21", "take 24"]
    state, events = play(GAME, state, "take 21")
    assert events == [PortionTaken(0, 21)]
    assert state.stacks == ((21,), (25,))


@rule("BW-3.3", "may")
def test_with_the_option_next_a_player_who_declines_to_steal_takes_the_next_lower_portion() -> None:
    state = kept("WWWWW", (21, 24, 26), (), (25,), lower_portion="next")
    assert moves(GAME, state) == ["roll", "steal 25", "take 24"]


@rule("BW-3.3", "may not")
def test_with_the_option_next_a_player_who_declines_to_steal_may_not_take_any_other() -> None:
    error = refused(GAME, kept("WWWWW", (21, 24, 26), (), (25,), lower_portion="next"), "take 21")
    assert (error.code, error.rule) == ("not_next_lower", "BW-3.4")


@rule("BW-3.3", "may not")
def test_with_no_lower_portion_a_player_who_stops_may_not_decline_to_steal() -> None:
    state = kept("WWWWW", (26, 27), (), (25,))
    error = refused(GAME, state, "stop")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("must_take", "BW-3.1")
    assert moves(GAME, state) == ["roll", "steal 25"]


@rule("BW-3.3", "may not")
def test_with_no_die_left_and_no_lower_portion_a_player_must_steal() -> None:
    assert moves(GAME, kept("2223344W", (26, 27), (), (25,))) == ["steal 25"]


@rule("BW-3.3", "may not")
def test_a_player_may_not_decline_to_steal_for_a_higher_portion() -> None:
    error = refused(GAME, kept("WWWWW", (21, 26), (), (25,)), "take 26")
    assert (error.code, error.rule) == ("too_high", "BW-3.4")


@rule("BW-3.3", "may not")
@pytest.mark.parametrize("portion", [24, 26])
def test_a_portion_other_than_the_sum_may_not_be_stolen(portion: int) -> None:
    state = kept("WWWWW", (21,), (), (24,), (26,))
    error = refused(GAME, state, f"steal {portion}")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("cannot_steal", "BW-3.3")
    assert moves(GAME, state) == ["roll", "take 21"]


@rule("BW-3.3", "may not")
@pytest.mark.parametrize("dice", ["2WWWWWWW", "3WWWWWWW", "4WWWWWWW", "5WWWWWWW", "WWWWWWWW"])
def test_a_sum_from_37_to_40_may_not_steal_the_36(dice: str) -> None:
    state = kept(dice, (21, 33), (), (36,))
    error = refused(GAME, state, "steal 36")
    assert (error.code, error.rule) == ("cannot_steal", "BW-3.3")
    assert moves(GAME, state) == ["take 21", "take 33"]


@rule("BW-3.3", "may not")
def test_the_own_top_portion_may_not_be_stolen() -> None:
    error = refused(GAME, kept("WWWWW", (21,), (25,), ()), "steal 25")
    assert (error.code, error.rule) == ("cannot_steal", "BW-3.3")
    assert "your own stack" in error.message


@rule("BW-3.3", "may not")
def test_a_portion_on_the_grill_may_not_be_stolen() -> None:
    error = refused(GAME, kept("WWWWW", (21, 25), (), ()), "steal 25")
    assert (error.code, error.rule) == ("cannot_steal", "BW-3.3")


@rule("BW-3.3", "may not")
@rule("BW-3.6")
def test_a_buried_portion_may_not_be_stolen() -> None:
    state = kept("WWWWW", (21, 26), (), (25, 30))
    error = refused(GAME, state, "steal 25")
    assert (error.code, error.rule) == ("cannot_steal", "BW-3.3")
    assert moves(GAME, state) == ["roll", "take 21"]


@rule("BW-3.6")
def test_a_steal_uncovers_the_portion_below() -> None:
    state = after(GAME, kept("WWWWW", (21, 26), (), (30, 25), ()), "steal 25")
    state = after(GAME, state._replace(seat=2), "=5WWWWW11", "keep W", "roll", "=511", "keep 5")
    assert moves(GAME, state) == ["roll", "steal 30", "take 21", "take 26"]


@rule("BW-3.6")
def test_a_portion_taken_covers_the_one_below() -> None:
    state = after(GAME, kept("1WWWW", (21, 24), (25,), ()), "take 21")
    state = after(GAME, state, "=WWWWW112", "keep W")
    assert moves(GAME, state) == ["roll", "take 24"]
