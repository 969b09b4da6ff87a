"""The rulebook's worked example: a round of four, from the middle to its end."""

from heckmeck.games import CHANCE
from heckmeck.games.karteneck import (
    CardsDrawn,
    CardsLaid,
    CardsSeen,
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

K, F, N, E = range(4)

STEPS = (
    "out", "=draw 1 W2",  # K drops out
    "lay 2 2 2", "=draw 4",  # F
    "out steal", "=draw 1 3",  # N drops out and steals the 30
    "lay 3 3", "=draw 5",  # E
    "lay W20", "=draw W21",  # F lays a worm
    "lay 5", "=draw 2",  # E lays a further sort
    "out steal", "=draw 3 4",  # F drops out and steals the 30 back
    "lay 1 1", "=draw 5",  # E
    "out",  # E drops out last
)  # fmt: skip


def under_way() -> KarteneckState:
    """F, N and E have laid twice each, N's layout counts 30, and F's top portion is the 30. It is K's turn."""
    return table(
        "3 3 5 W1",
        "2 2 2 W20",
        "1 4",
        "1 1 3 3",
        layouts=("2 4 4", "4 5 5 5", "5 5 5 W3 W8 W12", "2 4"),
        grill=(18, 21, 33, 36),
        stacks=((24,), (30,), (28,), (0,)),
        seat=K,
    )


@rule("KE-3.2")
def test_the_example_begins_as_the_rulebook_has_it() -> None:
    view = GAME.view(under_way(), None)
    assert view.totals == (10, 19, 30, 6)
    assert (view.to_act, view.stacks[F][-1]) == (K, 30)


@rule("KE-5.2")
@rule("KE-5.4", "may")
@rule("KE-5.5")
@rule("KE-6.1")
@rule("KE-6.2")
def test_all_that_happens_in_the_example() -> None:
    _, events = play(GAME, under_way(), *STEPS)
    assert events == [
        DroppedOut(K, False, 10),
        LayoutDiscarded(K, cards("2 4 4")),
        PortionTaken(K, 18),
        CardsDrawn(K, 2),
        CardsSeen(K, cards("1 W2")),
        CardsLaid(F, cards("2 2 2"), 25),
        CardsDrawn(F, 1),
        CardsSeen(F, cards("4")),
        DroppedOut(N, True, 30),
        PortionStolen(N, 30, victim=F),
        CardsDrawn(N, 2),
        CardsSeen(N, cards("1 3")),
        CardsLaid(E, cards("3 3"), 12),
        CardsDrawn(E, 1),
        CardsSeen(E, cards("5")),
        CardsLaid(F, cards("W20"), 30),
        CardsDrawn(F, 1),
        CardsSeen(F, cards("W21")),
        CardsLaid(E, cards("5"), 17),
        CardsDrawn(E, 1),
        CardsSeen(E, cards("2")),
        DroppedOut(F, True, 30),
        PortionStolen(F, 30, victim=N),
        CardsDrawn(F, 2),
        CardsSeen(F, cards("3 4")),
        CardsLaid(E, cards("1 1"), 19),
        CardsDrawn(E, 1),
        CardsSeen(E, cards("5")),
        DroppedOut(E, False, 19),
        LayoutDiscarded(E, cards("1 1 2 3 3 4 5")),
        PortionTaken(E, 21),
        PortionServed(F, 36, 30),
        PortionServed(N, 33, 30),
        RoundEnded(2),
    ]


@rule("KE-5.1")
def test_e_has_no_worm_for_the_only_sort_left_and_must_drop_out() -> None:
    state = after(GAME, under_way(), *STEPS[:-1])
    assert (GAME.to_act(state), moves(GAME, state)) == (E, ["out"])


@rule("KE-5.6")
def test_the_table_at_the_end_of_the_example() -> None:
    state = after(GAME, under_way(), *STEPS)
    assert state.stacks == ((24, 18), (30, 36), (28, 33), (0, 21))
    assert (state.grill, state.layouts) == ((), ((), (), (), ()))
    assert state.hands == (cards("1 3 3 5 W1 W2"), cards("3 4 4 W21"), cards("1 1 3 4"), cards("2 5"))
    assert state.discard == cards("1 1 2 2 2 2 2 3 3 4 4 4 4 5 5 5 5 5 5 5 W3 W8 W12 W20")


@rule("KE-7.1")
def test_n_took_the_last_portion_and_begins_the_next_round() -> None:
    state = after(GAME, under_way(), *STEPS)
    assert GAME.to_act(state) is CHANCE
    state, events = play(GAME, state, "=grill 0 17 19 40")
    assert events == [GrillLaidOut(N, (0, 17, 19, 40))]
    assert GAME.to_act(state) == N
