"""A move and the decision after it in one command: both are executed, as if sent separately, or neither."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from heckmeck.games import CHANCE, GameError, get
from heckmeck.play.record import decode, encode, replay
from heckmeck.play.review import review
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.fairness.verify import verify
from heckmeck.server.live.archive import find_game, to_fair_record
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.messages import Plan
from heckmeck.server.table.moves import move
from heckmeck.server.table.state import TableState, fold
from helpers.installed_games import install_games
from helpers.tables import ANN, BO, Desk, small
from helpers.text_game import Toss

GAMES = ("bratwurmeck", "barbecue", "karteneck")
BRATWURMECK = get("bratwurmeck")


def at_every_decision(game: str, seed: int) -> list[TableState]:
    """The table before the decisions of a game, or the first of them, if each was a separate command."""
    desk, source, found = Desk(small(game)).begun(), Random(seed), list[TableState]()
    while desk.phase() == "playing" and len(found) < 80:
        found.append(desk.table)
        moves = desk.table.game.view(desk.table.state, desk.table.to_act).moves
        desk.do(desk.acting(), m.MakeMove, seq=desk.table.seq, move=str(source.choice(moves)))
    return found


def listed(table: TableState, state: Any = None) -> list[str]:
    """The moves of a state, by default of the table's state."""
    return [str(each) for each in table.game.legal_moves(table.state if state is None else state)]


@pytest.mark.parametrize("game", GAMES)
def test_two_decisions_at_once_do_what_they_do_one_after_the_other(game: str) -> None:
    joined = refused = 0
    luck = ChainLuck.stored(get(game), bytes(32))
    for table in at_every_decision(game, 1):
        for first in listed(table):
            alone = move(table, first, luck)
            after = fold(table, alone.entry, table.seq + 1, table.at, alone.progress).table
            again = len(alone.progress.steps) == 1 and after.to_act == table.to_act and not table.game.hides  # type: ignore[union-attr]
            for then in listed(after) if again else ["roll", "out"]:
                if not again:
                    with pytest.raises(Refusal) as caught:
                        move(table, first, luck, then=then)
                    assert caught.value.code == "no_then"
                    refused += 1
                    continue
                second, both = move(after, then, luck), move(table, first, luck, then=then)
                assert both.progress.steps == (*alone.progress.steps, *second.progress.steps)  # type: ignore[union-attr]
                assert both.progress.events == (*alone.progress.events, *second.progress.events)  # type: ignore[union-attr]
                assert both.progress.state == second.progress.state  # type: ignore[union-attr]
                assert both.progress.outcomes == second.progress.outcomes  # type: ignore[union-attr]
                assert both.entry == entries.Moved(table.to_act or 0, both.progress.steps, then=True)  # type: ignore[union-attr]
                joined += 1
    assert refused
    assert bool(joined) is not get(game).hides


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_follow_is_refused_with_its_own_code_and_changes_nothing(game: str) -> None:
    luck = ChainLuck.stored(get(game), bytes(32))
    codes = set()
    for table in at_every_decision(game, 2):
        for then in ("keep 1", "roll", "stop", "dance", "=1", "out"):
            with pytest.raises(GameError) as alone:
                move(table, "dance", luck, then=then)
            assert alone.value.code == "bad_step"
            try:
                move(table, listed(table)[0], luck, then=then)
            except GameError as error:
                codes.add((error.code, error.rule))
    if get(game).hides:
        assert codes == {("no_then", None)}
    else:
        assert {("nothing_rolled", "RK-5"), ("bad_step", None), ("not_a_move", None), ("no_then", None)} <= codes


def refusal(table: TableState, first: str, then: str, luck: ChainLuck) -> tuple[str, str, str | None]:
    with pytest.raises(GameError) as caught:
        move(table, first, luck, then=then)
    return caught.value.code, caught.value.message, caught.value.rule


def test_nobody_learns_by_a_refusal_what_the_dice_will_show() -> None:
    """A player who could roll and keep a six in one command would learn the roll by the refusal, and stop instead."""
    asked, lucks = 0, [ChainLuck.stored(BRATWURMECK, bytes([secret]) * 32) for secret in range(20)]
    for table in at_every_decision("bratwurmeck", 3):
        if "roll" in listed(table):
            for then in (*(f"keep {face}" for face in "12345W"), "roll", "stop"):
                told = {refusal(table, "roll", then, luck) for luck in lucks}
                assert len(told) == 1
                assert next(iter(told))[0] == "no_then"
                asked += 1
    assert asked


def at_position(text: str) -> TableState:
    """A table at which this is the position."""
    desk = Desk(Plan("bratwurmeck", 2)).begun(ANN, BO)
    state = BRATWURMECK.from_position(text)
    decision = move(desk.table, listed(desk.table)[0], desk.luck)
    assert decision.progress is not None
    progress = decision.progress._replace(state=state)
    return fold(desk.table, decision.entry, desk.table.seq + 1, desk.now, progress).table


def test_last_dice_without_a_worm_fail_by_themselves_and_leave_nothing_to_decide() -> None:
    table = at_position("bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 kept=1112233 rolled=4")
    assert listed(table) == ["keep 4"]
    luck = ChainLuck.stored(BRATWURMECK, bytes(32))
    for then in ("roll", "stop", "take 21"):
        with pytest.raises(Refusal) as caught:
            move(table, "keep 4", luck, then=then)
        assert caught.value.code == "no_then"
    alone = move(table, "keep 4", luck)
    assert any(event.fails for event in alone.progress.events)  # type: ignore[union-attr]


def test_last_dice_with_a_worm_may_be_kept_and_the_turn_ended_in_one() -> None:
    table = at_position("bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 kept=5555WWW rolled=1")
    both = move(table, "keep 1", ChainLuck.stored(BRATWURMECK, bytes(32)), then="take 36")
    assert both.progress is not None
    assert both.progress.steps[:2] == ("keep 1", "take 36")
    assert len(both.progress.steps) == 3, "the roll of the next seat"


def test_a_move_without_then_is_stored_as_it_always_was() -> None:
    assert entries.encode(entries.Moved(1, ("keep 5",))) == b'{"type":"moved","seat":1,"steps":["keep 5"]}'
    old = entries.decode(b'{"type":"moved","seat":1,"steps":["roll","=1234"],"by_bot":true}')
    assert old == entries.Moved(1, ("roll", "=1234"), by_bot=True, then=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_joined_moves_is_recorded_reviewed_and_proved_like_any_other(game: str) -> None:
    desk = Desk(small(game)).begun().over()
    assert any(isinstance(each, entries.Moved) and each.then for each in desk.entries) is not get(game).hides
    record = to_fair_record(find_game(desk.rows, 1), bytes(32))
    assert verify(encode(record)).outcomes == desk.table.outcomes
    assert len(tuple(replay(decode(encode(record))))) == len(record.steps) + 1
    judged = review(record).decisions
    # A decision without a choice is not judged.
    assert len(judged) <= sum(not step.startswith("=") for step in record.steps)
    assert judged


def test_a_game_from_another_package_takes_no_then_where_a_coin_is_tossed(monkeypatch: pytest.MonkeyPatch) -> None:
    install_games(monkeypatch, Toss())
    desk = Desk(Plan("toss", 2)).begun()
    assert desk.table.game.to_act(desk.table.state) is not CHANCE
    with pytest.raises(Refusal) as caught:
        desk.decide(ANN, m.MakeMove, seq=desk.table.seq, move="toss", then="toss")
    assert caught.value.code == "no_then"
