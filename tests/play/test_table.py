"""Tables: players are asked by view, chance comes from the source, misbehaviour forfeits."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from heckmeck.bots import make
from heckmeck.games import (
    CHANCE,
    GAMES,
    AnyGame,
    BadSetup,
    Event,
    GameOver,
    Move,
    View,
    get,
    seen_by,
    view_from_position,
)
from heckmeck.games.bratwurmeck import Take
from heckmeck.games.karteneck import CardsSeen
from heckmeck.play import AnyTable, Player, Table, encode, replay

NAMES = ["Ann", "Bo", "Cleo"]


class Watcher:
    """Plays at random and remembers what it was shown."""

    def __init__(self, seed: int) -> None:
        self.source = Random(seed)
        self.views: list[View] = []

    def choose(self, view: View) -> Move:
        self.views.append(view)
        return view.moves[self.source.randrange(len(view.moves))]


def table(game: AnyGame, players: list[Player[Any]], seed: int = 1, steps: tuple[str, ...] = ()) -> AnyTable:
    return Table(game, game.setup(seats=len(players)), players, Random(seed), names=NAMES[: len(players)], steps=steps)


@pytest.mark.parametrize("name", GAMES)
def test_players_are_asked_with_the_view_of_their_own_seat(name: str) -> None:
    watchers = [Watcher(seed) for seed in range(3)]
    for _ in (game := table(get(name), list(watchers))).play():
        pass
    assert game.outcome is not None
    for seat, watcher in enumerate(watchers):
        assert watcher.views
        assert all(view.seat == seat == view.to_act and view.moves for view in watcher.views)


@pytest.mark.parametrize("name", GAMES)
def test_the_steps_that_are_yielded_are_those_of_the_record(name: str) -> None:
    game = table(get(name), [Watcher(1), Watcher(2)])
    played = list(game.play())
    assert tuple(str(each.action) for each in played) == game.record().steps
    assert [each.actor is CHANCE for each in played] == [step.startswith("=") for step in game.steps]
    events = [each.events for each in played]
    assert events == [step.events for step in list(replay(game.record()))[1:]]


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_the_one_that_is_played_step_by_step(name: str) -> None:
    steps, whole = [table(get(name), [Watcher(1), Watcher(2)]) for _ in range(2)]
    for _ in steps.play():
        pass
    whole.finish()
    assert whole.outcome == steps.outcome is not None
    assert whole.record() == steps.record()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_continued_goes_on_where_it_stopped(name: str) -> None:
    whole = table(get(name), [Watcher(1), Watcher(2)])
    played = list(whole.play())
    half = tuple(whole.steps[: len(played) // 2])
    rest = table(get(name), [Watcher(1), Watcher(2)], steps=half)
    assert rest.record().steps == half
    for _ in rest.play():
        pass
    assert tuple(rest.steps[: len(half)]) == half
    assert len(list(replay(rest.record()))) == len(rest.steps) + 1


class Listener(Watcher):
    """Remembers what it observed, and how much of it before each choice."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.heard: list[Event] = []
        self.known: list[int] = []

    def observe(self, events: Sequence[Event]) -> None:
        assert events
        self.heard += events

    def choose(self, view: View) -> Move:
        self.known.append(len(self.heard))
        return super().choose(view)


@pytest.mark.parametrize("name", GAMES)
def test_players_observe_all_that_their_seat_may_see_and_nothing_else(name: str) -> None:
    listeners = [Listener(1), Watcher(2), Listener(3)]
    happened: list[Event] = []
    known: list[list[int]] = [[], [], []]
    for played in (game := table(get(name), list(listeners))).play():
        if played.actor is not CHANCE:
            assert isinstance(played.actor, int)
            known[played.actor].append(len(seen_by(happened, played.actor)))
        happened += played.events
    assert game.outcome is not None
    for seat in (0, 2):
        listener = listeners[seat]
        assert isinstance(listener, Listener)
        assert listener.known == known[seat], "what happened is told before the next choice"
        assert tuple(listener.heard) == seen_by(happened, seat)[: len(listener.heard)]
        assert all(event.seat == seat for event in listener.heard if isinstance(event, CardsSeen))


@pytest.mark.parametrize("name", GAMES)
def test_in_a_continued_game_players_observe_what_happened_before(name: str) -> None:
    whole = table(get(name), [Watcher(1), Watcher(2)])
    happened = [event for played in whole.play() for event in played.events]
    half = tuple(whole.steps[: len(whole.steps) // 2])
    listener = Listener(1)
    rest = table(get(name), [listener, listener], steps=half)
    while not listener.views:
        rest.step()
    seat = listener.views[0].seat
    assert listener.heard
    assert tuple(listener.heard[: len(half) // 2]) == seen_by(happened, seat)[: len(half) // 2]


def test_a_player_that_fails_to_observe_forfeits() -> None:
    class Shy(Watcher):
        def observe(self, events: Sequence[Event]) -> None:
            raise ZeroDivisionError

    game = table(get("karteneck"), [Watcher(1), Shy(2)])
    list(game.play())
    assert isinstance(game.fault, ZeroDivisionError)
    assert game.outcome is not None
    assert game.outcome.seat == 1


class Cheat:
    def choose(self, view: View) -> Move:
        return Take(36)


class Crasher:
    def choose(self, view: View) -> Move:
        raise ZeroDivisionError


class Mute:
    def choose(self, view: View) -> Move:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize("player", [Cheat(), Crasher(), Mute()])
@pytest.mark.parametrize("name", GAMES)
def test_a_player_that_misbehaves_forfeits_and_the_record_says_so(name: str, player: Player[Any]) -> None:
    game = table(get(name), [Watcher(1), player, Watcher(3)])
    for _ in game.play():
        pass
    assert game.fault is not None
    record = game.record()
    assert record.outcome is not None
    assert (record.outcome.reason, record.outcome.seat) == ("forfeit", 1)
    assert 1 not in record.outcome.winners
    assert len(list(replay(record))) == len(record.steps) + 1
    assert b'"seat":1' in encode(record)


def test_an_error_on_the_seat_of_a_person_is_passed_on() -> None:
    game = get("barbecue")
    setup = game.setup(seats=2)
    shown = Table(game, setup, [Crasher(), Watcher(1)], Random(1), names=["Ann", "Bo"], people=[0])
    with pytest.raises(ZeroDivisionError):
        list(shown.play())
    assert shown.outcome is None


def test_leaving_by_the_keyboard_is_not_a_forfeit() -> None:
    class Leaver:
        def choose(self, view: View) -> Move:
            raise KeyboardInterrupt

    game = table(get("barbecue"), [Leaver(), Watcher(1)])
    with pytest.raises(KeyboardInterrupt):
        list(game.play())
    assert game.outcome is None
    assert game.record().outcome is None


def test_nothing_is_played_after_the_end() -> None:
    game = table(get("barbecue"), [Crasher(), Watcher(1)])
    for _ in game.play():
        pass
    with pytest.raises(GameOver):
        game.step()


def test_steps_that_were_typed_loosely_are_recorded_as_they_should_be() -> None:
    game = table(get("bratwurmeck"), [Watcher(1), Watcher(2)], steps=("=W1124455", "KEEP w"))
    assert game.record().steps == ("=1124455W", "keep W")


def test_there_must_be_a_player_for_every_seat() -> None:
    game = get("barbecue")
    with pytest.raises(BadSetup, match="2 seats"):
        Table(game, game.setup(seats=2), [Watcher(1)], Random(1), names=["Ann"])


def test_bots_see_no_state() -> None:
    """A bot gets a view and a source; nothing in them leads to another hand."""
    game = get("karteneck")
    bot = make("cautious", game, Random(1))
    assert set(vars(bot)) == {"source"}


def test_players_and_names_are_counted_apart() -> None:
    game = get("barbecue")
    players = [make("random", game, Random(seat)) for seat in range(2)]
    with pytest.raises(BadSetup, match="2 seats need as many names, not 1"):
        Table(game, game.setup(seats=2), players, Random(1), names=["a"])
    with pytest.raises(BadSetup, match="3 seats need as many players, not 2"):
        Table(game, game.setup(seats=3), players, Random(1), names=["a", "b", "c"])


def test_the_repr_says_how_far_the_game_is_and_shows_no_cards() -> None:
    game = get("karteneck")
    bots = [make("random", game, Random(seat)) for seat in range(2)]
    playing = table(game, [*bots])
    assert repr(playing) == "<Table of karteneck for Ann, Bo: 0 steps, chance to act>"
    while not isinstance(game.to_act(playing.state), int):
        playing.step()
    assert repr(playing) == f"<Table of karteneck for Ann, Bo: {playing.length} steps, seat 0 to act>"
    playing.finish()
    assert repr(playing) == f"<Table of karteneck for Ann, Bo: {playing.length} steps, the game is over>"
    assert (repr(game), repr(bots[0])) == ("Karteneck()", "<RandomBot random>")


def test_the_repr_of_a_distribution_counts_its_outcomes_and_names_none() -> None:
    dice, cards = get("bratwurmeck"), get("karteneck")
    assert repr(dice.chance(dice.start(dice.setup(seats=2)))) == "<RollDistribution of 1287 outcomes, total 1679616>"
    shown = repr(cards.chance(cards.start(cards.setup(seats=2))))
    assert shown.startswith("<DrawDistribution of ")
    assert "\n" not in shown


def explained(player: Player[Any]) -> list[str]:
    game = table(get("bratwurmeck"), [player, Watcher(1)])
    assert game.explain_fault() == "No player has forfeited."
    game.finish()
    return game.explain_fault().splitlines()


def test_a_forfeit_is_explained_by_the_position_and_the_traceback() -> None:
    error, position, *traceback = explained(Crasher())
    assert error == "ZeroDivisionError"
    view = view_from_position(position.removeprefix("position: "))
    assert view.seat == 0
    assert traceback[0] == "Traceback (most recent call last):"
    assert traceback[1].endswith("in choose")
    assert traceback[-1] == "ZeroDivisionError"


def test_an_illegal_move_is_named() -> None:
    error, _, *rest = explained(Cheat())
    assert error.startswith("IllegalMove: ")
    assert rest[-1] == "The move was take 36."
    assert explained(Mute())[0] == "IllegalMove: Ann did not choose a move, but None."


def test_a_bot_that_would_end_the_program_forfeits() -> None:
    class Quitter:
        def choose(self, view: View) -> Move:
            raise SystemExit

    assert explained(Quitter())[0] == "SystemExit"
