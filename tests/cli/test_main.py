"""The program: its version, and errors of all commands, which are explained in one line with exit code 2."""

import subprocess
import sys
from pathlib import Path

import pytest

from heckmeck import __version__
from heckmeck.games import all_games
from helpers.commands import Run

GOOD = (
    '{"format":"heckmeck-record/1","game":"barbecue","setup":{"seats":2},"players":["Ann","bot:random"],'
    '"steps":[],"outcome":null}'
)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "no game 'chess'"),
        (["play", "barbecue", "--seats", "9"], "2 to 5 players"),
        (["play", "barbecue", "--seats", "1" * 5000], "2 to 5 players"),
        (["play", "barbecue", "--seats", "Ann"], "2 to 5 players, not 1"),
        (["play", "barbecue", "--seats", "Ann,bot:clever"], "no bot 'clever'"),
        (["play", "barbecue", "--seats", "Ann,,Bo"], "needs a name"),
        (["play", "barbecue", "--seats", "Ann,\x1b[2J"], "needs a name"),
        (["play", "barbecue", "--first", "4"], "--first"),
        (["play", "barbecue", "--first", "0"], "--first"),
        (["play", "barbecue", "-o", "sauce=hot"], "no option 'sauce'"),
        (["play", "barbecue", "-o", "snails"], "NAME=VALUE"),
        (["play", "barbecue", "-o", "snails=many"], "snails must be"),
        (["play", "barbecue", "-o", "seats=3"], "--seats"),
        (["play", "barbecue", "-o", "worms_by_spot=@nowhere.json"], "nowhere.json"),
        (["play", "barbecue", "-o", "worms_by_spot=@not.json"], "is not JSON"),
        (["play", "bratwurmeck", "-o", "portions=28-21"], "portions must be"),
        (["play", "--resume", "nowhere.jsonl"], "nowhere.jsonl"),
        (["play", "--resume", "not.json"], "line 1"),
        (["play", "--resume", "empty"], "contains no record"),
        (["play", "--resume", "binary"], "binary is a binary file"),
        (["play", "--resume", "folder"], "folder"),
        (["play", "barbecue", "--record", "folder"], "folder"),
        (["play", "barbecue", "--record", ""], "a file with a name"),
        (["play", "barbecue", "--record", "good.jsonl"], "good.jsonl exists already"),
        (["play", "barbecue", "--seats", "Ann,random"], "write bot:random"),
        (["play", "barbecue", "--seats", "-1"], "2 to 5 players"),
        (["play", "barbecue", "-o", "self=1"], "no option 'self'"),
        (["play", "barbecue", "--resume", "good.jsonl"], "leave out"),
        (["play", "barbecue", "--seed", "\udcff"], "readable text"),
        (["simulate", "barbecue", "--records", ""], "a file with a name"),
        (["simulate", "barbecue", "--records", "not.json"], "not.json exists already"),
        (["simulate", "barbecue", "--records", "folder"], "folder"),
        (["rules", "chess"], "no game 'chess'"),
        (["simulate", "chess"], "no game 'chess'"),
        (["simulate", "barbecue", "--processes", "3"], "--processes must be from 1 to 2 here"),
        (["simulate", "barbecue", "--processes", "0"], "--processes must be from 1 to 2 here"),
        (["simulate", "barbecue", "--seats", "6"], "2 to 5 players"),
        (["simulate", "barbecue", "--seats", "2", "--bots", "random,random,random"], "do not fit"),
        (["simulate", "barbecue", "--bots", "clever"], "no bot 'clever'"),
        (["simulate", "barbecue", "--bots", ""], "no bot ''"),
        (["simulate", "barbecue", "--records", "folder/none/x"], "No such file"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl"),
        (["replay", "folder"], "folder"),
        (["replay", "empty"], "contains no record"),
        (["replay", "empty", "--check"], "contains no record"),
        (["replay", "binary"], "binary is a binary file"),
        (["replay", "binary", "--check"], "binary is a binary file"),
        (["simulate", "barbecue", "--records", "binary"], "binary exists already"),
        (["replay", "not.json"], "line 1"),
        (["replay", "cut.jsonl"], "line 1"),
        (["replay", "good.jsonl", "--game", "7"], "line 7"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_a_mistake_is_explained_in_one_line(run: Run, arguments: list[str], words: str) -> None:
    Path("folder").mkdir()
    Path("empty").write_text("\n")
    Path("binary").write_bytes(bytes(range(256)).replace(b"\n", b""))
    Path("not.json").write_text("{")
    Path("good.jsonl").write_text(GOOD)
    Path("cut.jsonl").write_text(GOOD[:60])
    done = run(*arguments)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
    message = [line for line in done.err.splitlines() if "records are valid" not in line]
    assert len(message) == 1


@pytest.mark.parametrize("arguments", [["fly"], ["simulate", "barbecue", "--games", "0"], ["play", "--first", "x"]])
def test_a_wrong_usage_is_explained_by_the_command(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert "Traceback" not in done.err


def test_no_game_chosen_is_said(run: Run) -> None:
    done = run("play", typed="7\nchess\nq\n")
    assert done.code == 2
    assert done.out.count(f"Type a number from 1 to {len(all_games())}") == 2
    assert "No game was chosen" in done.err


def test_output_into_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m heckmeck rules karteneck | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_the_version_is_shown(run: Run) -> None:
    assert run("--version").out == f"heckmeck {__version__}\n"
