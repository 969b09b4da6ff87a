"""`heckmeck play` with typed input, and in a real terminal."""

import json
import re
from pathlib import Path

import pexpect
import pytest

from heckmeck.games import GAMES
from heckmeck.play import Record, read_records, replay, write_record
from helpers.bot_files import FAILING, write_bot
from helpers.commands import Run, interrupt, terminal

GAME = ["--seats", "Ann,bot:cautious", "--seed", "3", "--first", "1", "--record", "game.jsonl"]


def saved(path: str = "game.jsonl") -> Record:
    ((_, record),) = read_records(Path(path))
    assert isinstance(record, Record)
    list(replay(record))
    return record


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_typing_numbers(run: Run, name: str) -> None:
    done = run("play", name, *GAME, typed="1\n" * 20_000)
    assert done.code == 0
    assert re.search(r"(wins|share the win)!", done.out)
    assert "The record is in game.jsonl" in done.out
    record = saved()
    assert record.outcome is not None
    assert record.players == ("Ann", "bot:cautious")


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_the_same_typing_give_the_same_game(run: Run, name: str) -> None:
    run("play", name, *GAME[:-1], "a.jsonl", typed="1\n" * 40)
    run("play", name, *GAME[:-1], "b.jsonl", typed="1\n" * 40)
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()


def test_every_choice_is_listed_and_what_is_wrong_with_an_answer_is_explained(run: Run) -> None:
    done = run("play", "bratwurmeck", *GAME, typed="99\nkeep 7\nroll\nfly\ntake 21\nkeep 1\n?\n0\nq\n")
    assert done.code == 0
    for words in (
        "There is no choice 99",
        "'keep 7' is not a move",
        "Set aside the dice of one face first. (RK-2)",
        "'fly' is not a move",
        "There is no choice 0",
        "Type a number from the list",
    ):
        assert words in done.out


def test_moves_are_understood_in_any_case_and_order(run: Run) -> None:
    run("play", "bratwurmeck", *GAME, typed="1\nROLL\nq\n")
    assert saved().steps[2] == "roll"


def test_leaving_saves_the_game_and_says_how_to_go_on(run: Run) -> None:
    done = run("play", "barbecue", *GAME, typed="1\nq\n")
    assert done.code == 0
    assert "heckmeck play --resume game.jsonl" in done.out
    before = saved()
    assert before.outcome is None
    run("play", "--resume", "game.jsonl", typed="1\n1\nq\n")
    assert len(saved().steps) > len(before.steps)
    assert saved().steps[: len(before.steps)] == before.steps
    run("play", "--resume", "game.jsonl", typed="1\n" * 20_000)
    assert saved().outcome is not None


def test_the_end_of_the_input_is_like_leaving(run: Run) -> None:
    done = run("play", "karteneck", *GAME, typed="1\n")
    assert done.code == 0
    assert "--resume" in done.out
    assert saved().outcome is None


def test_a_game_is_saved_in_the_data_folder_by_default(run: Run, tmp_path: Path) -> None:
    done = run("play", "barbecue", typed="q\n")
    (path,) = (tmp_path / "data" / "heckmeck" / "games").glob("barbecue-*.jsonl")
    assert path.name in done.out.replace("\n", "")
    assert saved(str(path)).players == ("Player", "bot:medium", "bot:medium")


def test_bots_alone_play_and_are_reported(run: Run) -> None:
    done = run("play", "bratwurmeck", "--seats", "bot:cautious,bot:random", "--seed", "1", "--record", "game.jsonl")
    assert done.code == 0
    assert "cautious rolls" in done.out
    assert saved().outcome is not None


def test_without_a_game_one_is_asked_for(run: Run) -> None:
    done = run("play", "--record", "game.jsonl", typed="2\nq\n")
    assert "Which game?" in done.out
    assert saved().game == "barbecue"


def test_names_in_a_record_cannot_do_anything_to_the_terminal(run: Run) -> None:
    run("play", "barbecue", *GAME, typed="q\n")
    record = json.loads(Path("game.jsonl").read_text())
    record["players"][0] = "\x1b[2J[red]Ann[/red]"
    Path("game.jsonl").write_text(json.dumps(record))
    for done in (run("play", "--resume", "game.jsonl", typed="1\nq\n"), run("replay", "game.jsonl")):
        assert done.code == 0
        assert "\x1b[2J" not in done.out
        assert "[red]Ann[/red]" in done.out


def test_ctrl_c_in_a_terminal_saves_the_game_and_says_how_to_go_on() -> None:
    screen = terminal("play", "bratwurmeck", *GAME)
    screen.expect("keep")
    screen.expect("> ")
    screen.sendline("1")
    screen.expect("roll the other")
    screen.expect("> ")
    interrupt(screen, "heckmeck play --resume game.jsonl")
    screen.expect(pexpect.EOF)
    screen.close()
    assert screen.exitstatus == 130
    assert saved().outcome is None
    assert len(saved().steps) == 2


def test_a_resumed_game_says_what_happened_before(run: Run) -> None:
    run("play", "barbecue", "--seats", "Ann,bot:cautious", "--seed", "3", "--first", "2", "--record", "g", typed="q\n")
    assert "cautious rolls" in run("play", "--resume", "g", typed="q\n").out


@pytest.mark.parametrize("name", GAMES)
def test_the_coach_advises_from_the_first_decision_and_goes_on_with_the_saved_game(run: Run, name: str) -> None:
    begun = run("play", name, *GAME, "--coach", typed="1\nq\n")
    assert begun.out.count("Coach  ") == 2
    assert "★" in begun.out
    assert "heckmeck play --resume game.jsonl --coach" in begun.out
    again = run("play", "--resume", "game.jsonl", "--coach", typed="c\nq\n")
    assert again.out.count("Coach  ") == 1
    assert "game.jsonl --coach" not in again.out


def test_the_coach_needs_a_person(run: Run) -> None:
    done = run("play", "barbecue", "--seats", "bot:cautious,bot:random", "--coach", "--record", "game.jsonl")
    assert done.code == 2
    assert "The coach advises people, and only bots play here: leave out --coach." in " ".join(done.err.split())
    assert not Path("game.jsonl").exists()


@pytest.mark.parametrize("name", GAMES)
def test_the_coach_does_not_change_the_game(run: Run, name: str) -> None:
    run("play", name, *GAME[:-1], "a.jsonl", typed="1\n" * 6)
    run("play", name, *GAME[:-1], "b.jsonl", "--coach", typed="1\n" * 6)
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()


def test_a_disk_that_is_full_for_a_while_does_not_end_the_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from heckmeck.cli.commands import play as command

    calls = []

    def sometimes(path: Path, record: Record) -> None:
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device", str(path))
        write_record(path, record)

    monkeypatch.setattr(command, "write_record", sometimes)
    done = run("play", "barbecue", *GAME, typed="1\n1\nq\n")
    assert done.code == 0
    assert "could not be saved in game.jsonl: No space left on device. It continues." in done.err
    assert len(saved().steps) > 2


def test_a_bot_in_a_file_plays_and_its_code_is_run_again_only_after_a_question(run: Run) -> None:
    write_bot(path="MyBots/first.py")
    run("play", "barbecue", "--seats", "Ann,bot:./MyBots/first.py:FirstBot", *GAME[2:], typed="1\nq\n")
    assert saved().players == ("Ann", "bot:MyBots/first.py:FirstBot")
    for answer in ("no\n", "q\n", "", "perhaps\n"):
        refused = run("play", "--resume", "game.jsonl", typed=answer)
        assert refused.code == 2
        assert "the code of MyBots/first.py:FirstBot may not be run" in refused.err
    continued = run("play", "--resume", "game.jsonl", typed="yes\n1\nq\n")
    assert continued.code == 0
    assert "Its code will be run on this machine" in continued.out
    assert len(saved().steps) > 2


def test_a_bot_that_forfeits_is_explained(run: Run) -> None:
    write_bot(FAILING)
    done = run("play", "barbecue", "--seats", "Ann,bot:my_bot.py:FailingBot", "--first", 2, typed="")
    assert "my_bot.py:FailingBot forfeits: ZeroDivisionError: division by zero\nposition: barbecue " in done.err
    assert "return 1 / 0" in done.err


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ("Ann,my_bot.py:FirstBot", "write bot:my_bot.py:FirstBot"),
        (f"Ann,bot:{'folder/' * 12}my_bot.py:FirstBot", "too long to be saved"),
        ("Ann,bot:nowhere.py:FirstBot", "There is no file nowhere.py"),
    ],
)
def test_a_class_that_cannot_play_is_refused_before_the_game(run: Run, seats: str, words: str) -> None:
    done = run("play", "barbecue", "--seats", seats)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
