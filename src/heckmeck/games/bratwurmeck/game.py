"""The rules of Bratwurmeck beyond the roll-and-keep turn: rules BW-1 to BW-5."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, ClassVar

from heckmeck.games.bratwurmeck.moves import (
    PortionReturned,
    PortionTurned,
    Steal,
    Take,
)
from heckmeck.games.bratwurmeck.setup import PORTIONS, BratwurmeckSetup, worms_on
from heckmeck.games.bratwurmeck.state import GRILL_EMPTY
from heckmeck.games.bratwurmeck.state import BratwurmeckState as State
from heckmeck.games.bratwurmeck.view import BratwurmeckView
from heckmeck.games.dice import Die
from heckmeck.games.errors import IllegalMove
from heckmeck.games.event import GameEnded
from heckmeck.games.game import Move, Step
from heckmeck.games.portion import PortionStolen, PortionTaken, Stack, stack_standings
from heckmeck.games.position import Parts, bad_position, read_numbers, write_by_seat, write_numbers
from heckmeck.games.prize import Prize, Prizes
from heckmeck.games.roll_and_keep import STOP, RollAndKeep
from heckmeck.games.tuples import replace_at
from heckmeck.games.turn import NO_WORM, TURN_EVENTS, AttemptFailed, Turn
from heckmeck.games.wording import reason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heckmeck.games.chance import ChanceOutcome
    from heckmeck.games.event import Event
    from heckmeck.games.outcome import Standing

NOTHING_TO_TAKE = reason("nothing_to_take", "nothing to take for that sum")

_NUMBERS = range(PORTIONS[0], PORTIONS[1] + 1)
_DIGITS = {str(portion) for portion in _NUMBERS}
_TAKES = {portion: Take(portion) for portion in _NUMBERS}
_STEALS = {portion: Steal(portion) for portion in _NUMBERS}
_TAKEN = {portion: Prize(str(portion), worms_on(portion), 0, _TAKES[portion]) for portion in _NUMBERS}
_STOLEN = {portion: Prize(str(portion), worms_on(portion), worms_on(portion), _STEALS[portion]) for portion in _NUMBERS}


class Bratwurmeck(RollAndKeep[BratwurmeckSetup, State, BratwurmeckView]):
    """Heckmeck am Bratwurmeck.

    >>> game = Bratwurmeck()
    >>> state = game.start(game.setup(seats=2, portions=(21, 24)))
    >>> state.grill
    (21, 22, 23, 24)
    """

    name = "bratwurmeck"
    title = "Heckmeck am Bratwurmeck"
    rules = ("RK", "BW")
    reasons = (GRILL_EMPTY,)
    unit = "worms"
    events = (GameEnded, *TURN_EVENTS, PortionTaken, PortionStolen, PortionReturned, PortionTurned)
    setup_type = BratwurmeckSetup
    die: ClassVar[Die] = Die("12345W")
    stop_may_fail = True

    def _start(self, setup: BratwurmeckSetup) -> State:
        lowest, highest = setup.portions
        return State(setup, tuple(range(lowest, highest + 1)), ((),) * setup.seats, setup.first, Turn())

    def end(self, state: State) -> str | None:
        """Return why the game is over: it ends as soon as no open portion lies on the grill."""
        return None if state.grill else GRILL_EMPTY

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return each seat's worms and, to break ties, its highest portion."""
        return stack_standings(state.stacks, worms_on)

    def state_of(self, view: BratwurmeckView) -> State:
        """Return the state that a view shows."""
        turn = Turn(view.kept, view.rolled, not isinstance(view.to_act, int))
        return State(view.setup, view.grill, view.stacks, view.turn_of, turn)

    def prizes(self, view: BratwurmeckView) -> Prizes:
        """Return the best prize for every sum: the exact portion or a theft, or else the highest lower portion.

        No lower portion has more worms than the highest one or than a stolen one. Bots need the prizes at every turn,
        so they are computed in one pass instead of by a call of `_stops` for each sum;
        `tests/games/test_roll_and_keep.py` compares the two.
        """
        best: list[Prize | None] = []
        lower = None
        for portion in view.grill:
            best += [lower] * (portion - len(best))
            lower = _TAKEN[portion]
        best += [lower] * (self.sums - len(best))
        for seat, stack in enumerate(view.stacks):
            if stack and seat != view.turn_of:
                best[stack[-1]] = _STOLEN[stack[-1]]
        return tuple(best)

    def prize_of(self, view: BratwurmeckView, stop: Move, total: int) -> Prize | None:
        """Return the portion that is taken or stolen."""
        if isinstance(stop, Take):
            return _TAKEN[stop.portion]
        return _STOLEN[stop.portion] if isinstance(stop, Steal) else None

    def failure_cost(self, view: BratwurmeckView) -> int:
        """Return the number of worms on the portion that must be returned."""
        stack = view.stacks[view.turn_of]
        return worms_on(stack[-1]) if stack else 0

    def failure_ends(self, view: BratwurmeckView) -> bool:
        """Return False: the returned portion stays open if it is the only one, so no failed attempt ends the game."""
        return False

    def _view(self, state: State, seat: int | None) -> BratwurmeckView:
        setup, grill, stacks, turn_of, (kept, rolled, _) = state
        to_act = self.to_act(state)
        moves = self.legal_moves(state) if seat == to_act else ()
        total = self.die.facts[kept].total
        return BratwurmeckView(setup, seat, to_act, turn_of, grill, stacks, kept, rolled, total, moves)

    def _with_turn(self, state: State, turn: Turn) -> State:
        setup, grill, stacks, seat, _ = state
        return State(setup, grill, stacks, seat, turn)

    def _stops(self, state: State, total: int) -> tuple[Move, ...]:
        """Return the exact portion if it lies on the grill; else a theft or lower portions (BW-3.2 to BW-3.4)."""
        setup, grill, stacks, thief, _ = state
        if total in grill:
            return (_TAKES[total],)
        reached = bisect_left(grill, total)
        lower = grill[:reached] if setup.lower_portion == "any" else grill[:reached][-1:]
        takes = tuple([_TAKES[portion] for portion in lower])
        for seat, stack in enumerate(stacks):
            if stack and stack[-1] == total and seat != thief:
                return (_STEALS[total], *takes)
        return takes

    def _stop(self, state: State, move: Move) -> Step[State]:
        seat = state.seat
        if isinstance(move, Take):
            grill = tuple(portion for portion in state.grill if portion != move.portion)
            stacks = replace_at(state.stacks, seat, (*state.stacks[seat], move.portion))
            return self._next(state, grill, stacks, PortionTaken(seat, move.portion))
        if isinstance(move, Steal):
            victim = next(other for other, stack in enumerate(state.stacks) if stack[-1:] == (move.portion,))
            stacks = replace_at(state.stacks, victim, state.stacks[victim][:-1])
            stacks = replace_at(stacks, seat, (*stacks[seat], move.portion))
            return self._next(state, state.grill, stacks, PortionStolen(seat, move.portion, victim))
        return self._fail(state, AttemptFailed(seat, self._why_failed(state)))

    def _fail(self, state: State, *events: Event) -> Step[State]:
        seat, grill, stack = state.seat, state.grill, state.stacks[state.seat]
        if not stack:
            return self._next(state, grill, state.stacks, *events)
        returned = stack[-1]
        stacks = replace_at(state.stacks, seat, stack[:-1])
        grill = tuple(sorted((*grill, returned)))
        events += (PortionReturned(seat, returned),)
        if grill[-1] != returned or state.setup.returned_highest_turns:
            events += (PortionTurned(grill[-1]),)
            grill = grill[:-1]
        return self._next(state, grill, stacks, *events)

    def _next(self, state: State, grill: tuple[int, ...], stacks: tuple[Stack, ...], *events: Event) -> Step[State]:
        """Pass the dice on, or end the game."""
        seat = (state.seat + 1) % state.setup.seats
        after = State(state.setup, grill, stacks, seat, Turn())
        return Step(after, events if grill else (*events, GameEnded(GRILL_EMPTY)))

    def _no_prize_reason(self, state: State, total: int) -> str:
        return NOTHING_TO_TAKE

    def _refusal(self, state: State, move: Move) -> IllegalMove:
        facts = self.die.facts[state.turn.kept]
        if isinstance(move, Take | Steal) and not facts.worm:
            return IllegalMove(NO_WORM, "Without a worm set aside nothing can be won.", "RK-8")
        if isinstance(move, Steal):
            return self._refused_steal(state, move.portion, facts.total)
        if isinstance(move, Take):
            return self._refused_take(state, move.portion, facts.total)
        if move == STOP:
            return IllegalMove("must_take", "Stopping here means taking what the sum earns.", "BW-3.1")
        return IllegalMove("unknown_move", f"{move} is not a move of {self.title}.")

    def _refused_steal(self, state: State, portion: int, total: int) -> IllegalMove:
        if portion != total:
            text = f"Only the exact sum steals, and the sum is {total}, not {portion}."
        elif portion in state.stacks[state.seat][-1:]:
            text = f"The {portion} lies on your own stack."
        else:
            text = f"The {portion} lies on top of nobody's stack."
        return IllegalMove("cannot_steal", text, "BW-3.3")

    def _refused_take(self, state: State, portion: int, total: int) -> IllegalMove:
        if portion not in state.grill:
            return IllegalMove("not_on_grill", f"The {portion} does not lie open on the grill.", "BW-3.2")
        if total in state.grill:
            return IllegalMove("must_take_exact", f"The {total} lies on the grill and has to be taken.", "BW-3.2")
        if portion > total:
            return IllegalMove("too_high", f"The sum is {total}: the {portion} is too high.", "BW-3.4")
        return IllegalMove("not_next_lower", "Only the next lower portion may be taken.", "BW-3.4")

    def _board_parts(self, view: BratwurmeckView) -> Mapping[str, str]:
        return {"grill": write_numbers(view.grill), "stacks": write_by_seat([*map(write_numbers, view.stacks)])}

    def _read_board(self, setup: BratwurmeckSetup, parts: Parts, seat: int, ended: str) -> State:
        portions = range(setup.portions[0], setup.portions[1] + 1)
        grill = parts.numbers("grill", portions)
        stacks = tuple(read_numbers("stacks", stack, portions) for stack in parts.by_seat("stacks", setup.seats))
        seen = [*grill, *(portion for stack in stacks for portion in stack)]
        if len(seen) > len(set(seen)):
            raise bad_position("a portion is in two places")
        return State(setup, tuple(sorted(grill)), stacks, seat, Turn())

    def _parse(self, word: str, rest: list[str]) -> Move | ChanceOutcome | None:
        number = int(rest[0]) if len(rest) == 1 and rest[0] in _DIGITS else 0
        if number and word == "take":
            return Take(number)
        if number and word == "steal":
            return Steal(number)
        return super()._parse(word, rest)
