"""The rules of Barbecue beyond the roll-and-keep turn: rules BQ-1 to BQ-6."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar

from heckmeck.games.barbecue.events import PlatePlaced, PlateReplaced, SnailPlaced, SnailTaken, SpotSecured
from heckmeck.games.barbecue.position import board_parts, read_board
from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.standings import standings
from heckmeck.games.barbecue.state import EMPTY, SNAIL, SNAIL_POINTS, Spot
from heckmeck.games.barbecue.state import BarbecueState as State
from heckmeck.games.barbecue.view import BarbecueView
from heckmeck.games.dice import Die
from heckmeck.games.errors import IllegalMove
from heckmeck.games.event import GameEnded
from heckmeck.games.game import Move, Step
from heckmeck.games.position import Parts, bad_position
from heckmeck.games.prize import END, Prize, Prizes
from heckmeck.games.roll_and_keep import STOP, RollAndKeep
from heckmeck.games.setup import show
from heckmeck.games.tuples import replace_at
from heckmeck.games.turn import NO_WORM, TURN_EVENTS, Turn
from heckmeck.games.wording import reason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heckmeck.games.event import Event
    from heckmeck.games.outcome import Standing

POOL_EMPTY = reason("pool_empty", "A failed attempt, and no snail is left in the pool.")
GRILL_FULL = reason("grill_full", "A failed attempt, and the grill has no place for a snail.")
NO_SNAIL_TO_TAKE = reason("no_snail_to_take", "There is no snail left to take.")

TOO_LOW = reason("too_low", "the sum is too low")
BLOCKED = reason("blocked", "two plates block that spot")

_STOPS: tuple[Move, ...] = (STOP,)

_SNAIL = Prize("snail", SNAIL_POINTS, 0, STOP)
_END = Prize(END, 0, 0, STOP)


class Barbecue(RollAndKeep[BarbecueSetup, State, BarbecueView]):
    """Heckmeck Barbecue.

    >>> game = Barbecue()
    >>> state = game.start(game.setup(seats=3))
    >>> len(state.spots), state.pool
    (14, 12)
    """

    name = "barbecue"
    title = "Heckmeck Barbecue"
    rules = ("RK", "BQ")
    reasons = (POOL_EMPTY, GRILL_FULL, NO_SNAIL_TO_TAKE)
    unit = "points"
    events = (GameEnded, *TURN_EVENTS, PlatePlaced, PlateReplaced, SpotSecured, SnailTaken, SnailPlaced)
    setup_type = BarbecueSetup
    die: ClassVar[Die] = Die("12346W")
    stop_may_fail = False

    def _start(self, setup: BarbecueSetup) -> State:
        nothing = (0,) * setup.seats
        spots = (EMPTY,) * len(setup.worms)
        return State(setup, spots, setup.snails, nothing, nothing, setup.first, Turn())

    def end(self, state: State) -> str | None:
        """Return why the game is over."""
        return state.ended or None

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return each seat's points and, to break ties, its highest spot with a plate."""
        return standings(state.setup, state.spots, state.points)

    def state_of(self, view: BarbecueView) -> State:
        """Return the state that a view shows."""
        turn = Turn(view.kept, view.rolled, not isinstance(view.to_act, int))
        return State(view.setup, view.spots, view.pool, view.worms, view.snails, view.turn_of, turn, view.ended)

    def prizes(self, view: BarbecueView) -> Prizes:
        """Return the prize for every sum."""
        setup, spots, pool, seat = view.setup, view.spots, view.pool, view.turn_of
        lowest, highest = setup.spots
        earned = [_prize_at(total, setup, spots, pool, seat) for total in range(lowest, highest + 2)]
        # All sums above the highest spot earn the same.
        return (*[None] * lowest, *earned, *[earned[-1]] * (self.sums - highest - 2))

    def prize_of(self, view: BarbecueView, stop: Move, total: int) -> Prize | None:
        """Return the prize of the sum: there is one way to stop."""
        return _prize_at(total, view.setup, view.spots, view.pool, view.turn_of)

    def failure_cost(self, view: BarbecueView) -> int:
        """Return 0: a failed attempt never costs anything that was won before."""
        return 0

    def failure_ends(self, view: BarbecueView) -> bool:
        """Return whether there is no snail left in the pool, or no spot that could hold one."""
        return not view.pool or all(spot.snail or spot.plates == 2 for spot in view.spots)

    def _view(self, state: State, seat: int | None) -> BarbecueView:
        setup, spots, pool, worms, snails, turn_of, (kept, rolled, _), ended = state
        to_act = self.to_act(state)
        moves = self.legal_moves(state) if seat == to_act else ()
        total, scores = self.die.facts[kept].total, state.points
        return BarbecueView(
            setup, seat, to_act, turn_of, spots, pool, worms, snails, scores, kept, rolled, total, moves, ended
        )

    def _with_turn(self, state: State, turn: Turn) -> State:
        setup, spots, pool, worms, snails, seat, _, ended = state
        return State(setup, spots, pool, worms, snails, seat, turn, ended)

    def _stops(self, state: State, total: int) -> tuple[Move, ...]:
        setup, spots, pool, _, _, seat, _, _ = state
        return () if _prize_at(total, setup, spots, pool, seat) is None else _STOPS

    def _stop(self, state: State, move: Move) -> Step[State]:
        total = self.die.facts[state.turn.kept].total
        prize = _prize_at(total, state.setup, state.spots, state.pool, state.seat)
        assert prize is not None
        if prize is _END:
            return self._over(state, NO_SNAIL_TO_TAKE)
        return self._take_snail(state, total) if prize is _SNAIL else self._place_plate(state, total, prize)

    def _place_plate(self, state: State, number: int, prize: Prize) -> Step[State]:
        seat = state.seat
        index = number - state.setup.spots[0]
        owner = state.spots[index].owner
        worms = _add(state.worms, seat, prize.gain)
        if owner is None:
            event: Event = PlatePlaced(seat, number, prize.gain)
        elif prize.secures:
            event = SpotSecured(seat, number, prize.gain)
        else:
            worms = _add(worms, owner, -prize.loss)
            event = PlateReplaced(seat, number, prize.gain, owner)
        spots = replace_at(state.spots, index, Spot(seat, 2 if prize.secures else 1))
        return self._next(state._replace(spots=spots, worms=worms), event)

    def _take_snail(self, state: State, total: int) -> Step[State]:
        """Take the snail on the spot; with a sum above all spots one from the pool, or else from the highest spot."""
        seat, (lowest, highest) = state.seat, state.setup.spots
        snails = _add(state.snails, seat, 1)
        if total > highest and state.pool:
            return self._next(state._replace(pool=state.pool - 1, snails=snails), SnailTaken(seat, None))
        number = total if total <= highest else highest - state.spots[::-1].index(SNAIL)
        spots = replace_at(state.spots, number - lowest, EMPTY)
        return self._next(state._replace(spots=spots, snails=snails), SnailTaken(seat, number))

    def _fail(self, state: State, *events: Event) -> Step[State]:
        if not state.pool:
            return self._over(state, POOL_EMPTY, *events)
        index = _highest_for_snail(state.spots)
        if index is None:
            return self._over(state, GRILL_FULL, *events)
        placed = SnailPlaced(state.setup.spots[0] + index, state.spots[index].owner)
        after = state._replace(spots=replace_at(state.spots, index, SNAIL), pool=state.pool - 1)
        return self._next(after, *events, placed)

    def _next(self, state: State, *events: Event) -> Step[State]:
        """Pass the dice on."""
        return Step(state._replace(seat=(state.seat + 1) % state.setup.seats, turn=Turn()), events)

    def _over(self, state: State, reason: str, *events: Event) -> Step[State]:
        return Step(state._replace(turn=Turn(), ended=reason), (*events, GameEnded(reason)))

    def _no_prize_reason(self, state: State, total: int) -> str:
        return TOO_LOW if total < state.setup.spots[0] else BLOCKED

    def _refusal(self, state: State, move: Move) -> IllegalMove:
        facts = self.die.facts[state.turn.kept]
        lowest = state.setup.spots[0]
        if move != STOP:
            return IllegalMove("unknown_move", f"{move} is not a move of {self.title}.")
        if not facts.worm:
            return IllegalMove(NO_WORM, "Without a worm set aside you may not stop: roll on.", "RK-8")
        if facts.total < lowest:
            return IllegalMove(
                TOO_LOW, f"The sum {facts.total} is below {lowest}: you may not stop, roll on.", "BQ-3.1"
            )
        return IllegalMove(BLOCKED, f"The spot {facts.total} holds two plates: roll on.", "BQ-3.3")

    def _board_parts(self, view: BarbecueView) -> Mapping[str, str]:
        return board_parts(view)

    def _read_board(self, setup: BarbecueSetup, parts: Parts, seat: int, ended: str) -> State:
        state = read_board(setup, parts, seat)._replace(ended=ended)
        possible = {
            "": True,
            POOL_EMPTY: not state.pool,
            GRILL_FULL: state.pool and _highest_for_snail(state.spots) is None,
            NO_SNAIL_TO_TAKE: not state.pool and SNAIL not in state.spots,
        }
        if not possible.get(ended):
            raise bad_position(f"with this board ended cannot be {show(ended)}")
        return state


def _highest_for_snail(spots: tuple[Spot, ...]) -> int | None:
    """Return the highest empty spot, or else the highest with a single plate."""
    for plates in (0, 1):
        for index in range(len(spots) - 1, -1, -1):
            if spots[index].plates == plates and not spots[index].snail:
                return index
    return None


def _add(numbers: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + amount, *numbers[seat + 1 :])


def _prize_at(total: int, setup: BarbecueSetup, spots: tuple[Spot, ...], pool: int, seat: int) -> Prize | None:
    """Return what the seat earns with this sum and a worm: the rules BQ-3 and BQ-4."""
    lowest, highest = setup.spots
    if total < lowest:
        return None
    if total > highest:
        return _SNAIL if pool or SNAIL in spots else _END
    owner, plates, snail = spots[total - lowest]
    if snail:
        return _SNAIL
    if plates == 2:
        return None
    return _plate(total, setup.worms[total - lowest], owner == seat, owner is not None and owner != seat)


@cache
def _plate(spot: int, worms: int, own: bool, other: bool) -> Prize:
    return Prize(str(spot), worms, worms if other else 0, STOP, secures=own)
