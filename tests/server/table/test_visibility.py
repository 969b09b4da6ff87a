"""What readers may see of an entry."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from heckmeck.games import CHANCE
from heckmeck.server.fairness import commitment_of
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.messages import Happened, encoder, message_decoder
from heckmeck.server.table.positions import event_bytes, event_type
from heckmeck.server.table.state import TableState
from heckmeck.server.table.visibility import AppliedEntry, ended, table_info, to_message, visible_position
from helpers.tables import ANN, BO, EVE, Desk, small

SEED = "00" * 16
SECRET = "5e" * 32
DUE = 30_099


def told(
    entry: entries.AnyEntry, seats: tuple[int, ...] = (), after: TableState | None = None, events: Any = ()
) -> dict[str, Any]:
    """An entry as it is sent; the message decoder can read it."""
    applied = AppliedEntry(7, 99, entry, tuple(events), 3, ())
    payload = encoder.encode(to_message(applied, seats, after, SECRET, due=DUE))
    assert isinstance(message_decoder.decode(payload), Happened)
    found: dict[str, Any] = msgspec.json.decode(payload)
    assert (found.pop("type"), found.pop("seq"), found.pop("at")) == ("happened", 7, 99)
    return found


@pytest.mark.parametrize(
    ("entry", "shows"),
    [
        (entries.Opened(ANN.player, small()), {"what": "opened"}),
        (entries.Sat(1, BO.player, "Bo", "ab" * 32), {"what": "sat", "seat": 1, "name": "Bo"}),
        (entries.Left(1), {"what": "left", "seat": 1}),
        (entries.BotSat(1, "greedy"), {"what": "bot_sat", "seat": 1, "name": "greedy", "by_bot": True}),
        (entries.StoodIn(1, "greedy", "time"), {"what": "stood_in", "seat": 1, "name": "greedy", "text": "time"}),
        (entries.Returned(1), {"what": "returned", "seat": 1}),
        (entries.Cleared(1), {"what": "cleared", "seat": 1}),
        (entries.Began(1, {"seats": 2}, "ab" * 32), {"what": "began"}),
        (entries.Committed(1, "ab" * 32), {"what": "committed", "seat": 1}),
        (entries.Revealed(1, SEED), {"what": "revealed", "seat": 1}),
        (entries.SeedsClosed(("=11244WWW",)), {"what": "seeds_closed"}),
        (entries.Moved(1, ("roll", "=11"), True), {"what": "moved", "seat": 1, "move": "roll", "by_bot": True}),
        (
            entries.Moved(1, ("keep 5", "roll", "=11"), then=True),
            {"what": "moved", "seat": 1, "move": "keep 5", "then": "roll"},
        ),
        (entries.Said(None, "Eve", "hi"), {"what": "said", "name": "Eve", "text": "hi"}),
        (entries.Reacted(1, "wow"), {"what": "reacted", "seat": 1, "text": "wow"}),
        (entries.ChatSet(False), {"what": "chat_set"}),
        (entries.PaceSet("calm"), {"what": "pace_set", "text": "calm"}),
        (entries.BrokenOff(), {"what": "broken_off"}),
        (entries.Closed(), {"what": "closed"}),
    ],
)
def test_an_entry_shows_what_it_may(entry: entries.AnyEntry, shows: dict[str, Any]) -> None:
    assert told(entry) == shows


def test_every_kind_of_entry_is_shown() -> None:
    for kind in entries.AnyEntry.__args__:
        assert kind.__struct_config__.tag in m.What.__args__  # type: ignore[attr-defined]


def test_fresh_news_of_a_move_have_the_position_and_the_time() -> None:
    desk = Desk(small(timer=30)).begun()
    entry = desk.step()
    found = told(entry, (), desk.table)
    assert found["position"]["to_act"] == desk.table.to_act
    assert found["position"]["moves"]
    assert found["due"] == DUE
    assert "table" not in found


def test_fresh_news_of_the_table_have_the_table() -> None:
    desk = Desk(small()).seated(ANN)
    found = told(desk.entries[-1], (), desk.table)
    assert found["table"]["seats"] == [{"name": "Ann", "person": True}, None]
    assert found["table"]["host"] == 0
    assert "position" not in found


def test_the_end_shows_the_secret_and_nothing_before_does() -> None:
    desk = Desk(small()).begun()
    while desk.phase() == "playing":
        entry = desk.step()
        assert (SECRET in str(told(entry, (), desk.table))) == (desk.phase() == "over")
    final = ended(desk.table, SECRET)
    assert final is not None
    outcome = desk.table.outcome
    assert outcome is not None
    assert (final.scores, final.winners, final.secret) == (outcome.scores, outcome.winners, SECRET)


def test_a_game_broken_off_shows_no_secret() -> None:
    desk = Desk(small()).seated(ANN)
    desk.do(ANN, m.SeatBot, seat=1, bot="random")
    desk.do(ANN, m.Start)
    entry = desk.do(ANN, m.Leave, seat=0)
    assert entry == entries.BrokenOff()
    assert SECRET not in str(told(entry, (), desk.table))
    assert visible_position(desk.table, (0,)) is None


def test_links_are_numbered() -> None:
    message = to_message(AppliedEntry(7, 99, entries.Moved(0, ("roll", "=1")), (), 3, ("ab" * 32,)), ())
    assert (message.outcome, message.links) == (4, ("ab" * 32,))


def test_hidden_events_go_to_their_audience_only() -> None:
    desk = Desk(small("karteneck", 3)).begun(ANN, BO, EVE)
    began = desk.entries[-1]
    for seats in ((), (0,), (1,), (2,), (0, 2)):
        events = told(began, seats, desk.table, desk.events)["events"]
        assert sorted(event["seat"] for event in events if event["event"] == "CardsSeen") == sorted(seats)
        assert sum(event["event"] == "CardsDrawn" for event in events) == 3


def test_a_hand_is_shown_to_its_seat_only() -> None:
    desk = Desk(small("karteneck", 3)).begun(ANN, BO, EVE)
    for seat in range(3):
        position = visible_position(desk.table, (seat,))
        assert position is not None
        assert getattr(position, "hand", None) == desk.table.state.hands[seat]
    assert getattr(visible_position(desk.table, ()), "hand", None) == ()
    assert getattr(visible_position(desk.table, ()), "layable", None) == ()
    assert getattr(visible_position(desk.table, (1,)), "moves", None) == ()


def test_who_has_several_seats_sees_from_the_one_to_act() -> None:
    desk = Desk(small("karteneck", 3)).begun(ANN, BO, ANN)
    for _ in range(8):
        to_act = desk.table.to_act
        position = visible_position(desk.table, (0, 2))
        assert getattr(position, "seat", None) == (to_act if to_act in (0, 2) else 0)
        desk.step()


def test_where_nothing_is_hidden_everybody_sees_the_same() -> None:
    desk = Desk(small()).begun()
    assert visible_position(desk.table, ()) == visible_position(desk.table, (0,)) == visible_position(desk.table, (1,))


def test_what_all_may_know_of_a_table_has_no_ids_and_no_seed_that_is_not_shown() -> None:
    desk = Desk(small())
    desk.do(ANN, m.Sit, name="Ann", commitment=commitment_of(SEED))
    desk.do(BO, m.Sit, name="Bo", commitment=commitment_of("11" * 16))
    info = table_info(desk.table)
    assert [seat and seat.committed for seat in info.seats] == [True, True]
    desk.do(ANN, m.Start)
    desk.do(ANN, m.Reveal, seat=0, seed=SEED)
    text = encoder.encode(table_info(desk.table)).decode()
    assert SEED in text
    for secret in (ANN.player, BO.player, desk.luck.secret.hex()):
        assert secret not in text
    assert desk.luck.anchor in text


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue", "karteneck"])
def test_every_event_of_a_game_goes_over_the_wire_and_back(game: str) -> None:
    desk = Desk(small(game)).begun().over()
    assert desk.table.game.to_act(desk.table.state) is not CHANCE
    for event in desk.events:
        kind = event_type(type(event))
        read = msgspec.json.decode(event_bytes(event), type=kind)
        assert read == kind(*(getattr(event, name) for name in kind.__struct_fields__))


def test_a_position_says_what_each_move_leaves_to_decide() -> None:
    state = Desk(small()).begun(ANN, BO).table
    shown = visible_position(state, (0,))
    assert shown is not None
    assert set(shown.follow_ups) == set(shown.moves)
    assert all(moves == ("roll", "stop") for moves in shown.follow_ups.values())


def test_a_position_with_hidden_things_does_not_look_ahead() -> None:
    shown = visible_position(Desk(small("karteneck")).begun(ANN, BO).table, (0,))
    assert shown is not None
    assert shown.follow_ups == {}


@pytest.mark.parametrize("entry", [entries.Said(1, "Bo", "rude words"), entries.Reacted(1, "wow")])
def test_what_a_muted_player_says_and_shows_is_withheld(entry: entries.AnyEntry) -> None:
    applied = AppliedEntry(7, 99, entry, (), 3, (), author=BO.player)
    message = to_message(applied, (), muted={BO.player})
    assert (message.seq, message.seat, message.text, message.name, message.muted) == (7, 1, None, None, True)
    assert to_message(applied, (), muted={EVE.player}) == to_message(applied, ())
    assert not to_message(applied, ()).muted


def test_a_muted_spectator_cannot_speak_by_a_name() -> None:
    applied = AppliedEntry(7, 99, entries.Said(None, "rude words", "hi"), (), 3, (), author=EVE.player)
    payload = encoder.encode(to_message(applied, (), muted={EVE.player}))
    assert msgspec.json.decode(payload) == {"type": "happened", "seq": 7, "at": 99, "what": "said", "muted": True}


def test_everything_else_that_a_muted_player_does_is_shown() -> None:
    desk = Desk(small()).begun()
    for entry in (entries.Sat(1, BO.player, "Bo"), entries.Moved(1, ("roll", "=11")), entries.Left(1)):
        applied = AppliedEntry(7, 99, entry, (), 3, (), author=BO.player)
        assert to_message(applied, (), desk.table, muted={BO.player}) == to_message(applied, (), desk.table)
