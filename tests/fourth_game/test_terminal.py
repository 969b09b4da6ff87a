"""The game in the terminal: every command accepts it like one of ours."""

import json
from pathlib import Path

import pytest

from heckmeck.games import AnyGame
from helpers.commands import run_command


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pig: AnyGame) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def test_it_is_played_saved_and_continued() -> None:
    arguments = ["--seats", "Ann,bot:hold", "--seed", 3, "--first", 1, "--record", "game.jsonl", "-o", "target=30"]
    begun = run_command("play", "pig", *arguments, typed="fly\nposition\nroll\nq\n")
    assert begun.code == 0
    assert "'fly' is not a move of Pig" in begun.out
    assert "seat 0     0 of 30" in begun.out
    assert "1  hold" in begun.out
    assert "pig seats=2 target=30 banked=0/0 turn=0 at_stake=" in begun.out
    ended = run_command("play", "--resume", "game.jsonl", typed="1\n" * 100)
    assert ended.code == 0
    assert "target reached" in ended.out
    assert "wins!" in ended.out
    assert "DieRolled(seat=" in ended.out, "an event without a sentence of its own"


def test_the_coach_says_that_it_has_no_advice_and_the_game_goes_on() -> None:
    done = run_command("play", "pig", "--seats", "Ann,bot:hold", "--first", 1, "--coach", typed="roll\n?\nq\n")
    assert done.code == 0
    assert "Coach  I do not know Pig well enough to give advice." in " ".join(done.out.split("\n"))
    assert "Type a number from the list" in done.out
    assert "heckmeck rules pig" not in done.out


def test_it_is_offered_and_its_opponents_are_found() -> None:
    done = run_command("play", typed="4\nq\n")
    assert "Pig" in done.out
    (saved,) = Path("data").rglob("pig-*.jsonl")
    assert json.loads(saved.read_text())["players"] == ["Player", "bot:hold", "bot:hold"]


def test_it_is_simulated_and_replayed() -> None:
    done = run_command("simulate", "pig", "--bots", "hold,random", "--games", 5, "--records", "games.jsonl")
    assert done.code == 0
    assert "5 games of Pig" in done.out
    assert run_command("replay", "games.jsonl", "--check").out == "5 of 5 records are valid.\n"
    shown = run_command("replay", "games.jsonl", "--game", 2).out
    assert "DieRolled(seat=" in shown
    assert "of 100" in shown


def test_a_bad_step_is_named_with_the_position_before_it() -> None:
    run_command("simulate", "pig", "--bots", "hold,random", "--games", 1, "--records", "games.jsonl")
    record = json.loads(Path("games.jsonl").read_text())
    record["steps"][0] = "hold"
    Path("games.jsonl").write_text(json.dumps(record))
    checked = run_command("replay", "games.jsonl", "--check")
    assert checked.code == 2
    assert "step 1: " in checked.err
    assert "position before it: pig seats=2 banked=0/0 turn=0 at_stake=0 rolling=yes" in checked.err


def test_its_bots_are_rated() -> None:
    done = run_command("arena", "pig", "--bots", "hold,random", "--deals", 20, "--processes", 1, "--json")
    assert json.loads(done.out)["pairings"][0]["rate"] > 0.5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rules", "pig"], "no rules page for Pig"),
        (["odds", "pig"], "Pig has no roll-and-keep turns"),
        (["odds", "pig seats=2 banked=0/0 turn=0 at_stake=0 rolling=yes"], "Pig has no roll-and-keep turns"),
        (["solve", "pig"], "Only small games of Bratwurmeck"),
    ],
)
def test_what_it_does_not_have_is_said_in_one_line(arguments: list[str], words: str) -> None:
    done = run_command(*arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
