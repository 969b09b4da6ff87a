"""Arenas in files: continued as if they had never been stopped, and refused where they are broken."""

import json
from pathlib import Path

import pytest

from heckmeck.games import BadSetup, get
from heckmeck.play import Arena, load_arena, save_arena


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
