"""Positions and events as they are sent: built from what views and events declare, with no game known by name."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from heckmeck.games import CHANCE, GAMES, AnyGame, View
from heckmeck.server.table.messages import message_decoder
from heckmeck.server.table.positions import (
    TextPosition,
    event_bytes,
    event_types,
    is_sent_as_text,
    position,
    position_types,
    view_type,
)
from helpers.tables import Desk, small
from helpers.text_game import TOSS, CoinTossed, Toss, TossSetup, TossView


def views(game: AnyGame) -> list[View]:
    """The positions that everybody sees during a game of random moves."""
    source = Random(7)
    state = game.start(game.setup(seats=2))
    found: list[View] = []
    while (actor := game.to_act(state)) is not None:
        found += [game.view(state, seat) for seat in (None, 0, 1)]
        action = game.sample(state, source) if actor is CHANCE else source.choice(game.legal_moves(state))
        state = game.apply(state, action).state
    return [*found, game.view(state, None)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_position_has_what_the_view_shows_in_its_order(game: AnyGame) -> None:
    for view in views(game):
        sent = msgspec.json.decode(msgspec.json.encode(position(view)))
        assert list(sent) == ["game", *view.shown]
        assert sent["game"] == game.name
        assert sent["to_act"] == (view.to_act if isinstance(view.to_act, int) else None)
        assert sent["moves"] == list(view.listed_moves)
        for name in set(view.shown) - {"to_act", "moves"}:
            assert sent[name] == msgspec.to_builtins(msgspec.json.decode(msgspec.json.encode(getattr(view, name))))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_position_is_of_the_type_that_the_schema_describes(game: AnyGame) -> None:
    (kind,) = position_types([game])
    for view in views(game):
        sent = position(view)
        assert type(sent) is kind
        assert msgspec.json.decode(msgspec.json.encode(sent), type=kind) == sent


def test_the_types_are_called_after_the_views() -> None:
    assert [kind.__name__ for kind in position_types(GAMES.values())] == [
        "BratwurmeckPosition",
        "BarbecuePosition",
        "KarteneckPosition",
    ]


def test_a_view_that_declares_nothing_is_sent_as_text() -> None:
    game = Toss()
    state = game.start(game.setup(seats=2))
    assert is_sent_as_text(game)
    assert position_types([game]) == ()
    assert position(game.view(state, 0)) == TextPosition("toss", 0, 0, (0, 0), "heads: 0 0", ("toss",))
    tossing = game.apply(state, game.parse("toss")).state
    assert position(game.view(tossing, 0)) == TextPosition("toss", None, 0, (0, 0), "heads: 0 0", ())
    assert msgspec.json.encode(position(game.view(state, None))) == (
        b'{"game":"toss","to_act":0,"turn_of":0,"scores":[0,0],"text":"heads: 0 0","moves":[]}'
    )


def test_long_texts_and_lists_of_moves_are_cut() -> None:
    class LongView(TossView):
        def __str__(self) -> str:
            return "x" * 30_000

    sent = position(LongView(TossSetup(seats=2), 0, 0, 0, (0, 0), (TOSS,) * 2_000))
    assert isinstance(sent, TextPosition)
    assert (len(sent.text), len(sent.moves)) == (20_000, 1_000)


def test_events_of_any_game_are_sent_by_their_fields() -> None:
    assert bytes(event_bytes(CoinTossed(1, "heads"))) == b'{"event":"CoinTossed","seat":1,"side":"heads"}'
    assert [kind.__name__ for kind in event_types([Toss()])] == ["GameEnded", "CoinTossed"]


def test_events_that_games_share_have_one_type() -> None:
    names = [kind.__name__ for kind in event_types(GAMES.values())]
    assert len(set(names)) == len(names)
    assert names[:4] == ["GameEnded", "DiceRolled", "FaceKept", "AttemptFailed"]


def test_every_event_that_a_game_makes_is_one_that_it_declares() -> None:
    for name, game in GAMES.items():
        desk = Desk(small(name)).begun().over()
        assert {type(event) for event in desk.events} <= set(game.events)


def test_a_message_with_an_event_that_there_is_not_cannot_be_read() -> None:
    message = {"type": "happened", "seq": 1, "at": 1, "what": "moved", "events": [{"event": "Nothing"}]}
    with pytest.raises(msgspec.ValidationError, match="no event 'Nothing'"):
        message_decoder.decode(msgspec.json.encode(message))


def test_the_type_of_views_is_found_without_a_table() -> None:
    for game in GAMES.values():
        assert view_type(game).game == game.name
