"""The next round: who begins it."""

from heckmeck.games import CHANCE
from heckmeck.games.karteneck import (
    DroppedOut,
    GrillLaidOut,
    KarteneckState,
    LayoutDiscarded,
    PortionServed,
    PortionStolen,
    PortionTaken,
    RoundEnded,
)
from helpers.karteneck import GAME, cards, table
from helpers.notation import after, moves, play, rule


def ending(*layouts: str, out: tuple[int, ...], seat: int) -> KarteneckState:
    """The seat is the last of three to drop out; nobody has taken a portion in this round."""
    return table("1", "2", "3", layouts=layouts, grill=(17, 25, 40), stacks=((16,), (20,), (21,)), out=out, seat=seat)


@rule("KE-7.1")
def test_the_last_in_the_serving_begins() -> None:
    # Seat 2 drops out last, with the highest total; seat 0 has the lowest.
    state, events = play(GAME, ending("W1", "5 W2", "5 5 W3", out=(0, 1), seat=2), "out", "=grill 18 19 22")
    assert events == [
        DroppedOut(2, True, 15),
        PortionServed(2, 40, 15),
        PortionServed(1, 25, 10),
        PortionServed(0, 17, 5),
        RoundEnded(3),
        GrillLaidOut(0, (18, 19, 22)),
    ]
    assert (GAME.to_act(state), moves(GAME, state)) == (0, ["lay 1", "out"])


@rule("KE-7.1")
def test_of_equal_totals_the_lower_shield_is_served_last_and_begins() -> None:
    state, events = play(GAME, ending("W9", "W2", "W3", out=(0, 1), seat=2), "out", "=grill 18 19 22")
    assert events[1:] == [
        PortionServed(0, 40, 5),
        PortionServed(2, 25, 5),
        PortionServed(1, 17, 5),
        RoundEnded(3),
        GrillLaidOut(1, (18, 19, 22)),
    ]
    assert GAME.to_act(state) == 1


@rule("KE-7.1")
def test_the_last_served_begins_though_another_took_the_lowest_portion_after_all_had_dropped_out() -> None:
    state, events = play(GAME, ending("W1", "5 W2", "5 5", out=(0, 1), seat=2), "out", "=grill 18 19 22")
    assert events == [
        DroppedOut(2, False, 10),
        LayoutDiscarded(2, cards("5 5")),
        PortionTaken(2, 17),
        PortionServed(1, 40, 10),
        PortionServed(0, 25, 5),
        RoundEnded(2),
        GrillLaidOut(0, (18, 19, 22)),
    ]
    assert GAME.to_act(state) == 0


@rule("KE-7.1")
def test_the_only_one_served_begins() -> None:
    state = table("1", "2", "3", layouts=("", "W2", "5"), grill=(25, 40), stacks=((17,), (), ()), out=(0, 1), seat=2)
    state, events = play(GAME, state, "out", "=grill 18 19 22")
    assert events == [
        DroppedOut(2, False, 5),
        LayoutDiscarded(2, cards("5")),
        PortionTaken(2, 25),
        PortionServed(1, 40, 5),
        RoundEnded(1),
        GrillLaidOut(1, (18, 19, 22)),
    ]
    assert GAME.to_act(state) == 1


@rule("KE-7.1")
def test_with_no_serving_the_last_to_drop_out_begins() -> None:
    state = table("1", "2", "3", grill=(40,), stacks=((17,), (), (25,)), out=(0, 2), seat=1)
    state, events = play(GAME, state, "out", "=grill 18 19 22")
    assert events == [
        DroppedOut(1, False, 0),
        PortionTaken(1, 40),
        RoundEnded(0),
        GrillLaidOut(1, (18, 19, 22)),
    ]
    assert GAME.to_act(state) == 1


@rule("KE-7.1")
def test_a_steal_does_not_count() -> None:
    # Seat 2 steals last of all, but seat 1 is served last.
    state, events = play(GAME, ending("5 W1", "W2", "5 5 W3 W4", out=(0, 1), seat=2), "out steal", "=grill 18 19 22")
    assert events == [
        DroppedOut(2, True, 20),
        PortionStolen(2, 20, victim=1),
        PortionServed(2, 40, 20),
        PortionServed(0, 25, 10),
        PortionServed(1, 17, 5),
        RoundEnded(3),
        GrillLaidOut(1, (18, 19, 22)),
    ]
    assert GAME.to_act(state) == 1


@rule("KE-7.1")
def test_between_rounds_chance_lays_out_the_grill() -> None:
    state = after(GAME, ending("W1", "5 W2", "5 5 W3", out=(0, 1), seat=2), "out")
    assert (GAME.to_act(state), moves(GAME, state), state.grill, state.draws) == (CHANCE, [], (), 0)


@rule("KE-3.2")
def test_all_play_again_in_the_next_round() -> None:
    state = after(GAME, ending("W1", "5 W2", "5 5 W3", out=(0, 1), seat=2), "out", "=grill 18 19 22")
    assert (state.out, state.layouts) == ((False, False, False), ((), (), ()))
    state = after(GAME, state, "lay 1", "=draw 5", "lay 2", "=draw 5")
    assert GAME.to_act(state) == 2
