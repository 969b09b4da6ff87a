"""The rules of Karteneck: rules KE-1 to KE-7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heckmeck.games.chance import CHANCE, ChanceOutcome, DrawDistribution, Source
from heckmeck.games.errors import BadNotation, IllegalMove
from heckmeck.games.event import GameEnded
from heckmeck.games.game import Actor, Game, Move, Step
from heckmeck.games.karteneck.cards import (
    WORM_SORT,
    card_name,
    has_worm,
    holds,
    parse_card,
    shield,
    sort_of,
    total,
    without,
)
from heckmeck.games.karteneck.choices import OUT, OUT_STEAL, Choices
from heckmeck.games.karteneck.events import (
    CardsDrawn,
    CardsLaid,
    CardsSeen,
    DroppedOut,
    GrillLaidOut,
    LayoutDiscarded,
    PileReshuffled,
    PortionServed,
    RoundEnded,
)
from heckmeck.games.karteneck.hidden import dealt_anew, imagined
from heckmeck.games.karteneck.moves import Draw, DropOut, Grill, Lay
from heckmeck.games.karteneck.position import read_state, state_parts, view_parts
from heckmeck.games.karteneck.setup import PORTIONS, KarteneckSetup
from heckmeck.games.karteneck.state import DRAWS_AFTER_DROP_OUT, DRAWS_AFTER_LAY, SUPPLY_EMPTY
from heckmeck.games.karteneck.state import KarteneckState as State
from heckmeck.games.karteneck.view import KarteneckView
from heckmeck.games.portion import PortionStolen, PortionTaken, stack_standings
from heckmeck.games.tuples import replace_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from heckmeck.games.event import Event
    from heckmeck.games.karteneck.cards import Cards
    from heckmeck.games.outcome import Standing
    from heckmeck.games.position import Parts


class Karteneck(Game[KarteneckSetup, State, KarteneckView]):
    """Heckmeck am Karteneck.

    >>> game = Karteneck()
    >>> state = game.start(game.setup(seats=2))
    >>> len(state.pile), state.supply, game.to_act(state)
    (110, 18, CHANCE)
    """

    name = "karteneck"
    title = "Heckmeck am Karteneck"
    rules = ("KE",)
    reasons = (SUPPLY_EMPTY,)
    unit = "worms"
    events = (
        GameEnded, PortionTaken, PortionStolen, GrillLaidOut, PileReshuffled, CardsDrawn, CardsSeen, CardsLaid,
        DroppedOut, LayoutDiscarded, PortionServed, RoundEnded,
    )  # fmt: skip
    round_end = RoundEnded
    setup_type = KarteneckSetup
    hides = True

    def _start(self, setup: KarteneckSetup) -> State:
        nothing = ((),) * setup.seats
        return State(
            setup=setup,
            hands=nothing,
            layouts=nothing,
            out=(False,) * setup.seats,
            stacks=nothing,
            grill=(),
            unseen=setup.all_portions,
            supply=setup.supply,
            pile=setup.deck,
            discard=(),
            seat=0,
            draws=setup.hand,
        )

    def setup_of(self, state: State) -> KarteneckSetup:
        """Return the set-up that the state came from."""
        return state.setup

    def luck_of(self, state: State) -> int | None:
        """Return the seat that draws cards; None for the portions of a round, which concern all seats alike."""
        return state.seat if state.draws else None

    def end(self, state: State) -> str | None:
        """Return why the game is over: it ends when supply and grill are empty."""
        return state.ended or None

    def to_act(self, state: State) -> Actor:
        """Return who is to act: chance deals, lays out the grill and draws cards."""
        if state.draws:
            return CHANCE
        if state.grill:
            return state.seat
        return CHANCE if state.supply else None

    def legal_moves(self, state: State) -> Sequence[Move]:
        """Return all ways to lay cards, then the ways to drop out."""
        if state.draws or not state.grill:
            return ()
        layout = state.layouts[state.seat]
        return Choices(state.hands[state.seat], layout, self._victim(state) is not None)

    def chance(self, state: State) -> DrawDistribution[Draw] | DrawDistribution[Grill]:
        """Return the distribution of the next draw, or of the portions for a new round."""
        self._check_chance(state)
        if not state.draws:
            return DrawDistribution(Grill, state.unseen, state.setup.seats)
        if state.draws <= len(state.pile):
            return DrawDistribution(Draw, state.pile, state.draws)
        # The rest of the old pile comes first; only what is missing comes from the reshuffled discard pile.
        return DrawDistribution(Draw, state.discard, state.draws - len(state.pile), certain=state.pile)

    def apply(self, state: State, action: Move | ChanceOutcome, by: int | None = None) -> Step[State]:
        """Apply a draw, a new grill, a lay or a drop-out."""
        self._check_actor(state, action, by)
        if isinstance(action, ChanceOutcome):
            return self._apply_chance(state, action)
        if isinstance(action, Lay):
            return self._lay(state, action)
        if action == OUT or (action == OUT_STEAL and self._victim(state) is not None):
            return self._drop_out(state, steal=action == OUT_STEAL)
        if action == OUT_STEAL:
            raise self._refused_steal(state)
        raise IllegalMove("unknown_move", f"{action} is not a move of {self.title}.")

    def _view(self, state: State, seat: int | None) -> KarteneckView:
        to_act = self.to_act(state)
        return KarteneckView(
            setup=state.setup,
            seat=seat,
            to_act=to_act,
            turn_of=state.seat,
            hand=() if seat is None else state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            layouts=state.layouts,
            totals=tuple(map(total, state.layouts)),
            out=state.out,
            stacks=state.stacks,
            scores=tuple(score for score, _ in self.standings(state)),
            grill=state.grill,
            supply=state.supply,
            pile=len(state.pile),
            discard=state.discard,
            moves=self.legal_moves(state) if seat == to_act else (),
        )

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return each seat's worms and, to break ties, its highest portion."""
        return stack_standings(state.stacks, state.setup.worms.__getitem__)

    def hands(self, state: State) -> tuple[Cards, ...]:
        """Return the cards in each seat's hand."""
        return state.hands

    def resample(self, state: State, seat: int | None, source: Source) -> State:
        """Return the state with all cards that the seat cannot see dealt again at random."""
        return dealt_anew(state, seat, source)

    def imagine(self, view: KarteneckView, hands: Sequence[Cards]) -> State:
        """Return the state that a view of the seat to act would show if the seats had these hands."""
        return imagined(view, hands)

    def _parts(self, view: KarteneckView) -> Mapping[str, str]:
        return view_parts(view)

    def _state_parts(self, state: State) -> Mapping[str, str]:
        return state_parts(state)

    def _from_parts(self, setup: KarteneckSetup, parts: Parts) -> State:
        return read_state(setup, parts)

    def _apply_chance(self, state: State, outcome: ChanceOutcome) -> Step[State]:
        if self.chance(state).weight(outcome):
            if isinstance(outcome, Draw):
                return self._draw(state, outcome)
            if isinstance(outcome, Grill):
                return self._lay_out_grill(state, outcome)
        raise IllegalMove("bad_draw", f"{outcome} cannot be drawn now.", _drawing_rule(state))

    def _lay_out_grill(self, state: State, outcome: Grill) -> Step[State]:
        after = state._replace(
            grill=outcome.things,
            unseen=without(state.unseen, outcome.things),
            supply=state.supply - state.setup.seats,
        )
        return Step(after, (GrillLaidOut(state.seat, outcome.things),))

    def _draw(self, state: State, outcome: Draw) -> Step[State]:
        seat, cards = state.seat, outcome.things
        events: tuple[Event, ...] = ()
        pile, discard = state.pile, state.discard
        if len(cards) > len(pile):
            events = (PileReshuffled(len(discard)),)
            pile, discard = tuple(sorted((*pile, *discard))), ()
        hand = tuple(sorted((*state.hands[seat], *cards)))
        after = state._replace(hands=replace_at(state.hands, seat, hand), pile=without(pile, cards), discard=discard)
        events += (CardsDrawn(seat, len(cards)), CardsSeen(seat, cards))
        if not state.dealing:
            return Step(self._pass_on(after), events)
        if seat + 1 < state.setup.seats:
            return Step(after._replace(seat=seat + 1), events)
        return Step(after._replace(seat=state.setup.first, draws=0), events)

    def _lay(self, state: State, move: Lay) -> Step[State]:
        refused = self._refused_lay(state, move)
        if refused is not None:
            raise refused
        seat = state.seat
        layout = tuple(sorted((*state.layouts[seat], *move.cards)))
        after = state._replace(
            hands=replace_at(state.hands, seat, without(state.hands[seat], move.cards)),
            layouts=replace_at(state.layouts, seat, layout),
        )
        return Step(self._about_to_draw(after, DRAWS_AFTER_LAY), (CardsLaid(seat, move.cards, total(layout)),))

    def _drop_out(self, state: State, *, steal: bool) -> Step[State]:
        seat, layout = state.seat, state.layouts[state.seat]
        valid = has_worm(layout)
        events: list[Event] = [DroppedOut(seat, valid, total(layout))]
        after = state._replace(out=replace_at(state.out, seat, True))
        if not valid:
            after = self._take_lowest(after, events)
        elif steal:
            after = self._steal(after, events)
        if all(after.out):
            return self._serve(after, events)
        return Step(self._about_to_draw(after, DRAWS_AFTER_DROP_OUT), tuple(events))

    def _take_lowest(self, state: State, events: list[Event]) -> State:
        seat, layout, portion = state.seat, state.layouts[state.seat], state.grill[0]
        if layout:
            events.append(LayoutDiscarded(seat, layout))
        events.append(PortionTaken(seat, portion))
        return state._replace(
            layouts=replace_at(state.layouts, seat, ()),
            discard=tuple(sorted((*state.discard, *layout))),
            grill=state.grill[1:],
            stacks=replace_at(state.stacks, seat, (*state.stacks[seat], portion)),
        )

    def _steal(self, state: State, events: list[Event]) -> State:
        seat, victim = state.seat, self._victim(state)
        assert victim is not None
        portion = state.stacks[victim][-1]
        stacks = replace_at(state.stacks, victim, state.stacks[victim][:-1])
        events.append(PortionStolen(seat, portion, victim))
        return state._replace(stacks=replace_at(stacks, seat, (*stacks[seat], portion)))

    def _victim(self, state: State) -> int | None:
        """Return the other player whose top portion the seat's valid layout equals."""
        layout = state.layouts[state.seat]
        if has_worm(layout):
            for seat, stack in enumerate(state.stacks):
                if stack and seat != state.seat and stack[-1] == total(layout):
                    return seat
        return None

    def _serve(self, state: State, events: list[Event]) -> Step[State]:
        """Give out the grill to the valid layouts and end the round."""
        layouts, stacks = state.layouts, state.stacks
        served = sorted(
            (seat for seat, layout in enumerate(layouts) if layout),
            key=lambda seat: (total(layouts[seat]), shield(layouts[seat][-1])),
            reverse=True,
        )
        for seat, portion in zip(served, reversed(state.grill), strict=True):
            stacks = replace_at(stacks, seat, (*stacks[seat], portion))
            events.append(PortionServed(seat, portion, total(layouts[seat])))
        events.append(RoundEnded(len(served)))
        if not state.supply:
            events.append(GameEnded(SUPPLY_EMPTY))
        after = state._replace(
            layouts=((),) * state.setup.seats,
            out=(False,) * state.setup.seats,
            stacks=stacks,
            grill=(),
            discard=tuple(sorted((*state.discard, *(card for layout in layouts for card in layout)))),
            seat=served[-1] if served else state.seat,
        )
        return Step(after, tuple(events))

    def _about_to_draw(self, state: State, number: int) -> State:
        draws = min(number, len(state.pile) + len(state.discard))
        return state._replace(draws=draws) if draws else self._pass_on(state)

    def _pass_on(self, state: State) -> State:
        """Pass the turn to the next seat that has not dropped out."""
        seats = state.setup.seats
        following = ((state.seat + step) % seats for step in range(1, seats + 1))
        return state._replace(seat=next(seat for seat in following if not state.out[seat]), draws=0)

    def _refused_steal(self, state: State) -> IllegalMove:
        layout = state.layouts[state.seat]
        if not has_worm(layout):
            return IllegalMove("cannot_steal", "A layout without a worm cannot steal.", "KE-5.4")
        text = f"Nobody else has the {total(layout)} on top."
        return IllegalMove("cannot_steal", text, "KE-5.4")

    def _refused_lay(self, state: State, move: Lay) -> IllegalMove | None:
        sorts = set(map(sort_of, move.cards))
        if not sorts:
            return IllegalMove("nothing_laid", "Lay at least one card, or drop out.", "KE-4.1")
        if len(sorts) > 1:
            return IllegalMove("mixed_sorts", "Lay cards of one sort only.", "KE-4.1")
        if not holds(state.hands[state.seat], move.cards):
            names = " ".join(map(card_name, move.cards[:8])) + (" ..." if len(move.cards) > 8 else "")
            return IllegalMove("not_in_hand", f"You do not have {names} in your hand.", "KE-4.1")
        if sorts.isdisjoint(map(sort_of, state.layouts[state.seat])):
            return None
        name = "worms" if WORM_SORT in sorts else f"{sorts.pop()}s"
        return IllegalMove("sort_laid", f"There are {name} in your layout already this round.", "KE-4.1")

    def _parse(self, word: str, rest: list[str]) -> Move | ChanceOutcome | None:
        if word == "lay" and rest:
            return Lay(tuple(map(parse_card, rest)))
        if word == "=draw" and rest:
            return Draw(tuple(sorted(map(parse_card, rest))))
        if word == "=grill" and rest:
            return Grill(tuple(sorted(map(_parse_portion, rest))))
        if word == "out" and [part.lower() for part in rest] in ([], ["steal"]):
            return DropOut(steal=bool(rest))
        return None


def _drawing_rule(state: State) -> str:
    """Return the rule by which something is drawn now."""
    if not state.draws:
        return "KE-3.1"
    if state.dealing:
        return "KE-2.2"
    if state.draws > len(state.pile):
        return "KE-7.2"
    return "KE-5.5" if state.out[state.seat] else "KE-4.3"


_DIGITS = frozenset(map(str, range(PORTIONS[1] + 1)))


def _parse_portion(text: str) -> int:
    if text in _DIGITS:
        return int(text)
    raise BadNotation("bad_portion", f"{text[:20]!r} is not a portion.")
