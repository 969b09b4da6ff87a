"""The games that a server offers: one that cannot be sent is left out, and the others are not affected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import pytest

from heckmeck.games import GAMES, AnyGame, BadSetup, ChanceOutcome, Event, GameEnded, GameError, Move, Step
from heckmeck.server.api.schema import schema
from heckmeck.server.table.hosted_games import BROKEN_GAME, hosted_game, hosted_games, public_message, seats_of
from heckmeck.server.table.messages import Plan
from heckmeck.server.table.plans import check_plan
from heckmeck.server.table.positions import event_bytes, position
from helpers.installed_games import install_games
from helpers.text_game import CoinTossed, Toss, TossSetup, TossState, TossView

if TYPE_CHECKING:
    from collections import Counter


class OneNameView(TossView):
    """Shows a single attribute."""

    shown: ClassVar[tuple[str, ...]] = ("scores",)


class GameView(TossView):
    """Shows the name of the game a second time."""

    shown: ClassVar[tuple[str, ...]] = ("game", "scores")


class ObjectView(TossView):
    """Shows something that cannot be written as JSON."""

    shown: ClassVar[tuple[str, ...]] = ("thing",)

    @property
    def thing(self) -> object:
        return object()


class UnknownTypeView(TossView):
    """Shows something whose type is known only to type checkers."""

    shown: ClassVar[tuple[str, ...]] = ("counts",)

    @property
    def counts(self) -> Counter[str]:
        raise NotImplementedError


def showing(kind: type[TossView]) -> AnyGame:
    class Shown(Toss):
        def _view(self, state: TossState, seat: int | None) -> TossView:
            view = super()._view(state, seat)
            return kind(view.setup, view.seat, view.to_act, view.turn_of, view.scores, view.moves)

    return Shown()


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """Has the name of an event of ours."""

    seat: int


@dataclass(frozen=True, slots=True)
class Welcome(Event):
    """Has the name of a message."""

    seat: int


@dataclass(frozen=True, slots=True)
class SidesSeen(Event):
    """Has a field that cannot be hashed."""

    sides: list[str]


class EventfulToss(Toss):
    """Reports each coin by a different event."""

    event: Event

    def apply(self, state: TossState, action: Move | ChanceOutcome, by: int | None = None) -> Step[TossState]:
        after, events = super().apply(state, action, by)
        return Step(after, tuple(self.event if isinstance(event, CoinTossed) else event for event in events))


def telling(event: Event) -> AnyGame:
    class Telling(EventfulToss):
        events = (GameEnded, type(event))

    Telling.event = event
    return Telling()


class UndeclaredEvents(Toss):
    """Does not list its events."""

    events = (GameEnded,)


class CrowdedSetup(TossSetup):
    """Is for more players than a table has seats."""

    SEATS: ClassVar[range] = range(8, 12)


class Crowded(Toss):
    """Needs more seats than a table has."""

    setup_type = CrowdedSetup


class WideSetup(TossSetup):
    """Is for an even number of players."""

    SEATS: ClassVar[range] = range(2, 20, 2)


class Wide(Toss):
    """Can be played by more people than a table has seats for."""

    setup_type = WideSetup


def installed(monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> dict[str, AnyGame]:
    install_games(monkeypatch, game)
    return hosted_games()


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (showing(GameView), "shows `game`"),
        (showing(ObjectView), "object"),
        (showing(UnknownTypeView), "Counter"),
        (telling(DiceRolled(0)), "type DiceRolled has the name of another"),
        (telling(Welcome(0)), "type Welcome has the name of another"),
        (UndeclaredEvents(), "do not list CoinTossed"),
        (Crowded(), "not for 2 to 7 players"),
    ],
)
def test_a_game_that_cannot_be_hosted_is_left_out(
    game: AnyGame, reason: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert list(installed(monkeypatch, game)) == list(GAMES)
    assert reason in caplog.text
    assert schema(hosted_games().values()) == schema(GAMES.values())
    with pytest.raises(BadSetup) as caught:
        hosted_game("toss")
    assert (caught.value.code, caught.value.message) == ("broken_game", BROKEN_GAME)


@pytest.mark.parametrize("game", [Toss(), showing(OneNameView), telling(SidesSeen(["heads"])), Wide()])
def test_a_sound_game_is_hosted_beside_ours(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed(monkeypatch, game) == {**GAMES, "toss": game}
    assert hosted_game("toss") is game
    check_plan(Plan("toss", 2))


def test_a_view_may_show_a_single_attribute() -> None:
    game = showing(OneNameView)
    sent = position(game.view(game.start(game.setup(seats=2)), None))
    assert msgspec.json.decode(msgspec.json.encode(sent)) == {"game": "toss", "scores": [0, 0]}


def test_an_event_need_not_be_hashable() -> None:
    assert bytes(event_bytes(SidesSeen(["heads"]))) == b'{"event":"SidesSeen","sides":["heads"]}'


def test_tables_have_two_to_seven_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = Wide()
    install_games(monkeypatch, game)
    assert seats_of(game) == (2, 4, 6)
    with pytest.raises(BadSetup) as caught:
        check_plan(Plan("toss", 8))
    assert caught.value.code == "bad_seats"


def test_clients_are_not_told_what_is_wrong_with_a_package() -> None:
    assert public_message(BadSetup("broken_game", "KeyError: /home/secret")) == BROKEN_GAME
    assert public_message(GameError("other", "Something else.")) == "Something else."
