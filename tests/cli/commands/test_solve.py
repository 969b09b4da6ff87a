"""The command that solves small games: what it prints, stores and refuses."""

import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from heckmeck.cli.main import make_app
from heckmeck.games import BadSetup, GameError
from heckmeck.games.bratwurmeck import BratwurmeckSetup
from heckmeck.solve import Values, read_values
from heckmeck.solve.bratwurmeck import small_game
from helpers.small_game_reference import SETUPS, Place, by_playing, reference


def command(*arguments: object) -> str:
    result = CliRunner().invoke(make_app(), ["solve", *map(str, arguments)])
    if isinstance(result.exception, GameError | OSError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_the_command_solves_plays_and_takes_up_again(tmp_path: Path) -> None:
    path = tmp_path / "small.values"
    asked = ("bratwurmeck", "--portions", "21-23", "--values", path)
    said = command(*asked, "--threads", 2, "--check", 50)
    value = reference(SETUPS[1])[Place((21, 22, 23), (), ())]
    assert f"{len(by_playing(SETUPS[1]))} positions" in said
    told = re.search(r"the first mover wins (0\.\d+) ± ", said)
    assert told is not None
    assert float(told[1]) == pytest.approx(value, abs=2e-6)
    assert "played 50 games: the first mover won 0." in said
    written = path.read_bytes()
    assert command(*asked, "--resume").splitlines()[:2] == said.splitlines()[:2]
    assert path.read_bytes() == written


def test_the_command_leaves_a_checkpoint_and_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(values: Values[Any], *_: object) -> None:
        values.low[0] = 0.25
        raise KeyboardInterrupt

    path = tmp_path / "small.values"
    asked = ["solve", "bratwurmeck", "--portions", "21-22", "-o", "lower_portion=next", "--tolerance", "1e-5"]
    asked += ["--values", str(path)]
    with monkeypatch.context() as patch:
        patch.setattr("heckmeck.cli.commands.solve.narrow", interrupted)
        result = CliRunner().invoke(make_app(), asked)
    assert result.exit_code == 130
    go_on = "heckmeck solve bratwurmeck --portions 21-22 --option lower_portion=next --tolerance 1e-05"
    assert f"{go_on} --values {path} --resume" in result.stderr
    setup = BratwurmeckSetup(seats=2, portions=(21, 22), lower_portion="next")
    assert read_values(path, setup, unfinished=True).low[0] == 0.25
    assert "6 positions" in command(*asked[1:], "--resume")
    assert 1e-6 < read_values(path, setup).bound <= 1e-5


def test_interrupted_in_the_middle_of_a_sweep_it_goes_on_to_the_same_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C comes between two blocks of a sweep, when some positions are updated already and others are not."""
    path = tmp_path / "small.values"
    asked = ["solve", "bratwurmeck", "--portions", "21-23", "--values", str(path)]
    narrow, blocks = small_game._narrow, 0

    def interrupted(values: Values[Any], *rest: Any) -> None:
        nonlocal blocks
        blocks += 1
        if blocks == 60:
            raise KeyboardInterrupt
        narrow(values, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(small_game, "_narrow", interrupted)
        assert CliRunner().invoke(make_app(), asked).exit_code == 130
    checkpoint = read_values(path, unfinished=True)
    assert 1e-6 < checkpoint.bound < 1
    with pytest.raises(BadSetup, match="not finished"):
        read_values(path)
    command(*asked[1:], "--resume")
    values = read_values(path)
    assert values.bound <= 1e-6
    for where, value in reference(SETUPS[1]).items():
        number = values.positions.find(*where)
        assert values.low[number] - 1e-9 <= value <= values.high[number] + 1e-9
    assert (checkpoint.low <= values.low).all()
    assert (checkpoint.high >= values.high).all()


def test_the_needed_memory_is_printed_and_too_little_of_it_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "small.values"
    asked = ("bratwurmeck", "--portions", "21-22", "--values", path)
    assert "up to 7 positions, about 1 MiB of memory" in command(*asked)
    before = path.read_bytes()
    monkeypatch.setattr("heckmeck.cli.commands.solve.available_memory", lambda: 8 * 2**30)
    with pytest.raises(BadSetup, match=r"10 portions need about 11\.1 GiB of memory, and 8\.0 GiB are free") as caught:
        command("bratwurmeck", "--portions", "21-30", "--values", path)
    assert caught.value.code == "no_memory"
    assert path.read_bytes() == before
    monkeypatch.setattr("heckmeck.cli.commands.solve.available_memory", lambda: None)
    assert "6 positions" in command(*asked), "where the system says nothing, it is tried"


def test_the_command_refuses_what_it_cannot_solve_or_must_not_overwrite(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann")
    for arguments, words in (
        (("barbecue",), "Only small games of Bratwurmeck"),
        (("bratwurmeck", "--portions", "21"), "portions must be"),
        (("bratwurmeck", "--portions", "21-36", "--values", tmp_path / "x"), "at most 10 portions"),
        (("bratwurmeck", "--tolerance", "nan"), "--tolerance must be"),
        (("bratwurmeck", "--values", letter), "no values"),
        (("bratwurmeck", "--values", letter, "--resume"), "no values"),
    ):
        with pytest.raises(BadSetup, match=words):
            command(*arguments)
    assert letter.read_text() == "Dear Ann"
    with pytest.raises(FileNotFoundError):
        command("bratwurmeck", "--values", tmp_path / "none", "--resume")
