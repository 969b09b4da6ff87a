"""People who share one keyboard and one screen."""

import re

import pexpect

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
