"""`heckmeck arena`."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest

from heckmeck.cli import arena_saver
from heckmeck.play import Arena, load_arena
from helpers.bot_files import FAILING, write_bot
from helpers.commands import Run


def wait_for(state: Callable[[], bool]) -> None:
    while not state():
        sleep(0.01)


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


def test_the_result_has_scores_failed_attempts_thefts_options_and_intervals(run: Run) -> None:
    result = json.loads(run("arena", "bratwurmeck", "--bots", "cautious,random", "--json", *SMALL).out)
    assert result["options"] == {"portions": [21, 22]}
    (pairing,) = result["pairings"]
    assert (pairing["deals"], pairing["games"]) == (20, 40)
    assert pairing["low"] < pairing["rate"] <= pairing["high"]
    for number, bot in enumerate(("cautious", "random")):
        rating = result["ratings"][bot]
        averages = [pairing[name][number] for name in ("scores", "failed", "thefts")]
        assert [rating["score"], rating["failed"], rating["thefts"]] == averages
        assert averages[0] > 0


def test_a_clean_sweep_has_an_open_end(run: Run) -> None:
    asked = ["arena", "bratwurmeck", "--bots", "greedy,random", "--deals", 3, "--processes", 1, "--seed", 1]
    result = json.loads(run(*asked, "--json").out)
    assert result["pairings"][0]["rate"] == 1
    greedy, random = (result["ratings"][bot] for bot in ("greedy", "random"))
    assert (greedy["high"], greedy["margin"], random["low"]) == (None, None, None)
    assert greedy["low"] < greedy["points"]
    assert "or more)" in run(*asked).out


def test_a_bot_plays_itself(run: Run) -> None:
    result = json.loads(run("arena", "bratwurmeck", "--bots", "greedy,greedy", "--json", *SMALL).out)
    assert list(result["ratings"]) == ["greedy", "greedy (2)"]
    assert result["pairings"][0]["rate"] == 0.5


def test_until_says_that_it_was_not_reached(run: Run) -> None:
    asked = ["arena", "bratwurmeck", "--bots", "greedy,random", *SMALL]
    missed = run(*asked, "--until", "0.1pp", "--json")
    assert "0.1pp was not reached by 1 of 1 pairings: greedy against random is at" in missed.err
    assert "after 20 deals" in missed.err
    assert json.loads(missed.out)["pairings"][0]["reached"] is False
    assert json.loads(missed.out)["until"] == 0.001
    reached = run(*asked, "--until", "50pp", "--json")
    assert reached.err == ""
    assert json.loads(reached.out)["pairings"][0]["reached"] is True


@pytest.mark.parametrize(
    ("content", "words"),
    [("my notes", "exists already and is not an arena"), (None, "continue it with --resume arena.json")],
)
def test_nothing_is_overwritten(run: Run, content: str | None, words: str) -> None:
    asked = ["arena", "bratwurmeck", "--bots", "greedy,random", *SMALL, "--save", "arena.json"]
    if content is None:
        run(*asked)
    else:
        Path("arena.json").write_text(content)
    before = Path("arena.json").read_bytes()
    done = run(*asked)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert Path("arena.json").read_bytes() == before


def test_an_empty_file_may_be_there_already(run: Run) -> None:
    Path("arena.json").touch()
    assert run("arena", "bratwurmeck", "--bots", "greedy,random", *SMALL, "--save", "arena.json").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["barbecue"], "was begun with the game bratwurmeck, not 'barbecue'"),
        (["--bots", "random,greedy"], "with --bots greedy,random, not 'random,greedy'"),
        (["--seats", 3], "with --seats 2, not 3"),
        (["--seed", "x"], "with --seed 0, not 'x'"),
        (["-o", "portions=21-23"], "with other options"),
    ],
)
def test_another_arena_is_not_continued(run: Run, arguments: list[object], words: str) -> None:
    asked = ["bratwurmeck", "--bots", "greedy,random", "-o", "portions=21-22", "--seats", 2, "--seed", 0]
    run("arena", *asked, "--deals", 2, "--processes", 1, "--save", "arena.json")
    before = Path("arena.json").read_bytes()
    done = run("arena", *arguments, "--resume", "arena.json")
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert Path("arena.json").read_bytes() == before
    same = run("arena", *asked, "--resume", "arena.json", "--deals", 3, "--processes", 1)
    assert same.code == 0, "what is the same may be said again"


def test_an_arena_is_saved_while_it_is_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_saver, "PERIOD", 0)
    found: list[int] = []

    def watched(self: Arena, *arguments: object) -> Iterator[int]:
        for games in play(self, *arguments):  # type: ignore[arg-type]
            found.append(len(load_arena("arena.json").scores["greedy", "random"].shares))
            yield games
            if len(found) == 4:
                raise KeyboardInterrupt

    play = Arena.play
    monkeypatch.setattr(Arena, "play", watched)
    done = run("arena", "bratwurmeck", "--bots", "greedy,random", *SMALL, "--save", "arena.json")
    assert done.code == 130
    assert "8 games of" in done.out, "what is known so far"
    assert found == [0, 1, 2, 3], "it is there from the beginning and follows each piece"
    assert len(load_arena("arena.json").scores["greedy", "random"].shares) == 4


def test_control_c_keeps_what_was_played_on_several_processes(tmp_path: Path) -> None:
    path = tmp_path / "arena.json"
    code = (
        "import sys; from heckmeck.cli import arena_saver, processes; from heckmeck.cli.commands import arena;"
        "arena_saver.PERIOD = 0; processes.cores = arena.cores = lambda: 2;"
        "from heckmeck.cli.main import main; main()"
    )
    asked = ["arena", "bratwurmeck", "--bots", "cautious,random", "--deals", "1000000", "--save", str(path)]
    with subprocess.Popen(
        [sys.executable, "-c", code, *asked], stderr=subprocess.PIPE, start_new_session=True
    ) as program:
        wait_for(
            lambda: (
                program.poll() is not None
                or (path.exists() and load_arena(path).scores["cautious", "random"].games > 100)
            )
        )
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to all processes
        _, messages = program.communicate()
    assert (program.returncode, messages) == (130, b"")
    kept = load_arena(path).scores["cautious", "random"]
    assert kept.games == 2 * len(kept.shares) > 100


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


def test_names_that_differ_in_their_ends_are_shown_in_full(run: Run) -> None:
    write_bot(
        "from heckmeck.bots.random import RandomBot\nclass Bot(RandomBot):\n    argument = 'X'\n"
        "    def __init__(self, source, x): self.source = source\n",
        "a_bot_with_quite_a_long_name.py",
    )
    names = [f"a_bot_with_quite_a_long_name.py:Bot:{number}" for number in (1, 2)]
    shown = run("arena", "bratwurmeck", "--bots", ",".join(names), *SMALL).out
    assert "…" not in shown


def test_a_forfeit_is_shown_with_position_and_traceback(run: Run) -> None:
    write_bot(FAILING)
    done = run("arena", "bratwurmeck", "--bots", "my_bot.py:FailingBot,random", *SMALL)
    assert "my_bot.py:FailingBot: ZeroDivisionError: division by zero\nposition: bratwurmeck " in done.err
    assert "return 1 / 0" in done.err


@pytest.mark.slow
def test_a_ray_cluster_gives_the_same_result(run: Run) -> None:
    """A separate cluster on this machine, in separate processes; one of the bots plays from a file."""
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
        (["arena", "barbecue", "--processes", "0"], "--processes must be from 1 to"),
        (["arena", "barbecue", "--processes", "5000"], "one for each core"),
        (["arena", "barbecue", "--save", "nowhere/arena.json"], "make it first"),
        (["arena", "barbecue", "--save", "."], "not a file"),
    ],
)
def test_a_mistake_is_explained_in_one_line(run: Run, arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
