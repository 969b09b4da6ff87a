"""`heckmeck simulate`."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heckmeck.games import GAMES, get
from helpers.bot_files import FAILING, write_bot
from helpers.commands import Run

EVERY_TABLE = [(name, seats) for name in GAMES for seats in get(name).seats]


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_games_of_every_size_are_simulated_and_their_records_accepted(run: Run, name: str, seats: int) -> None:
    done = run("simulate", name, "--seats", seats, "--bots", "random", "--games", 3, "--records", "games.jsonl")
    assert done.code == 0
    assert done.out.count("random") == seats
    assert run("replay", "games.jsonl", "--check") == (0, "3 of 3 records are valid.\n", "")


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_twice_gives_identical_files(run: Run, name: str) -> None:
    for file in ("a", "b"):
        run("simulate", name, "--games", 4, "--seed", 7, "--records", file)
    run("simulate", name, "--games", 4, "--seed", 8, "--records", "c")
    assert Path("a").read_bytes() == Path("b").read_bytes()
    assert Path("a").read_bytes() != Path("c").read_bytes()


def test_fewer_bots_than_seats_take_turns(run: Run) -> None:
    run("simulate", "barbecue", "--seats", 3, "--bots", "cautious,random", "--games", 1, "--records", "games")
    assert json.loads(Path("games").read_text())["players"] == ["bot:cautious", "bot:random", "bot:cautious"]


def test_options_of_the_game_are_given_by_name(run: Run) -> None:
    Path("board.json").write_text(json.dumps({str(spot): 9 for spot in range(23, 37)}))
    run("simulate", "barbecue", "--games", 1, "--records", "games", "-o", "worms_by_spot=@board.json", "-o", "snails=3")
    setup = json.loads(Path("games").read_text())["setup"]
    assert setup["snails"] == 3
    assert setup["worms_by_spot"]["36"] == 9


def test_a_file_is_replaced_only_when_all_is_written(run: Run) -> None:
    Path("games").write_text("old")
    assert run("simulate", "barbecue", "--bots", "random,clever", "--records", "games").code == 2
    assert Path("games").read_text() == "old"


@pytest.mark.parametrize("processes", ["1", "2"])
def test_stopping_a_simulation_keeps_the_games_so_far(processes: str) -> None:
    arguments = ["simulate", "karteneck", "--games", "100000", "--records", "games", "--processes", processes]
    command = [sys.executable, "-m", "heckmeck", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    partial = Path("games.partial")
    deadline = time.monotonic() + 120

    def has_played() -> bool:
        return partial.exists() and partial.stat().st_size >= 20_000

    try:
        while not has_played() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        assert has_played()
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C in a terminal, which reaches all processes
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "games.partial" in out
    assert "Traceback" not in err
    check = subprocess.run(
        [sys.executable, "-m", "heckmeck", "replay", "games.partial", "--check"], capture_output=True, text=True
    )
    assert check.returncode == 0
    assert "records are valid" in check.stdout


def test_records_go_through_links_and_pipes(run: Run) -> None:
    Path("link").symlink_to("real.jsonl")
    run("simulate", "barbecue", "--games", 1, "--records", "link")
    assert Path("link").is_symlink()
    assert Path("real.jsonl").stat().st_size > 100
    assert run("simulate", "barbecue", "--games", 1, "--records", "/dev/null").code == 0
    assert not Path("/dev/null").is_file()


def test_a_bot_that_forfeits_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from heckmeck.bots.random import RandomBot

    monkeypatch.setattr(RandomBot, "choose", lambda self, view: 1 / 0)
    done = run("simulate", "barbecue", "--bots", "random,cautious", "--games", 4)
    assert "4 forfeits. random forfeited game 1: ZeroDivisionError" in done.err


def test_the_result_for_programs_is_the_same_on_any_number_of_processes(run: Run) -> None:
    arguments = ["--bots", "cautious,random", "--games", 25, "-o", "portions=21-24", "--json"]
    alone, shared = [run("simulate", "bratwurmeck", *arguments, "--processes", number) for number in (1, 2)]
    assert alone == shared
    result = json.loads(alone.out)
    assert (result["game"], result["options"], result["seed"]) == ("bratwurmeck", {"portions": [21, 24]}, "0")
    assert result["games"] == sum(seat["wins"] for seat in result["seats"]) == sum(result["reasons"].values()) == 25
    assert [seat["bot"] for seat in result["seats"]] == ["cautious", "random"]
    assert result["seats"][0]["score"] > result["seats"][1]["score"]
    assert result["steps"] > 25
    assert result["forfeits"] == []


@pytest.mark.parametrize("processes", [1, 2])
def test_a_bot_in_a_file_plays_in_every_process(run: Run, processes: int) -> None:
    write_bot(path="bots/my_bot.py")
    arguments = ["--bots", "./bots/my_bot.py:FirstBot,random", "--games", 12, "--processes", processes]
    done = run("simulate", "barbecue", *arguments, "--records", "games")
    assert done.code == 0
    assert "bots/my_bot.py:FirstBot" in done.out
    assert json.loads(Path("games").read_text().splitlines()[0])["players"][0] == "bot:bots/my_bot.py:FirstBot"
    assert run("replay", "games", "--check").out == "12 of 12 records are valid.\n"


def test_a_forfeit_is_shown_with_position_and_traceback(run: Run) -> None:
    write_bot(FAILING)
    done = run("simulate", "barbecue", "--bots", "my_bot.py:FailingBot,random", "--games", 2, "--processes", 2)
    assert done.code == 0
    first, position, *traceback = done.err.splitlines()
    assert first == "2 forfeits. my_bot.py:FailingBot forfeited game 1: ZeroDivisionError: division by zero"
    assert position.startswith("position: barbecue seats=2 ")
    assert "return 1 / 0" in "".join(traceback)
    assert "heckmeck" not in "".join(traceback)


@pytest.mark.parametrize("bot", ["QuittingBot", "CheatingBot"])
def test_other_forfeits_are_explained_too(run: Run, bot: str) -> None:
    write_bot(FAILING)
    done = run("simulate", "barbecue", "--bots", f"my_bot.py:{bot},random", "--games", 1)
    assert done.err.startswith(f"1 forfeit. my_bot.py:{bot} forfeited game 1: ")
    assert ("SystemExit: enough" if bot == "QuittingBot" else "The move was roll.") in done.err


def test_a_file_that_cannot_be_imported_is_shown_with_its_traceback(run: Run) -> None:
    write_bot("import nowhere")
    done = run("simulate", "barbecue", "--bots", "my_bot.py:MyBot,random")
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == "Traceback (most recent call last):"
    assert 'my_bot.py", line 1' in done.err.splitlines()[1]
    assert done.err.endswith(
        "heckmeck: The bot my_bot.py:MyBot cannot be used: ModuleNotFoundError: No module named 'nowhere'.\n"
    )
    assert "bot_class.py" not in done.err
