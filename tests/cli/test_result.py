"""The result of a game, shown again for a saved one."""

import json
from pathlib import Path

from helpers.commands import Run

GAME = ["--seats", "Ann,bot:cautious", "--seed", "3", "--first", "1", "--record", "game.jsonl"]


def test_a_finished_game_that_is_resumed_shows_its_result(run: Run) -> None:
    run("play", "barbecue", *GAME, typed="1\n" * 20_000)
    again = run("play", "--resume", "game.jsonl")
    assert again.code == 0
    assert "win" in again.out


def test_a_forfeited_game_that_is_resumed_is_over(run: Run) -> None:
    run("play", "barbecue", *GAME, typed="1\nq\n")
    record = json.loads(Path("game.jsonl").read_text())
    record["outcome"] = {"reason": "forfeit", "scores": [0, 0], "winners": [0], "seat": 1}
    Path("game.jsonl").write_text(json.dumps(record))
    done = run("play", "--resume", "game.jsonl", typed="1\n")
    assert done.code == 0
    assert "Ann wins!" in done.out
    assert json.loads(Path("game.jsonl").read_text()) == record
