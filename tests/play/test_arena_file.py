"""Arenas in files: continued as if they had never been stopped, and refused where they are broken."""

import json
from pathlib import Path

import pytest

from heckmeck.games import BadSetup, get
from heckmeck.play import Arena, load_arena, save_arena
from heckmeck.play.arena_file import is_arena_file


def played(deals: int) -> Arena:
    made = Arena(get("bratwurmeck"), ["cautious", "random"], 2, "1", {"portions": [21, 23]})
    for _ in made.play(deals):
        pass
    return made


def test_a_continued_arena_ends_like_one_that_was_never_stopped(tmp_path: Path) -> None:
    path = tmp_path / "arena.json"
    save_arena(played(30), path)
    continued = load_arena(path)
    for _ in continued.play(75):
        pass
    assert continued.scores == played(75).scores


def test_a_path_can_be_text_and_a_seed_a_number(tmp_path: Path) -> None:
    made = Arena(get("bratwurmeck"), ["cautious", "random"], 2, 1, {"portions": [21, 23]})
    for _ in made.play(5):
        pass
    assert made.scores == played(5).scores
    save_arena(made, str(tmp_path / "arena.json"))
    assert load_arena(str(tmp_path / "arena.json")).scores == made.scores


def test_copies_of_a_bot_are_continued_too(tmp_path: Path) -> None:
    made = Arena(get("bratwurmeck"), ["random", "random"], 2, "1", {"portions": [21, 23]})
    for _ in made.play(3):
        pass
    save_arena(made, tmp_path / "arena.json")
    assert load_arena(tmp_path / "arena.json").scores == made.scores
    assert load_arena(tmp_path / "arena.json").bots == ("random", "random (2)")


def test_another_version_of_a_bot_does_not_continue(tmp_path: Path) -> None:
    path = tmp_path / "arena.json"
    save_arena(played(2), path)
    saved = json.loads(path.read_text())
    path.write_text(json.dumps({**saved, "versions": {**saved["versions"], "cautious": "heckmeck 0.0.9"}}))
    with pytest.raises(BadSetup, match=r"by the bot cautious of heckmeck 0\.0\.9, but this one is of heckmeck"):
        load_arena(path)
    del saved["versions"]
    path.write_text(json.dumps(saved))
    assert load_arena(path).scores == played(2).scores, "a file of before versions were noted"


def test_a_file_of_another_kind_is_no_arena(tmp_path: Path) -> None:
    path = tmp_path / "arena.json"
    path.write_text("[]")
    assert not is_arena_file(path)
    save_arena(played(1), path)
    assert is_arena_file(path)


@pytest.mark.parametrize("change", ["format", "pairing", "cut", "binary"])
def test_a_broken_file_is_refused(tmp_path: Path, change: str) -> None:
    path = tmp_path / "arena.json"
    save_arena(played(2), path)
    saved = json.loads(path.read_text())
    if change == "format":
        saved["format"] = "heckmeck-arena/2"
    elif change == "pairing":
        saved["pairings"][0]["bots"] = ["random", "greedy"]
    path.write_bytes({"cut": path.read_bytes()[:50], "binary": b"\xff"}.get(change, json.dumps(saved).encode()))
    with pytest.raises(BadSetup):
        load_arena(path)


@pytest.mark.parametrize(
    "change",
    [
        {"shares": [0.5, 1.5]},
        {"shares": [-0.5, 0.5]},
        {"shares": []},
        {"games": 0},
        {"games": -4},
        {"games": 3},
        {"scores": [1.0]},
        {"failed": [1, 2, 3]},
        {"failed": [-1, 2]},
        {"thefts": []},
    ],
)
def test_numbers_that_no_games_can_bring_are_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "arena.json"
    save_arena(played(2), path)
    saved = json.loads(path.read_text())
    saved["pairings"][0]["score"].update(change)
    path.write_text(json.dumps(saved))
    with pytest.raises(BadSetup, match="has numbers that are not possible"):
        load_arena(path)


def test_an_arena_in_which_nothing_was_played_is_continued(tmp_path: Path) -> None:
    save_arena(played(0), tmp_path / "arena.json")
    assert load_arena(tmp_path / "arena.json").scores == played(0).scores
