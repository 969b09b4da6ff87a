"""`heckmeck arena`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.bot_files import FAILING, write_bot
from helpers.commands import Run

SMALL = ["--deals", 20, "--processes", 1, "-o", "portions=21-22"]


def test_bots_are_rated_and_compared(run: Run) -> None:
    done = run("arena", "bratwurmeck", "--bots", "greedy,random", *SMALL)
    assert done.code == 0
    assert "against greedy" in done.out
    assert "40 games of Heckmeck am Bratwurmeck with 2 seats" in done.out


def test_the_result_for_programs(run: Run) -> None:
    result = json.loads(run("arena", "bratwurmeck", "--bots", "greedy,random", "--json", *SMALL).out)
    assert result["pairings"][0]["games"] == 40
    assert result["pairings"][0]["rate"] > 0.5
    assert set(result["ratings"]) == {"greedy", "random"}


def test_an_arena_is_saved_and_continued(run: Run) -> None:
    run("arena", "bratwurmeck", "--bots", "greedy,random", *SMALL, "--save", "arena.json")
    more = run("arena", "--resume", "arena.json", "--deals", 30, "--processes", 1, "--json")
    assert json.loads(more.out)["pairings"][0]["games"] == 60
    straight = run("arena", "bratwurmeck", "--bots", "greedy,random", *SMALL[2:], "--deals", 30, "--json")
    assert json.loads(straight.out) == json.loads(more.out)
    assert Path("arena.json").exists()


def test_a_bot_in_a_file_is_rated_by_several_processes_saved_and_continued(run: Run) -> None:
    write_bot()
    small = ["--deals", 30, "-o", "portions=21-22", "--processes", 2]
    done = run("arena", "bratwurmeck", "--bots", "./my_bot.py:FirstBot,random", *small, "--save", "arena.json")
    assert (done.code, done.err) == (0, "")
    assert "my_bot.py:FirstBot" in done.out
    assert json.loads(Path("arena.json").read_text())["bots"] == ["my_bot.py:FirstBot", "random"]
    assert run("arena", "--resume", "arena.json", "--deals", 31, "--processes", 1).code == 0


def test_a_forfeit_is_shown_with_position_and_traceback(run: Run) -> None:
    write_bot(FAILING)
    done = run("arena", "bratwurmeck", "--bots", "my_bot.py:FailingBot,random", *SMALL)
    assert "my_bot.py:FailingBot: ZeroDivisionError: division by zero\nposition: bratwurmeck " in done.err
    assert "return 1 / 0" in done.err


@pytest.mark.slow
def test_a_ray_cluster_gives_the_same_result(run: Run) -> None:
    """A cluster of its own on this machine, in processes of its own; one of the bots plays from a file."""
    run("solve", "bratwurmeck", "--portions", "21-22", "--values", "small.values")
    bots = f"greedy,perfect:{Path('small.values').absolute()}"
    arguments = [*map(str, SMALL), "--bots", bots, "--json"]
    results = []
    for engine in (["--engine", "local"], ["--engine", "ray", "--address", "local"]):
        command = [sys.executable, "-m", "heckmeck", "arena", "bratwurmeck", *arguments, *engine]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr
        results.append(json.loads(done.stdout.splitlines()[-1]))
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["arena"], "Name the game"),
        (["arena", "chess"], "no game 'chess'"),
        (["arena", "barbecue", "--bots", "greedy"], "two or more bots"),
        (["arena", "barbecue", "--bots", "greedy,clever"], "no bot 'clever'"),
        (["arena", "barbecue", "--seats", "9"], "2 to 5 players"),
        (["arena", "barbecue", "--until", "soon"], "percentage points"),
        (["arena", "barbecue", "--until", "nan"], "percentage points"),
        (["arena", "barbecue", "--engine", "steam"], "no engine 'steam'"),
        (["arena", "--resume", "nowhere.json"], "nowhere.json"),
        (["arena", "barbecue", "--resume", "x.json"], "leave out"),
    ],
)
def test_a_mistake_is_explained_in_one_line(run: Run, arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
