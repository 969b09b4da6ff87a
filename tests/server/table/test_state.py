"""The state of a table follows from its log, entry by entry."""

from __future__ import annotations

import msgspec
import pytest

from heckmeck.server.fairness import commitment_of, new_seed
from heckmeck.server.table import entries, messages
from heckmeck.server.table.environment import Decision, Refusal
from heckmeck.server.table.holder import Holder
from heckmeck.server.table.messages import Plan
from heckmeck.server.table.state import SEEDING_TIME, fold, opened
from helpers.installed_games import install_games
from helpers.tables import ANN, BO, EVE, Desk, small
from helpers.text_game import Toss


def deadline(desk: Desk) -> tuple[int, int] | None:
    """Since when the time of a table counts, and how long it is."""
    return desk.table.deadline


def expired(desk: Desk) -> bool:
    return desk.table.expired


def test_a_new_table_waits_for_players() -> None:
    table = Desk(Plan("barbecue", 3, chat=False)).table
    assert (table.phase, table.seq, table.seats, table.chat) == ("open", 1, (None, None, None), False)
    assert (table.to_act, table.outcome, table.deadline, table.bot_to_act) == (None, None, None, None)


def test_who_sits_down_holds_the_seat() -> None:
    desk = Desk(small(seats=3)).seated(ANN, BO)
    assert desk.table.seats == (Holder("Ann", ANN.player), Holder("Bo", BO.player), None)
    assert desk.table.seats_of(BO.player) == (1,)
    assert desk.table.seats_of(EVE.player) == desk.table.seats_of(None) == ()


def test_bots_sit_under_their_names_and_play() -> None:
    desk = Desk(small()).seated(ANN)
    desk.do(ANN, messages.SeatBot, seat=1, bot="greedy")
    assert desk.table.seats[1] == Holder("greedy", None, "greedy")
    desk.do(ANN, messages.SeatBot, seat=1, bot="random")
    assert desk.table.seats[1] == Holder("random", None, "random")
    desk.do(ANN, messages.Start)
    while desk.table.to_act == 0:
        desk.step()
    assert desk.table.bot_to_act == "random"


def test_leaving_between_games_frees_the_seat() -> None:
    desk = Desk(small()).seated(ANN, BO)
    desk.do(BO, messages.Leave, seat=1)
    assert desk.table.seats[1] is None
    desk.do(ANN, messages.SeatBot, seat=1, bot="greedy")
    desk.do(ANN, messages.Clear, seat=1)
    assert desk.table.seats[1] is None


@pytest.mark.parametrize("kind", [messages.Leave, messages.Clear])
def test_the_next_person_is_host_when_the_host_goes(kind: type[messages.Command]) -> None:
    desk = Desk(small(seats=3)).seated(ANN, BO, EVE)
    desk.do(ANN, kind, seat=0)
    assert desk.table.host == BO.player


def test_a_host_who_goes_during_a_game_hands_over_too() -> None:
    desk = Desk(small(seats=3)).begun(ANN, BO, EVE)
    desk.do(ANN, messages.Leave, seat=0)
    assert desk.table.host == BO.player
    desk.do(ANN, messages.Back, seat=0)
    assert desk.table.host == BO.player


def test_a_host_stays_host_alone_with_another_seat_or_when_somebody_else_goes() -> None:
    desk = Desk(small(seats=3)).seated(ANN)
    desk.do(ANN, messages.Leave, seat=0)
    assert desk.table.host == ANN.player
    desk.seated(ANN, ANN, BO)
    desk.do(ANN, messages.Leave, seat=0)
    assert desk.table.host == ANN.player
    desk.do(BO, messages.Leave, seat=2)
    assert desk.table.host == ANN.player


def test_a_bot_stands_in_and_the_player_returns() -> None:
    desk = Desk(small(seats=3)).begun(ANN, BO, EVE)
    entry = desk.do(BO, messages.Leave, seat=1)
    assert entry == entries.StoodIn(1, "hard", "left")
    assert desk.table.seats[1] == Holder("Bo", BO.player, "hard")
    assert desk.table.seats_of(BO.player) == (1,)
    desk.keep(Decision(entries.BotSat(1, "random")))  # older logs have such entries
    assert desk.table.seats[1] == Holder("Bo", BO.player, "random")
    desk.do(BO, messages.Back, seat=1)
    assert desk.table.seats[1] == Holder("Bo", BO.player)


def test_an_absent_player_has_left_when_the_next_game_begins() -> None:
    desk = Desk(small(seats=3)).begun(ANN, BO, EVE)
    desk.do(BO, messages.Leave, seat=1)
    desk.over().do(ANN, messages.Start)
    assert desk.table.seats[1] == Holder("hard", None, "hard")
    assert desk.table.seats_of(BO.player) == ()


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue", "karteneck"])
def test_a_game_begins_is_played_and_ends(game: str) -> None:
    desk = Desk(small(game, 2)).begun()
    assert (desk.table.phase, desk.table.number, desk.table.moved_seq) == ("playing", 1, desk.table.seq)
    assert desk.table.setup is not None
    assert desk.table.game_id == "ABCDEFGH/1"
    desk.over()
    assert desk.table.phase == "over"
    assert desk.table.outcome is not None
    assert desk.table.to_act is None
    assert sum(desk.table.failed) <= len(desk.events)


def test_a_failed_attempt_is_counted_for_its_seat() -> None:
    desk = Desk(small()).begun()
    while not any(desk.table.failed):
        desk.step()
    (failed,) = [event for event in desk.events if type(event).__name__ == "AttemptFailed"]
    assert desk.table.failed == tuple(int(seat == failed.seat) for seat in (0, 1))


def test_the_first_seat_goes_round_from_game_to_game() -> None:
    desk = Desk(small(seats=3)).begun(ANN, BO, EVE)
    firsts = [desk.table.setup]
    for _ in range(3):
        desk.over().do(EVE, messages.Start)
        firsts.append(desk.table.setup)
    assert [(setup or {})["first"] for setup in firsts] == [0, 1, 2, 0]
    assert desk.table.number == 4


def test_seeds_are_asked_for_and_taken() -> None:
    desk = Desk(small(seats=3))
    seeds = {ANN: new_seed(), BO: new_seed()}
    for player, seed in seeds.items():
        desk.do(player, messages.Sit, name=player.name, commitment=commitment_of(seed))
    desk.seated(EVE).do(ANN, messages.Start)
    assert desk.table.phase == "seeding"
    assert desk.table.commitments == (commitment_of(seeds[ANN]), commitment_of(seeds[BO]), None)
    assert desk.table.awaited == (0, 1)
    assert deadline(desk) == (desk.table.at, SEEDING_TIME)
    assert all(holder is not None and holder.commitment is None for holder in desk.table.seats)
    desk.do(BO, messages.Reveal, seat=1, seed=seeds[BO])
    assert desk.phase() == "seeding"
    assert list(desk.table.awaited) == [0]
    desk.do(ANN, messages.Reveal, seat=0, seed=seeds[ANN])
    assert desk.phase() == "playing"
    assert desk.table.seeds == (seeds[ANN], seeds[BO], None)


def test_a_game_goes_on_without_seeds_that_do_not_come() -> None:
    desk = Desk(small())
    seed = new_seed()
    desk.do(ANN, messages.Sit, name="Ann", commitment=commitment_of(seed))
    desk.do(BO, messages.Sit, name="Bo", commitment=commitment_of(new_seed()))
    desk.do(ANN, messages.Start)
    desk.do(ANN, messages.Reveal, seat=0, seed=seed)
    assert isinstance(desk.due(), entries.SeedsClosed)
    assert (desk.table.phase, desk.table.seeds) == ("playing", (seed, None))


def test_a_new_commitment_can_be_given_for_the_next_game() -> None:
    desk = Desk(small()).begun().over()
    seed = new_seed()
    desk.do(BO, messages.Commit, seat=1, commitment=commitment_of(seed))
    desk.do(ANN, messages.Start)
    assert desk.table.commitments == (None, commitment_of(seed))
    desk.do(BO, messages.Reveal, seat=1, seed=seed)
    assert desk.table.phase == "playing"


def test_time_runs_for_people_only_and_anew_after_every_decision() -> None:
    desk = Desk(small(timer=30, seats=3)).begun(ANN, BO, EVE)
    assert deadline(desk) == (desk.table.asked_at, 30_000)
    before = deadline(desk)
    desk.do(BO, messages.Say, text="hurry")
    assert deadline(desk) == before
    desk.do(BO, messages.Leave, seat=1)
    assert deadline(desk) == before, "another player's coming and going wins nobody time"
    desk.step()
    assert desk.table.asked_at == desk.now
    while desk.table.to_act != 1:
        desk.step()
    assert not deadline(desk)
    asked = desk.now
    desk.do(BO, messages.Back, seat=1)
    assert deadline(desk) == (asked, 30_000)


def test_to_leave_and_come_back_gains_no_time() -> None:
    desk = Desk(small(timer=30)).begun()
    before = deadline(desk)
    desk.do(ANN, messages.Leave, seat=0)
    assert deadline(desk) is None
    desk.do(ANN, messages.Back, seat=0)
    assert deadline(desk) == before


def test_one_whose_time_was_up_comes_back_after_the_bot_has_decided() -> None:
    desk = Desk(small(timer=30)).begun()
    desk.due()
    assert expired(desk)
    with pytest.raises(Refusal, match="after the bot has moved"):
        desk.decide(ANN, messages.Back, seat=0)
    desk.step()
    desk.do(ANN, messages.Back, seat=0)
    assert not expired(desk)
    assert desk.table.bot_to_act is None


def test_a_player_whose_time_is_up_is_replaced() -> None:
    desk = Desk(small(timer=30)).begun()
    assert desk.due() == entries.StoodIn(0, "hard", "time")
    assert desk.table.bot_to_act == "hard"
    assert desk.table.host == BO.player


def test_a_table_without_a_timer_waits_for_ever() -> None:
    assert Desk(small()).begun().table.deadline is None


def test_bots_fill_a_table_after_a_while_once_somebody_sits() -> None:
    desk = Desk(small(seats=3, fill=8))
    assert not deadline(desk)
    desk.do(ANN, messages.SeatBot, seat=2, bot="random")
    assert not deadline(desk), "nobody is there who could want to play"
    desk.seated(BO)
    assert deadline(desk) == (desk.now, 8000)
    desk.do(BO, messages.Say, text="hello")
    assert deadline(desk) == (desk.now - 1000, 8000)
    entry = desk.due()
    assert isinstance(entry, entries.Began)
    assert entry.bots == ((1, "medium"),)
    assert [holder and holder.bot for holder in desk.table.seats] == [None, "medium", "random"]
    assert desk.table.phase == "playing"


def test_talk_changes_nothing_of_the_game() -> None:
    desk = Desk(small()).begun()
    moved, state = desk.table.moved_seq, desk.table.state
    desk.do(EVE, messages.Say, text="good luck")
    desk.do(ANN, messages.React, seat=0, reaction="clap")
    assert (desk.table.moved_seq, desk.table.state) == (moved, state)
    desk.do(ANN, messages.SetChat, on=False)
    assert desk.table.chat is False


def test_what_is_no_part_of_a_games_course_is_counted_from_its_beginning() -> None:
    desk = Desk(small(seats=3, timer=30)).seated(ANN, BO)
    seed = new_seed()
    steps: list[tuple[type[messages.Command], dict[str, object]]] = [
        (messages.SeatBot, {"seat": 2, "bot": "random"}),
        (messages.Clear, {"seat": 2}),
        (messages.SeatBot, {"seat": 2, "bot": "random"}),
        (messages.Commit, {"seat": 0, "commitment": commitment_of(seed)}),
        (messages.Say, {"text": "hello"}),
        (messages.React, {"seat": 0, "reaction": "clap"}),
        (messages.SetChat, {"on": False}),
        (messages.Leave, {"seat": 0}),
        (messages.Sit, {"name": "Ann", "seat": 0, "commitment": commitment_of(seed)}),
    ]
    for number, (kind, fields) in enumerate(steps, 3):
        desk.do(ANN, kind, **fields)
        assert desk.table.asides == number
    desk.do(BO, messages.Start)
    desk.do(ANN, messages.Reveal, seat=0, seed=seed)
    desk.do(BO, messages.Leave, seat=1)
    desk.step()
    assert desk.table.asides == 0
    desk.do(BO, messages.Back, seat=1)
    assert desk.table.asides == 1


def test_a_game_waits_for_those_who_left_it() -> None:
    desk = Desk(small()).begun()
    desk.do(BO, messages.Leave, seat=1)
    assert desk.do(ANN, messages.Leave, seat=0) == entries.StoodIn(0, "hard", "left")
    assert desk.table.phase == "playing"
    desk.do(BO, messages.Back, seat=1)
    assert desk.table.seats == (Holder("Ann", ANN.player, "hard"), Holder("Bo", BO.player))


def test_a_game_without_other_people_is_broken_off_by_the_last_seat_that_is_left() -> None:
    desk = Desk(small(seats=3)).seated(ANN, ANN)
    desk.do(ANN, messages.SeatBot, seat=2, bot="random")
    desk.do(ANN, messages.Start)
    assert isinstance(desk.do(ANN, messages.Leave, seat=0), entries.StoodIn)
    assert desk.do(ANN, messages.Leave, seat=1) == entries.BrokenOff()
    assert (desk.table.phase, desk.table.state, desk.table.outcome) == ("over", None, None)
    desk.do(ANN, messages.Start)
    assert (desk.table.phase, desk.table.number) == ("playing", 2)


def test_a_closed_table_is_gone() -> None:
    desk = Desk(small())
    desk.do(ANN, messages.Close)
    assert desk.table.phase == "closed"


def test_entries_come_in_order() -> None:
    table = Desk(small()).table
    with pytest.raises(AssertionError):
        fold(table, entries.Said(None, "Eve", "hello"), 3, 0)
    with pytest.raises(TypeError):
        fold(table, entries.Opened("eve", small()), 2, 0)


def test_every_kind_of_entry_comes_back_from_the_disk_as_it_was() -> None:
    desk = Desk(small(seats=3, timer=9))
    seed = new_seed()
    desk.do(ANN, messages.Sit, name="Ann", commitment=commitment_of(seed))
    desk.seated(BO, EVE)
    desk.do(EVE, messages.Leave, seat=2)
    desk.do(ANN, messages.SeatBot, seat=2, bot="random")
    desk.do(ANN, messages.Clear, seat=2)
    desk.do(ANN, messages.SeatBot, seat=2, bot="random")
    desk.do(ANN, messages.SetChat, on=False)
    desk.do(ANN, messages.SetPace, pace="calm")
    desk.do(ANN, messages.React, seat=0, reaction="worm")
    desk.do(ANN, messages.Start)
    desk.do(ANN, messages.Reveal, seat=0, seed=seed)
    desk.do(BO, messages.Leave, seat=1)
    desk.do(BO, messages.Back, seat=1)
    desk.step()
    desk.do(BO, messages.Leave, seat=1)
    desk.over()
    desk.do(ANN, messages.Commit, seat=0, commitment=commitment_of(seed))
    desk.do(ANN, messages.SetChat, on=True)
    desk.do(ANN, messages.Say, text="bye")
    desk.do(ANN, messages.Start)
    desk.due()
    desk.do(ANN, messages.Leave, seat=0)
    desk.do(ANN, messages.Close)
    kinds = {type(entry) for entry in desk.entries}
    assert kinds == set(entries.AnyEntry.__args__), "every kind was there"
    first = desk.entries[0]
    assert isinstance(first, entries.Opened)
    again = opened("ABCDEFGH", first, 1_000_000)
    for seq, entry in enumerate(desk.entries[1:], 2):
        read = entries.decode(entries.encode(entry))
        assert read == entry
        again = fold(again, read, seq, 1_000_000 + 1000 * (seq - 1)).table
    assert msgspec.structs.asdict(again) == msgspec.structs.asdict(desk.table)


def test_a_game_that_begins_with_a_decision_is_played_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    install_games(monkeypatch, Toss())
    desk = Desk(Plan("toss", 2)).begun()
    assert (desk.phase(), desk.table.to_act) == ("playing", 0)
    assert desk.over().phase() == "over"


def test_a_game_that_begins_with_a_decision_waits_for_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    install_games(monkeypatch, Toss())
    desk = Desk(Plan("toss", 2))
    for player, seed in ((ANN, "00" * 16), (BO, "11" * 16)):
        desk.do(player, messages.Sit, name=player.name, commitment=commitment_of(seed))
    desk.do(ANN, messages.Start)
    assert desk.phase() == "seeding"
    desk.do(ANN, messages.Reveal, seat=0, seed="00" * 16)
    assert desk.phase() == "seeding"
    desk.due()
    assert desk.phase() == "playing"
