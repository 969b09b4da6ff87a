"""The bot `perfect` on the command line: solved, simulated, played against, and refused where it does not fit."""

from pathlib import Path

import pytest

from helpers.commands import Run

SMALL = ["-o", "portions=21-22"]


@pytest.fixture(autouse=True)
def _solved(run: Run) -> None:
    assert run("solve", "bratwurmeck", "--portions", "21-22", "--values", "Small.values").code == 0


def test_perfect_is_simulated_and_played_against(run: Run) -> None:
    simulated = run("simulate", "bratwurmeck", *SMALL, "--bots", "perfect:Small.values,random", "--games", 3)
    assert "perfect:Small.values" in simulated.out
    assert simulated.err == ""
    played = run("play", "bratwurmeck", *SMALL, "--seats", "Ann,bot:Perfect:Small.values", "--first", 2, typed="q\n")
    assert played.code == 0
    assert "perfect:Small.values" in played.out
    (saved,) = Path("data").rglob("*.jsonl")
    assert run("play", "--resume", saved, typed="q\n").code == 0


@pytest.mark.parametrize("command", [["simulate", "--bots"], ["arena", "--bots"], ["play", "--seats"]])
@pytest.mark.parametrize(
    ("bot", "option", "words"),
    [
        ("perfect", "portions=21-22", "write perfect:FILE"),
        ("perfect:none.values", "portions=21-22", "none.values: No such file"),
        ("perfect:Small.values", "portions=21-23", "no values for this game"),
    ],
)
def test_a_mistake_is_explained_in_one_line(run: Run, command: list[str], bot: str, option: str, words: str) -> None:
    name, bots = command
    prefix = "bot:" if name == "play" else ""
    done = run(name, "bratwurmeck", "-o", option, bots, f"{prefix}{bot},{prefix}greedy")
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
