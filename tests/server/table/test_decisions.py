"""The results of commands, and every way in which they can be refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heckmeck.games import GameError
from heckmeck.server.fairness import commitment_of
from heckmeck.server.table import decisions, entries, moves, plans, requirements
from heckmeck.server.table import messages as m
from heckmeck.server.table.decisions import decide
from heckmeck.server.table.environment import Attendance, Caller, Decision, Environment, Refusal, Stale
from heckmeck.server.table.holder import Holder
from helpers.tables import ANN, BO, BOTS, EVE, Desk, small

SEED = "00" * 16


def full() -> Desk:
    return Desk(small()).seated(ANN, BO)


def playing(**more: Any) -> Desk:
    return Desk(small(**more)).begun()


def seeding() -> Desk:
    desk = Desk(small())
    desk.do(ANN, m.Sit, name="Ann", commitment=commitment_of(SEED))
    desk.do(BO, m.Sit, name="Bo")
    desk.do(ANN, m.Start)
    return desk


def away(**more: Any) -> Desk:
    desk = playing(**more)
    desk.do(ANN, m.Leave, seat=0)
    return desk


def quiet() -> Desk:
    desk = full()
    desk.do(ANN, m.SetChat, on=False)
    return desk


def after(asides: int, make: Callable[[], Desk] = full) -> Callable[[], Desk]:
    """A table at which much has happened besides the game."""

    def made() -> Desk:
        desk = make()
        desk.table = msgspec.structs.replace(desk.table, asides=asides)
        return desk

    return made


def among_bots(**more: Any) -> Desk:
    """Ann has set one face aside and is to act; two bots sit beside her."""
    desk = Desk(small(seats=3, **more)).seated(ANN)
    for seat in (1, 2):
        desk.do(ANN, m.SeatBot, seat=seat, bot="random")
    desk.do(ANN, m.Start)
    move = str(desk.table.game.view(desk.table.state, 0).moves[0])
    desk.do(ANN, m.MakeMove, seq=desk.table.seq, move=move)
    return desk


def late() -> Desk:
    desk = playing(timer=30)
    desk.due()
    return desk


def closed() -> Desk:
    desk = full()
    desk.do(ANN, m.Close)
    return desk


Case = tuple[str, Callable[[], Desk], Caller, type[m.Command], dict[str, Any]]

REFUSED: list[Case] = [
    ("table_closed", closed, ANN, m.Start, {}),
    ("game_on", playing, EVE, m.Sit, {"name": "Eve"}),
    ("game_on", seeding, EVE, m.Sit, {"name": "Eve", "seat": 1}),
    ("seat_taken", playing, EVE, m.Sit, {"name": "Eve", "seat": 1}),
    ("seat_taken", away, EVE, m.Sit, {"name": "Eve", "seat": 0}),
    ("seated_already", among_bots, ANN, m.Sit, {"name": "Ann", "seat": 1}),
    ("no_latecomers", lambda: among_bots(latecomers=False), EVE, m.Sit, {"name": "Eve", "seat": 1}),
    ("no_such_seat", among_bots, EVE, m.Sit, {"name": "Eve", "seat": 5}),
    ("changed_enough", after(2000, among_bots), EVE, m.Sit, {"name": "Eve", "seat": 1}),
    ("table_full", full, EVE, m.Sit, {"name": "Eve"}),
    ("seat_taken", full, EVE, m.Sit, {"name": "Eve", "seat": 0}),
    ("seat_taken", full, ANN, m.Sit, {"name": "Ann", "seat": 0}),
    ("seated_already", lambda: Desk(small(public=True)).seated(ANN), ANN, m.Sit, {"name": "Ann again"}),
    ("no_such_seat", full, EVE, m.Sit, {"name": "Eve", "seat": 2}),
    ("bad_name", lambda: Desk(small()), EVE, m.Sit, {"name": "  "}),
    ("bad_name", lambda: Desk(small()), EVE, m.Sit, {"name": "x" * 25}),
    ("bad_name", lambda: Desk(small()), EVE, m.Sit, {"name": "bot:greedy"}),
    ("bad_name", lambda: Desk(small()), EVE, m.Sit, {"name": "a\u202eb"}),
    ("not_your_seat", full, EVE, m.Leave, {"seat": 0}),
    ("not_your_seat", lambda: Desk(small()), ANN, m.Leave, {"seat": 0}),
    ("no_such_seat", full, ANN, m.Leave, {"seat": 5}),
    ("away_already", away, ANN, m.Leave, {"seat": 0}),
    ("not_away", playing, ANN, m.Back, {"seat": 0}),
    ("not_your_seat", away, BO, m.Back, {"seat": 0}),
    ("time_up", late, ANN, m.Back, {"seat": 0}),
    ("not_host", playing, EVE, m.StandIn, {"seat": 1}),
    ("no_game", full, ANN, m.StandIn, {"seat": 1}),
    ("away_already", away, BO, m.StandIn, {"seat": 0}),
    ("still_here", playing, ANN, m.StandIn, {"seat": 0}),
    ("presence_unknown", playing, ANN, m.StandIn, {"seat": 1}),
    ("time_runs", lambda: Desk(small(timer=60)).begun(), ANN, m.StandIn, {"seat": 1}),
    ("no_such_seat", playing, ANN, m.StandIn, {"seat": 5}),
    ("not_host", full, BO, m.SeatBot, {"seat": 1, "bot": "greedy"}),
    ("unknown_bot", full, ANN, m.SeatBot, {"seat": 1, "bot": "clever"}),
    ("unknown_bot", full, ANN, m.SeatBot, {"seat": 1, "bot": "perfect"}),
    ("unknown_bot", full, ANN, m.SeatBot, {"seat": 1, "bot": "sampler"}),
    ("seat_taken", full, ANN, m.SeatBot, {"seat": 1, "bot": "greedy"}),
    ("no_such_seat", full, ANN, m.SeatBot, {"seat": 6, "bot": "greedy"}),
    ("not_host", full, BO, m.Clear, {"seat": 0}),
    ("seat_free", lambda: Desk(small()), ANN, m.Clear, {"seat": 0}),
    ("game_on", playing, ANN, m.Clear, {"seat": 1}),
    ("not_host", full, BO, m.Start, {}),
    ("seats_free", lambda: Desk(small()).seated(ANN), ANN, m.Start, {}),
    ("game_on", playing, ANN, m.Start, {}),
    ("not_seated", lambda: playing().over(), EVE, m.Start, {}),
    ("not_your_seat", full, BO, m.Commit, {"seat": 0, "commitment": commitment_of(SEED)}),
    ("no_seed_wanted", playing, ANN, m.Reveal, {"seat": 0, "seed": SEED}),
    ("no_seed_wanted", seeding, BO, m.Reveal, {"seat": 1, "seed": SEED}),
    ("not_your_seat", seeding, BO, m.Reveal, {"seat": 0, "seed": SEED}),
    ("wrong_seed", seeding, ANN, m.Reveal, {"seat": 0, "seed": "11" * 16}),
    ("not_seated", playing, EVE, m.MakeMove, {"seq": 4, "move": "roll"}),
    ("no_game", full, ANN, m.MakeMove, {"seq": 3, "move": "roll"}),
    ("no_game", seeding, ANN, m.MakeMove, {"seq": 4, "move": "roll"}),
    ("not_your_turn", playing, BO, m.MakeMove, {"seq": 4, "move": "roll"}),
    ("away", away, ANN, m.MakeMove, {"seq": 5, "move": "roll"}),
    ("stale", playing, ANN, m.MakeMove, {"seq": 3, "move": "roll"}),
    ("stale", playing, ANN, m.MakeMove, {"seq": 5, "move": "roll"}),
    ("not_a_move", playing, ANN, m.MakeMove, {"seq": 4, "move": "=11111111"}),
    ("bad_step", playing, ANN, m.MakeMove, {"seq": 4, "move": "dance"}),
    ("no_then", among_bots, ANN, m.MakeMove, {"seq": 6, "move": "roll", "then": "stop"}),
    ("chat_off", quiet, ANN, m.Say, {"text": "hello"}),
    ("bad_chat", full, ANN, m.Say, {"text": "\u200b"}),
    ("bad_chat", full, ANN, m.Say, {"text": "x" * 201}),
    ("not_your_seat", full, ANN, m.Say, {"text": "hello", "seat": 1}),
    ("not_your_seat", full, EVE, m.Say, {"text": "hello", "seat": 0}),
    ("no_such_seat", full, ANN, m.Say, {"text": "hello", "seat": 6}),
    ("said_enough", after(500), EVE, m.Say, {"text": "hello"}),
    ("said_enough", after(1000), ANN, m.Say, {"text": "hello"}),
    ("said_enough", after(1000), ANN, m.React, {"seat": 0, "reaction": "wow"}),
    ("changed_enough", after(2000, lambda: Desk(small())), ANN, m.Sit, {"name": "Ann"}),
    ("changed_enough", after(2000, away), ANN, m.Back, {"seat": 0}),
    ("changed_enough", after(2000, lambda: Desk(small())), ANN, m.SeatBot, {"seat": 1, "bot": "greedy"}),
    ("changed_enough", after(2000), ANN, m.Clear, {"seat": 1}),
    ("changed_enough", after(2000), ANN, m.Commit, {"seat": 0, "commitment": commitment_of(SEED)}),
    ("changed_enough", after(2000), ANN, m.SetChat, {"on": False}),
    ("not_your_seat", full, EVE, m.React, {"seat": 0, "reaction": "wow"}),
    ("not_host", full, BO, m.SetChat, {"on": False}),
    ("no_change", full, ANN, m.SetChat, {"on": True}),
    ("changed_enough", after(2000), ANN, m.SetPace, {"pace": "calm"}),
    ("not_host", full, BO, m.SetPace, {"pace": "calm"}),
    ("no_change", full, ANN, m.SetPace, {"pace": "normal"}),
    ("not_host", full, BO, m.Close, {}),
    ("game_on", playing, ANN, m.Close, {}),
]


@pytest.mark.parametrize(("code", "make", "by", "kind", "fields"), REFUSED)
def test_a_command_is_refused(
    code: str, make: Callable[[], Desk], by: Caller, kind: type[m.Command], fields: dict[str, Any]
) -> None:
    desk = make()
    with pytest.raises(GameError) as refused:
        desk.decide(by, kind, **fields)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")


def test_every_refusal_has_its_test() -> None:
    text = "".join(Path(str(each.__file__)).read_text() for each in (decisions, moves, plans, requirements))
    codes = set(re.findall(r'(?:Refusal|Stale|NotYourTurn|IllegalMove)\(\s*"(\w+)"', text))
    hurried = {"not_alone"}  # see tests/server/background/test_hurry.py
    left = {"just_left"}  # see below
    unwelcome = {"no_seat_here"}  # see below
    assert codes == ({case[0] for case in REFUSED} | hurried | left | unwelcome) & codes


def sit_blocked_by(desk: Desk, by: Caller, *blockers: Caller, seat: int | None = None) -> str:
    """The code of the refusal if some players block the player who wants to sit down; empty without one."""
    env = Environment(desk.luck, BOTS, blockers={each.player for each in blockers})
    try:
        decisions.decide(desk.table, m.Sit("12345678", by.name, seat), by, env)
    except GameError as refused:
        return refused.code
    return ""


def test_nobody_sits_down_where_the_host_blocks_them() -> None:
    assert sit_blocked_by(Desk(small()), EVE, ANN) == "no_seat_here"
    assert sit_blocked_by(among_bots(), EVE, ANN, seat=1) == "no_seat_here"
    assert sit_blocked_by(Desk(small()), EVE) == ""


def test_at_a_public_table_everybody_who_sits_there_counts() -> None:
    for public, code in ((True, "no_seat_here"), (False, "")):
        desk = Desk(small("bratwurmeck", 3, public=public)).seated(ANN, BO)
        assert sit_blocked_by(desk, EVE, BO) == code
    gone = Desk(small("bratwurmeck", 3, public=True)).seated(ANN, BO)
    gone.do(BO, m.Leave, seat=1)
    assert sit_blocked_by(gone, EVE, BO) == ""


def test_a_block_tells_nothing_where_there_is_another_reason() -> None:
    assert sit_blocked_by(full(), EVE, ANN) == "table_full"
    assert sit_blocked_by(playing(), EVE, ANN) == "game_on"
    assert sit_blocked_by(full(), EVE, ANN, seat=0) == "seat_taken"


def test_a_block_takes_no_seat_from_anybody() -> None:
    desk = away()
    env = Environment(desk.luck, BOTS, blockers={BO.player, desk.table.host})
    assert isinstance(decisions.decide(desk.table, m.Back("12345678", 0), ANN, env).entry, entries.Returned)


def test_every_command_has_an_answer() -> None:
    kinds = {case[3] for case in REFUSED}
    assert kinds == set(m.AnyCommand.__args__) - {m.Hurry}, "which leads to no entry"
    with pytest.raises(TypeError):
        decisions.decide(full().table, m.Command("12345678"), ANN, full().luck)  # type: ignore[arg-type]


def test_an_illegal_move_cites_its_rule() -> None:
    desk = playing()
    with pytest.raises(GameError) as refused:
        desk.decide(ANN, m.MakeMove, seq=4, move="stop")
    assert refused.value.rule == "RK-2"


Wish = tuple[Caller, type[m.Command], dict[str, Any]]

ALLOWED: list[tuple[int, Callable[[], Desk], Wish]] = [
    (499, full, (EVE, m.Say, {"text": "hello"})),
    (999, full, (ANN, m.Say, {"text": "hello"})),
    (999, full, (ANN, m.React, {"seat": 0, "reaction": "wow"})),
    (1999, full, (ANN, m.Commit, {"seat": 0, "commitment": commitment_of(SEED)})),
    (9999, full, (ANN, m.Start, {})),
    (9999, full, (BO, m.Leave, {"seat": 1})),
    (9999, full, (ANN, m.Close, {})),
    (9999, seeding, (ANN, m.Reveal, {"seat": 0, "seed": SEED})),
    (9999, playing, (ANN, m.Leave, {"seat": 0})),
]


@pytest.mark.parametrize(("asides", "make", "wish"), ALLOWED)
def test_what_is_not_too_much_or_belongs_to_the_game_is_done(asides: int, make: Callable[[], Desk], wish: Wish) -> None:
    by, kind, fields = wish
    after(asides, make)().do(by, kind, **fields)


def test_moves_are_made_however_much_was_said() -> None:
    desk = after(9999, playing)()
    desk.over()
    assert desk.table.asides == 9999
    desk.do(ANN, m.Start)
    assert desk.table.asides == 0
    desk.do(EVE, m.Say, text="hello")


def test_one_player_cannot_fill_the_log() -> None:
    desk = full()
    for _ in range(decisions.MAX_ASIDES - desk.table.asides):
        desk.do(ANN, m.Commit, seat=0, commitment=commitment_of(SEED))
    with pytest.raises(GameError) as refused:
        desk.decide(ANN, m.Commit, seat=0, commitment=commitment_of(SEED))
    assert refused.value.code == "changed_enough"


def test_names_and_chat_are_cleaned() -> None:
    desk = Desk(small())
    sat = desk.do(ANN, m.Sit, name="  Ann \u00a0 Lee ")
    assert sat == entries.Sat(0, ANN.player, "Ann Lee")
    assert desk.do(ANN, m.Say, text=" so   what ") == entries.Said(0, "Ann Lee", "so what")
    assert desk.do(EVE, m.Say, text="<b>hi</b>") == entries.Said(None, "Eve", "<b>hi</b>")


@pytest.mark.parametrize("name", ["Ann", "ANN", "Аnn", "𝐀nn", "Ａｎｎ"])
def test_two_people_at_a_table_cannot_look_alike(name: str) -> None:
    desk = Desk(small(seats=3)).seated(ANN)
    assert desk.do(BO, m.Sit, name=name) == entries.Sat(1, BO.player, f"{name} 2")
    assert desk.do(EVE, m.Sit, name="Ann") == entries.Sat(2, EVE.player, "Ann 3")


def test_a_spectator_does_not_speak_under_the_name_of_a_player() -> None:
    desk = full()
    assert desk.do(Caller("another", "Вo"), m.Say, text="hello") == entries.Said(None, "Вo 2", "hello")


def test_a_player_who_takes_over_a_seat_may_have_the_name_that_was_there() -> None:
    desk = Desk(small()).seated(ANN, BO)
    desk.do(BO, m.Leave, seat=1)
    desk.do(EVE, m.Sit, name="Bo")
    assert [holder and holder.name for holder in desk.table.seats] == ["Ann", "Bo"]


def test_a_player_with_several_seats_speaks_from_the_one_that_is_named() -> None:
    desk = Desk(small(seats=3)).seated(BO)
    desk.do(ANN, m.Sit, name="Ann")
    desk.do(ANN, m.Sit, name="Cleo")
    assert desk.do(ANN, m.Say, text="hello", seat=2) == entries.Said(2, "Cleo", "hello")
    assert desk.do(ANN, m.Say, text="hello", seat=1) == entries.Said(1, "Ann", "hello")
    assert desk.do(ANN, m.Say, text="hello") == entries.Said(1, "Ann", "hello")


def test_a_person_may_take_the_place_of_a_bot_between_games() -> None:
    desk = Desk(small()).seated(ANN)
    desk.do(ANN, m.SeatBot, seat=1, bot="greedy")
    desk.do(BO, m.Sit, name="Bo", seat=1)
    assert desk.table.seats_of(BO.player) == (1,)


def test_a_free_seat_gets_no_bot_during_a_game() -> None:
    desk = Desk(small(seats=3)).begun(ANN, BO, EVE).over()
    desk.do(EVE, m.Leave, seat=2)
    with pytest.raises(GameError) as refused:
        desk.do(ANN, m.Start)
    assert refused.value.code == "seats_free"
    desk.do(ANN, m.SeatBot, seat=2, bot="greedy")
    assert isinstance(desk.do(BO, m.Start), entries.Began)


def test_a_move_is_stale_after_another_but_not_after_talk() -> None:
    desk = playing()
    seen = desk.table.seq
    desk.do(BO, m.Say, text="come on")
    desk.do(BO, m.React, seat=1, reaction="hurry")
    move = str(desk.table.game.view(desk.table.state, 0).moves[0])
    moved = desk.do(ANN, m.MakeMove, seq=seen, move=move)
    assert isinstance(moved, entries.Moved)
    assert (moved.seat, moved.by_bot, moved.steps[0]) == (0, False, move)
    with pytest.raises(Stale):
        desk.decide(desk.acting(), m.MakeMove, seq=seen, move=move)


def test_a_seed_that_comes_last_sets_the_game_going() -> None:
    entry = seeding().do(ANN, m.Reveal, seat=0, seed=SEED)
    assert isinstance(entry, entries.Revealed)
    assert entry.steps


def test_the_outcome_depends_on_the_seeds() -> None:
    first, second = seeding(), seeding()
    late = second.due()
    with_seed = first.do(ANN, m.Reveal, seat=0, seed=SEED)
    assert isinstance(late, entries.SeedsClosed)
    assert isinstance(with_seed, entries.Revealed)
    assert late.steps != with_seed.steps


def stood_in(desk: Desk, by: Caller, seat: int, *here: int) -> entries.AnyEntry:
    players = [holder.player for holder in desk.table.seats if holder is not None and holder.player is not None]
    connected = frozenset(players[place] for place in here)
    attendance = Attendance(connected, absent=frozenset(players) - connected)
    return decide(desk.table, m.StandIn("stand-in-1", seat), by, Environment(desk.luck, BOTS, attendance)).entry


def test_a_bot_stands_in_for_somebody_who_is_gone_and_may_come_back() -> None:
    desk = Desk(small(seats=3)).begun(ANN, BO, EVE)
    entry = stood_in(desk, ANN, 1, 0, 2)
    assert entry == entries.StoodIn(1, "hard", "gone")
    desk.keep(Decision(entry))
    desk.do(BO, m.Back, seat=1)
    assert desk.table.seats[1] == Holder("Bo", BO.player)


def test_everybody_who_plays_may_ask_for_a_bot_when_the_host_is_gone_too() -> None:
    desk = Desk(small(seats=3)).begun(ANN, BO, EVE)
    for here, seat in (((1,), 0), ((1,), 2)):
        assert stood_in(desk, BO, seat, *here) == entries.StoodIn(seat, "hard", "gone")
    with pytest.raises(Refusal, match="Only the host"):
        stood_in(desk, BO, 2, 0, 1)
    with pytest.raises(Refusal, match="Only the host"):
        stood_in(desk, Caller("a-stranger", "Dan"), 2)


def test_no_bot_stands_in_for_somebody_who_is_connected() -> None:
    with pytest.raises(Refusal, match="is connected"):
        stood_in(playing(), ANN, 1, 0, 1)


@pytest.mark.parametrize(
    ("attendance", "by", "code"),
    [
        (Attendance(), ANN, "presence_unknown"),
        (Attendance(recent=frozenset({BO.player})), ANN, "just_left"),
        (Attendance(absent=frozenset({ANN.player})), ANN, "presence_unknown"),
        (Attendance(recent=frozenset({ANN.player}), absent=frozenset({BO.player})), EVE, "not_host"),
        (Attendance(absent=frozenset({BO.player})), EVE, "presence_unknown"),
    ],
)
def test_no_bot_stands_in_for_somebody_who_is_not_known_to_be_absent(
    attendance: Attendance, by: Caller, code: str
) -> None:
    desk = Desk(small(seats=3)).begun(ANN, BO, EVE)
    with pytest.raises(Refusal) as refused:
        decide(desk.table, m.StandIn("stand-in-1", 1), by, Environment(desk.luck, BOTS, attendance))
    assert refused.value.code == code


def test_a_host_does_not_choose_the_bot_that_plays_for_somebody_else() -> None:
    desk = Desk(small(seats=3)).begun(ANN, BO, EVE)
    desk.do(BO, m.Leave, seat=1)
    with pytest.raises(Refusal, match="A person sits there"):
        desk.do(ANN, m.SeatBot, seat=1, bot="random")
    desk.over()
    with pytest.raises(Refusal, match="A person sits there"):
        desk.do(ANN, m.SeatBot, seat=1, bot="random")
    desk.do(ANN, m.Clear, seat=1)
    desk.do(ANN, m.SeatBot, seat=1, bot="random")
