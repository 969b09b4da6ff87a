"""The bots of Karteneck: what they plan, what they know, and that they see no more than they may."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from heckmeck.bots import make
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.bots.karteneck.playout import Playout
from heckmeck.bots.karteneck.sampler import SamplerBot
from heckmeck.games import CHANCE, BadSetup, Event, Move, seen_by
from heckmeck.games.karteneck import (
    Cards,
    Draw,
    DropOut,
    Grill,
    Karteneck,
    KarteneckState,
    KarteneckView,
    Lay,
    PileReshuffled,
)
from heckmeck.play import bot_table
from helpers.strength import SURE, lead

GAME = Karteneck()
FEW_CARDS: dict[str, int] = {"copies": 3, "worm_cards": 4, "hand": 4}


class Moment(NamedTuple):
    state: KarteneckState
    view: KarteneckView
    events: tuple[Event, ...]
    """All that the seat was told so far."""


def moments(seats: int, seed: int, **options: int) -> Iterator[Moment]:
    """Every decision of a random game."""
    source, happened = Random(seed), list[Event]()
    state = GAME.start(GAME.setup(seats=seats, **options))
    while (actor := GAME.to_act(state)) is not None:
        if actor is CHANCE:
            action: object = GAME.sample(state, source)
        else:
            assert isinstance(actor, int)
            view = GAME.view(state, actor)
            yield Moment(state, view, seen_by(happened, actor))
            action = view.moves[source.randrange(len(view.moves))]
        state, events = GAME.apply(state, action)  # type: ignore[arg-type]
        happened += events


def position(hand: Cards, portions: tuple[int, int], **changes: object) -> KarteneckView:
    """Seat 0 of two, to act."""
    state = GAME.start(GAME.setup(seats=2, hand=len(hand)))
    for lot in (Draw(hand), Draw((1, 2, 3, 4, 5, 30)[: len(hand)]), Grill(portions)):
        state = GAME.apply(state, lot).state
    return GAME.view(state._replace(**changes), 0)  # type: ignore[arg-type]


def chosen(view: KarteneckView, bot: str = "greedy") -> str:
    return str(make(bot, GAME, Random(1)).choose(view))


def test_greedy_steals_where_it_can() -> None:
    view = position((1, 2, 3), (16, 17), layouts=((5, 5, 5, 5, 5, 5, 10), ()), stacks=((), (35,)))
    assert chosen(view) == "out steal"


def test_greedy_works_towards_an_exact_total() -> None:
    stolen = {"layouts": ((5, 5, 5, 5, 10), ()), "stacks": ((), (33,)), "out": (False, True), "grill": (17,)}
    assert chosen(position((1, 4, 4), (16, 17), **stolen)) == "lay 4 4"
    assert chosen(position((1, 4, 4), (16, 17), **{**stolen, "stacks": ((), ())})) == "lay 1", "for a better card"


def test_greedy_holds_its_worms_back() -> None:
    assert chosen(position((1, 3, 9, 10), (16, 40))) == "lay 1"


def test_greedy_needs_no_worm_where_nobody_is_left_to_beat() -> None:
    assert chosen(position((5, 9, 10), (40, 41), out=(False, True), grill=(41,))) == "out"


def test_greedy_beats_cautious() -> None:
    assert lead(GAME, "greedy", "cautious", games=20) > SURE


def test_sampler_beats_greedy() -> None:
    """With four at the table; with two it takes hundreds of games to be as sure."""
    assert lead(GAME, "sampler", "greedy", games=40, seats=4) > SURE


def test_sampler_plays_the_same_game_for_the_same_seed() -> None:
    setup = GAME.setup(seats=3)
    games = [bot_table(GAME, setup, ["sampler", "greedy", "sampler"], seed) for seed in ("1", "1", "2")]
    for game in games:
        for _ in range(60):
            game.step()
    assert games[0].steps == games[1].steps != games[2].steps


def test_sampler_decides_alike_whatever_it_cannot_see() -> None:
    """It gets views and events; that other hands differ behind them changes nothing."""

    def decide(moment: Moment, state: KarteneckState) -> Move:
        bot = SamplerBot(Random(5), iterations=40)
        bot.observe(moment.events)
        return bot.choose(GAME.view(state, moment.view.seat))

    hidden = 0
    for moment in list(moments(3, seed=2))[::6]:
        other = GAME.resample(moment.state, moment.view.seat, Random(7))
        hidden += other != moment.state
        assert decide(moment, other) == decide(moment, moment.state)
    assert hidden > 3


def test_sampler_may_be_given_milliseconds_and_needs_some_budget() -> None:
    view = position((1, 2, 9, 10), (20, 30))
    assert SamplerBot(Random(1), milliseconds=1).choose(view) in view.moves
    for budget in ({"iterations": 0}, {"milliseconds": 0}, {"milliseconds": float("nan")}):
        with pytest.raises(BadSetup):
            SamplerBot(Random(1), **budget)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_is_imagined_looks_like_the_view_it_came_from(seats: int) -> None:
    for moment in moments(seats, seed=3):
        seat = moment.view.seat
        assert seat is not None
        assert GAME.imagine(moment.view, moment.state.hands) == moment.state
        knowledge = Knowledge(moment.view.setup.deck, seats, seat)
        knowledge.learn(moment.events)
        hands, pile = next(knowledge.deals(moment.view, Random(4)))
        imagined = GAME.imagine(moment.view, hands)
        assert imagined.pile == pile
        assert GAME.view(imagined, seat) == moment.view


def test_hands_that_the_view_rules_out_cannot_be_imagined() -> None:
    view = position((1, 2, 9), (20, 30))
    for hands in ([(1, 2, 9), (3, 4)], [(1, 2, 9), (3, 4, 9)], [(1, 2, 8), (3, 4, 5)], [(1, 2, 9)]):
        with pytest.raises(BadSetup) as caught:
            GAME.imagine(view, hands)
        assert caught.value.code == "bad_hands"


def test_cards_that_are_known_to_be_in_the_other_hand_are_there() -> None:
    known = reshuffled = 0
    for seed in range(30):
        for moment in moments(2, seed, **FEW_CARDS):
            seat = moment.view.seat
            assert seat is not None
            knowledge = Knowledge(moment.view.setup.deck, 2, seat)
            knowledge.learn(moment.events)
            other = Counter(moment.state.hands[1 - seat])
            assert knowledge.held <= other
            known += knowledge.held.total() > 0
            reshuffled += any(isinstance(event, PileReshuffled) for event in moment.events)
            hands, _ = next(knowledge.deals(moment.view, Random(seed)))
            assert knowledge.held <= Counter(hands[1 - seat])
    assert known > 100
    assert reshuffled > 100


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_the_deals_still_fit_the_view(seats: int) -> None:
    for seed in range(8):
        for moment in moments(seats, seed, copies=4, worm_cards=4, hand=4):
            assert moment.view.seat is not None
            knowledge = Knowledge(moment.view.setup.deck, seats, moment.view.seat)
            knowledge.learn(moment.events)
            hands, _ = next(knowledge.deals(moment.view, Random(seed)))
            assert GAME.view(GAME.imagine(moment.view, hands), moment.view.seat) == moment.view


def hand_of(playout: Playout, seat: int) -> Counter[int]:
    counts = playout.counts[seat]
    return Counter({value: counts[value] for value in range(1, 6) if counts[value]}) + Counter(playout.worms[seat])


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_round_in_the_head_goes_by_the_rules(seats: int) -> None:
    """The same lays and draws in the game itself bring the same hands, stacks and worms."""
    rounds = 0
    for moment in list(moments(seats, seed=6))[::4]:
        state, playout = moment.state, Playout(moment.state, Random(8))
        before = GAME.standings(state)
        while playout.left:
            seat, hand, lay = playout.seat, hand_of(playout, playout.seat), playout.heuristic_move()
            assert seat == state.seat
            if lay is None:
                steals = playout.shields[seat] > 0 and playout.target(seat, playout.totals[seat]) is not None
                move: Move = DropOut(steal=steals)
                playout.drop_out()
            else:
                cards = sorted(card for card in hand.elements() if min(card, 6) == lay[0])[: lay[1]]
                move = Lay(tuple(cards))
                hand.subtract(cards)
                playout.lay(*lay)
            state = GAME.apply(state, move, by=seat).state
            if state.draws:
                state = GAME.apply(state, Draw(tuple(sorted((hand_of(playout, seat) - hand).elements())))).state
        assert [Counter(hand) for hand in state.hands] == [hand_of(playout, seat) for seat in range(seats)]
        assert [list(stack) for stack in state.stacks] == playout.stacks
        gains = [now - then for (now, _), (then, _) in zip(GAME.standings(state), before, strict=True)]
        assert gains == playout.gains
        rounds += 1
    assert rounds > 5
