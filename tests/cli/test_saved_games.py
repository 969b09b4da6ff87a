"""Files of saved games."""

from pathlib import Path

from helpers.commands import Run


def test_a_file_with_several_games_is_not_resumed_and_stays_as_it_is(run: Run) -> None:
    run("simulate", "barbecue", "--games", 3, "--records", "games.jsonl")
    before = Path("games.jsonl").read_bytes()
    done = run("play", "--resume", "games.jsonl")
    assert done.code == 2
    assert "several games" in done.err
    assert Path("games.jsonl").read_bytes() == before


def test_a_new_game_is_not_written_over_anything(run: Run) -> None:
    Path("thesis.txt").write_text("three years of work")
    done = run("play", "barbecue", "--record", "thesis.txt", typed="q\n")
    assert done.code == 2
    assert Path("thesis.txt").read_text() == "three years of work"


def test_games_begun_in_the_same_second_have_separate_files(run: Run, tmp_path: Path) -> None:
    for _ in range(3):
        run("play", "barbecue", typed="q\n")
    assert len(list((tmp_path / "data" / "heckmeck" / "games").iterdir())) == 3
