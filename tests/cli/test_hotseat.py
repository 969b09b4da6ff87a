"""People who share one keyboard and one screen."""

import re
from collections.abc import Sequence
from concurrent.futures import Future
from random import Random

import pexpect
import pytest

from heckmeck.bots import make
from heckmeck.cli import prompt
from heckmeck.cli.coach import Answer
from heckmeck.cli.console import out
from heckmeck.cli.hotseat import Hotseat
from heckmeck.games import Event, GameError, View, get, seen_by
from heckmeck.play import Table
from helpers.commands import Run, terminal

# The screen first, then what has scrolled off it: the other way round a terminal may keep the screen in its history.
WIPED = re.escape("\x1b[2J\x1b[H\x1b[3J")


def test_several_people_need_a_screen_that_can_be_covered(run: Run) -> None:
    done = run("play", "karteneck", "--seats", "Ann,Bo", typed="\n1\nq\n")
    assert done.code == 2
    assert "cover their hands" in done.err
    assert "your hand" not in done.out


def test_hands_are_covered_between_two_people_at_one_keyboard() -> None:
    screen = terminal("play", "karteneck", "--seats", "Ann,Bo", "--seed", "3", "--first", "1", "--record", "game.jsonl")
    screen.expect("The keyboard goes to .*Ann")
    assert "your hand" not in str(screen.before)
    screen.expect("> ")
    screen.sendline("")
    screen.expect("your hand")
    screen.expect("> ")
    screen.sendline("1")
    screen.expect(WIPED)
    screen.expect("The keyboard goes to .*Bo")
    screen.expect("> ")
    assert "your hand" not in str(screen.before)
    screen.sendline("")
    screen.expect("your hand")
    screen.expect("> ")
    screen.sendline("q")
    screen.expect(WIPED)
    screen.expect("--resume")
    assert "your hand" not in str(screen.before)
    screen.expect(pexpect.EOF)


def test_the_coach_knows_only_what_the_person_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int | None, list[Event]]] = []

    def ask_coach(view: View, history: Sequence[Event]) -> Answer:
        asked.append((view.seat, list(history)))
        answer: Answer = Future()
        answer.set_exception(GameError("no_advice", ""))
        return answer

    monkeypatch.setattr(prompt, "ask_coach", ask_coach)
    monkeypatch.setattr(prompt, "read_line", lambda _="": "1")
    game = get("karteneck")
    hotseat = Hotseat(game, [0], coached=True)
    setup = game.setup(seats=3)
    bots = [make("cautious", game, Random(seat)) for seat in (1, 2)]
    happened: list[Event] = []
    hotseat.table = Table(game, setup, [hotseat, *bots], Random(5), names=["Ann", "bot:x", "bot:y"], people=[0])
    with out.capture() as captured:
        for _, played in zip(range(60), hotseat.table.play(), strict=False):
            happened += played.events
            hotseat.observe_all(played.events)
    assert len(asked) > 5
    hidden = [event for event in happened if event.audience is not None and 0 not in event.audience]
    assert hidden
    for seat, history in asked:
        assert seat == 0
        assert history == [*seen_by(happened, 0)][: len(history)]
        assert not any(event in history for event in hidden)
    assert [*seen_by(happened, 0)][: len(asked[-1][1])] == asked[-1][1]
    assert "I do not know Heckmeck am Karteneck" in captured.get()


def test_each_person_switches_the_coach_for_themselves() -> None:
    screen = terminal("play", "karteneck", "--seats", "Ann,Bo", "--seed", "3", "--first", "1", "--record", "game.jsonl")
    screen.expect("The keyboard goes to .*Ann")
    screen.sendline("")
    screen.expect("coach on")
    screen.sendline("c")
    screen.expect("Coach.*coach off")
    screen.sendline("1")
    screen.expect("The keyboard goes to .*Bo")
    screen.sendline("")
    screen.expect("coach on")
    assert "Coach" not in str(screen.before)
    screen.sendline("q")
    screen.expect("--resume game.jsonl --coach")
    screen.expect(pexpect.EOF)


def test_the_log_leaves_out_what_lies_on_the_table(run: Run) -> None:
    arguments = ["--seats", "Ann,bot:cautious", "--seed", "3", "--first", "1", "--record", "game.jsonl"]
    own_turn = run("play", "bratwurmeck", *arguments, typed="1\nq\n").out
    assert "kept     1" in own_turn
    assert "Ann rolls" not in own_turn
    assert "─ log ─" not in own_turn
    arguments[-1] = "other.jsonl"
    next_turn = run("play", "bratwurmeck", *arguments, typed="1\n" * 12 + "q\n").out
    assert "─ log ─" in next_turn
    assert "Ann rolls" in next_turn
    assert "cautious rolls" in next_turn
