"""`heckmeck replay`."""

import json
from pathlib import Path

from helpers.commands import Run


def test_one_game_is_shown_in_words(run: Run) -> None:
    run("simulate", "bratwurmeck", "--bots", "cautious", "--games", 1, "--records", "games")
    shown = run("replay", "games")
    assert shown.code == 0
    assert "Heckmeck am Bratwurmeck: cautious 1, cautious 2" in shown.out
    assert "rolls" in shown.out
    assert "No open portion is left on the grill." in shown.out


def test_several_games_are_listed_and_one_of_them_is_shown(run: Run) -> None:
    run("simulate", "karteneck", "--games", 30, "--records", "games")
    listed = run("replay", "games")
    assert listed.out.count("karteneck") == 20
    assert "and more" in listed.out
    assert "is served" in run("replay", "games", "--game", 25).out
    assert run("replay", "games", "--game", 31).code == 2


def test_an_unfinished_game_is_right_and_said_to_be_unfinished(run: Run) -> None:
    run("simulate", "barbecue", "--games", 1, "--records", "games")
    record = json.loads(Path("games").read_text())
    record["steps"], record["outcome"] = record["steps"][:5], None
    Path("games").write_text(json.dumps(record))
    assert run("replay", "games", "--check").out == "1 of 1 records are valid, 1 of them unfinished.\n"
    assert "unfinished" in run("replay", "games").out


def test_bad_records_are_named_by_line_step_and_rule(run: Run) -> None:
    run("simulate", "bratwurmeck", "--games", 2, "--records", "games")
    first, second = Path("games").read_text().splitlines()
    record = json.loads(second)
    record["steps"][1] = "keep W" if record["steps"][1] != "keep W" and "W" not in record["steps"][0] else "roll"
    Path("games").write_text(f"{first}\n{json.dumps(record)}\n{first[:100]}\n")
    checked = run("replay", "games", "--check")
    assert checked.code == 2
    assert "games, line 2: step 2: " in checked.err
    assert "(RK-2)" in checked.err
    assert "position before it: bratwurmeck seats=2 first=1 grill=21-36 stacks=-/- turn=1 rolled=" in checked.err
    assert "games, line 3: This is not a record" in checked.err
    assert checked.out == "1 of 3 records are valid.\n"


def test_many_bad_lines_are_not_all_listed(run: Run) -> None:
    Path("games").write_text("x\n" * 500)
    checked = run("replay", "games", "--check")
    assert checked.code == 2
    assert checked.err.count("line") == 20
    assert "and 480 more" in checked.err
