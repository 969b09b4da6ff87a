"""The worked example of the rulebook: the turns of T and B in a game of T, B and A."""

from heckmeck.games import CHANCE
from heckmeck.games.bratwurmeck import Bratwurmeck, PortionReturned, PortionStolen, PortionTurned
from heckmeck.games.turn import AttemptFailed, DiceRolled, FaceKept
from helpers.notation import after, moves, play, refused, rule

GAME = Bratwurmeck()
T, B, A = 0, 1, 2

# They are in the middle of the game: all have portions, the 30 is buried, the 36 is turned over.
MIDDLE = GAME.start(GAME.setup(seats=3))._replace(
    grill=(21, 22, 24, 26, 27, 28, 31, 33, 35), stacks=((23, 34), (30, 29), (25, 32))
)

THREE_FOURS = ("=11244455", "keep 4")
ONE_WORM = ("roll", "=1244W", "keep W")
TWO_FIVES = ("roll", "=55WW", "keep 5")
ONE_THREE = ("roll", "=13", "keep 3")
ONE_TWO = ("roll", "=2", "keep 2")
T_STOPPED = after(GAME, MIDDLE, *THREE_FOURS, *ONE_WORM, *TWO_FIVES, *ONE_THREE, *ONE_TWO, "steal 32")


@rule("RK-2")
@rule("RK-4")
def test_t_keeps_three_fours() -> None:
    state, events = play(GAME, MIDDLE, *THREE_FOURS)
    assert events == [DiceRolled(T, "11244455"), FaceKept(T, "4", 3, 12)]
    assert moves(GAME, state) == ["roll", "stop"]


@rule("RK-4")
def test_t_keeps_the_only_worm() -> None:
    state, events = play(GAME, after(GAME, MIDDLE, *THREE_FOURS), *ONE_WORM)
    assert events == [DiceRolled(T, "1244W"), FaceKept(T, "W", 1, 17)]
    assert moves(GAME, state) == ["roll", "stop"]


@rule("RK-3", "may not")
def test_t_may_keep_the_fives_but_not_the_further_worms() -> None:
    state = after(GAME, MIDDLE, *THREE_FOURS, *ONE_WORM, "roll", "=55WW")
    assert moves(GAME, state) == ["keep 5"]
    error = refused(GAME, state, "keep W")
    assert (error.code, error.rule) == ("face_kept", "RK-3")


@rule("BW-3.2", "may")
def test_t_could_stop_for_the_27() -> None:
    state, events = play(GAME, after(GAME, MIDDLE, *THREE_FOURS, *ONE_WORM), *TWO_FIVES)
    assert events == [DiceRolled(T, "55WW"), FaceKept(T, "5", 2, 27)]
    assert moves(GAME, state) == ["roll", "take 27"]


@rule("BW-3.4", "may")
def test_t_could_stop_for_a_portion_lower_than_30() -> None:
    state, events = play(GAME, after(GAME, MIDDLE, *THREE_FOURS, *ONE_WORM, *TWO_FIVES), *ONE_THREE)
    assert events == [DiceRolled(T, "13"), FaceKept(T, "3", 1, 30)]
    assert moves(GAME, state) == ["roll", "take 21", "take 22", "take 24", "take 26", "take 27", "take 28"]


@rule("RK-7", "may not")
@rule("BW-3.3", "may")
def test_t_has_used_all_dice_and_can_steal_the_32() -> None:
    state = after(GAME, MIDDLE, *THREE_FOURS, *ONE_WORM, *TWO_FIVES, *ONE_THREE)
    state, events = play(GAME, state, *ONE_TWO)
    assert events == [DiceRolled(T, "2"), FaceKept(T, "2", 1, 32)]
    lower = ["take 21", "take 22", "take 24", "take 26", "take 27", "take 28", "take 31"]
    assert moves(GAME, state) == ["steal 32", *lower]


@rule("BW-3.3", "may")
@rule("BW-3.6")
def test_t_steals_the_32_from_a() -> None:
    state = after(GAME, MIDDLE, *THREE_FOURS, *ONE_WORM, *TWO_FIVES, *ONE_THREE, *ONE_TWO)
    state, events = play(GAME, state, "steal 32")
    assert events == [PortionStolen(T, 32, A)]
    assert state.stacks == ((23, 34, 32), (30, 29), (25,))
    assert state.grill == MIDDLE.grill


@rule("RK-1")
@rule("BW-2.2")
def test_then_the_dice_go_to_b() -> None:
    assert GAME.to_act(T_STOPPED) is CHANCE
    assert GAME.to_act(after(GAME, T_STOPPED, "=11223345")) == B


@rule("RK-6")
@rule("BW-4.1")
@rule("BW-4.2")
def test_the_whole_turn_of_b() -> None:
    state, events = play(GAME, T_STOPPED, "=11223345", "keep 3", "roll", "=124555", "keep 5")
    assert moves(GAME, state) == ["roll", "stop"]
    state, more = play(GAME, state, "roll", "=11W", "keep W")
    assert moves(GAME, state) == ["roll", "take 26"]
    state, rest = play(GAME, state, "roll", "=3W")
    assert events + more + rest == [
        DiceRolled(B, "11223345"),
        FaceKept(B, "3", 2, 6),
        DiceRolled(B, "124555"),
        FaceKept(B, "5", 3, 21),
        DiceRolled(B, "11W"),
        FaceKept(B, "W", 1, 26),
        DiceRolled(B, "3W"),
        AttemptFailed(B, "no_new_face"),
        PortionReturned(B, 29),
        PortionTurned(35),
    ]
    assert state.grill == (21, 22, 24, 26, 27, 28, 29, 31, 33)
    assert state.stacks == ((23, 34, 32), (30,), (25,))
    assert state.turned == (35, 36)


@rule("BW-4.3")
def test_the_turn_of_b_had_her_portion_been_the_highest() -> None:
    state = T_STOPPED._replace(grill=(21, 22, 24, 26, 27, 28), stacks=((23, 34, 32), (30, 29), (25,)))
    state = after(GAME, state, "=11223345", "keep 3", "roll", "=124555", "keep 5", "roll", "=11W", "keep W", "roll")
    state, events = play(GAME, state, "=3W")
    assert events == [DiceRolled(B, "3W"), AttemptFailed(B, "no_new_face"), PortionReturned(B, 29)]
    assert state.grill == (21, 22, 24, 26, 27, 28, 29)


@rule("BW-2.2")
def test_then_it_is_the_turn_of_a() -> None:
    state = after(GAME, T_STOPPED, "=11223345", "keep 3", "roll", "=124555", "keep 5", "roll", "=11W", "keep W")
    state = after(GAME, state, "roll", "=3W", "=11244WWW")
    assert GAME.to_act(state) == A
