"""`heckmeck verify`: its output and its exit codes."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from heckmeck.cli.commands.verify import MAX_SHOWN
from heckmeck.cli.main import make_app
from heckmeck.play import encode
from heckmeck.play.record_file import LONGEST_LINE
from helpers.fair_games import changed, played

GOOD = encode(played("barbecue"))
HIDDEN = encode(played("karteneck", stop=9))
UNFAIR = changed(played("barbecue"), game="QWERTZUP/2")
BARE = GOOD[: GOOD.index(b',"fairness"')] + b"}"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def verify(*arguments: str, typed: bytes = b"") -> Result:
    return CliRunner().invoke(make_app(), ["verify", *arguments], input=typed)


def write(name: str, *lines: bytes) -> str:
    Path(name).write_bytes(b"".join(line + b"\n" for line in lines))
    return name


def test_valid_games_are_reported_in_words() -> None:
    done = verify(write("good.jsonl", GOOD, b"", HIDDEN))
    assert done.exit_code == 0
    assert "good.jsonl, line 1: QWERTZUP/1, barbecue: " in done.stdout
    assert "good.jsonl, line 3: QWERTZUP/1, karteneck: 0 outcomes" in done.stdout
    assert "2 of 2 games are valid: " in done.stdout
    assert done.stderr == ""


def test_what_does_not_hold_is_reported_with_exit_code_1() -> None:
    done = verify(write("bad.jsonl", GOOD, UNFAIR, BARE))
    assert done.exit_code == 1
    assert "bad.jsonl, line 2: Outcome 1 (step 1) is" in done.stderr
    assert "bad.jsonl, line 3: This record has no fairness part" in done.stderr
    assert "1 of 3 games are valid" in done.stdout


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (BARE, "line 1: This record has no fairness part"),
        (GOOD[:-1], "line 1: This is not a record"),
        (bytes(range(256)).replace(b"\n", b""), "line 1: This is not a record"),
        (b"\n \n", "It contains no record"),
        (b"", "It contains no record"),
    ],
)
def test_what_cannot_be_read_is_reported_with_exit_code_2(content: bytes, words: str) -> None:
    Path("file.jsonl").write_bytes(content)
    done = verify("file.jsonl")
    assert done.exit_code == 2
    assert f"file.jsonl{',' if 'line' in words else ':'} {words}" in done.stderr


def test_files_that_are_not_there_do_not_keep_from_the_others() -> None:
    Path("folder").mkdir()
    done = verify("nowhere.jsonl", "folder", write("good.jsonl", GOOD))
    assert done.exit_code == 2
    assert "nowhere.jsonl: No such file" in done.stderr
    assert "folder: Is a directory" in done.stderr
    assert "good.jsonl, line 1: QWERTZUP/1" in done.stdout


def test_standard_input_is_a_file_too() -> None:
    done = verify("-", typed=b"\xef\xbb\xbf" + GOOD + b"\n")
    assert done.exit_code == 0
    assert done.stdout.startswith("-, line 1: QWERTZUP/1, barbecue")


def test_json_has_an_object_for_every_game() -> None:
    done = verify("--json", write("all.jsonl", GOOD, UNFAIR, BARE), "nowhere.jsonl")
    good, unfair, bare, nowhere = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 1
    assert (good["file"], good["line"], good["holds"]) == ("all.jsonl", 1, True)
    assert (good["id"], good["game"], good["seeds"], good["over"]) == ("QWERTZUP/1", "barbecue", 2, True)
    assert (unfair["line"], unfair["holds"], unfair["code"], unfair["outcome"]) == (2, False, "wrong_outcome", 1)
    assert (bare["line"], bare["holds"], bare["code"]) == (3, None, "no_fairness")
    assert (nowhere["line"], nowhere["holds"], nowhere["code"]) == (None, None, "no_file")


def test_of_many_games_only_some_are_reported_one_by_one() -> None:
    done = verify(write("many.jsonl", *[HIDDEN, UNFAIR] * (MAX_SHOWN + 2)))
    assert done.exit_code == 1
    assert done.stdout.count("karteneck") == done.stderr.count("Outcome 1") == MAX_SHOWN
    assert f"{MAX_SHOWN + 2} of {2 * MAX_SHOWN + 4} games are valid" in done.stdout


def test_a_line_without_an_end_does_not_fill_the_memory() -> None:
    with Path("long.jsonl").open("wb") as file:
        file.write(GOOD + b"\n")
        file.truncate(3 * LONGEST_LINE)
    done = verify("long.jsonl")
    assert done.exit_code == 2
    assert "long.jsonl, line 2: The line is longer than 16 MiB; what follows is not read." in done.stderr
    assert "1 of 2 games are valid" in done.stdout


def test_a_file_needs_to_be_named() -> None:
    assert verify().exit_code == 2
