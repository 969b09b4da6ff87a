"""The chart of an arena: its content, and that it is written."""

from pathlib import Path

import numpy as np
import pytest

from heckmeck.cli.arena_chart import arena_chart, label
from heckmeck.games import get
from heckmeck.play import Arena, Score
from helpers.commands import Run

PLAY = ["arena", "bratwurmeck", "--deals", 5, "--processes", 1, "-o", "portions=21-22", "--bots", "greedy,random"]


def arena(bots: list[str], shares: dict[tuple[str, str], list[float]]) -> Arena:
    made = Arena(get("barbecue"), bots, 2, "1")
    for pair, each in shares.items():
        made.scores[pair] = Score(shares=each, games=2 * len(each))
    return made


def test_the_chart_has_every_share_with_its_interval_and_every_rating() -> None:
    made = arena(["random", "sure", "greedy"], {("random", "greedy"): [0.0, 0.5] * 20, ("sure", "greedy"): [0.5] * 40})
    figure = arena_chart(made)
    cells, ratings, _ = figure.axes
    texts = {text.get_text() for text in cells.texts}
    intervals = {"17.6 to 34.8", "65.2 to 82.4", "46.0 to 54.0"}
    assert texts == {"25.0", "75.0", "50.0", *intervals}, "nothing is said of random against sure"
    rows = [tick.get_text() for tick in cells.get_yticklabels()]
    assert rows[-1] == "random", "the best is on top"
    points = {bot: rating.value for bot, rating in made.ratings().items()}
    assert [round(points[bot]) for bot in rows] == sorted([round(each) for each in points.values()], reverse=True)
    assert len(ratings.texts) == 3
    assert f"{points['greedy']:+.0f}\n(" in ratings.texts[rows.index("greedy")].get_text()
    assert figure.get_suptitle() == "Heckmeck Barbecue: 160 games with 2 seats"


def test_the_cells_show_the_share_of_the_row_and_an_even_chance_in_the_middle_of_the_colours() -> None:
    figure = arena_chart(arena(["sure", "greedy"], {("sure", "greedy"): [0.0, 0.5] * 20}))
    image = figure.axes[0].images[0]
    array = image.get_array()
    assert isinstance(array, np.ma.MaskedArray)
    assert array.filled(-1).tolist() == [[-1, 0.75], [0.25, -1]]
    assert image.get_clim() == (0, 1)
    assert min(image.cmap(0.5)[:3]) > 0.95, "near white"


def test_an_end_that_the_games_do_not_give_is_open() -> None:
    figure = arena_chart(arena(["sure", "greedy"], {("sure", "greedy"): [0.0] * 40}))
    ratings = figure.axes[1]
    assert [text.get_text().partition("\n")[2].split()[-2:] for text in ratings.texts] == [
        ["or", "more)"],
        ["or", "less)"],
    ]
    assert [line.get_marker() for line in ratings.lines if line.get_marker() in (">", "<")] == [">", "<"]


def test_long_names_are_shortened_where_they_still_differ() -> None:
    names = [label(f"perfect:/a/long/way/to/{number}.values") for number in (24, 25)]
    assert names == ["perfect:…24.values", "perfect:…25.values"]
    assert label("x" * 40).startswith("x")
    assert len(label("x" * 40)) <= 18


@pytest.mark.parametrize(("name", "begins"), [("arena.png", b"\x89PNG"), ("arena.SVG", b"<?xml")])
def test_the_command_writes_the_chart(run: Run, name: str, begins: bytes) -> None:
    done = run(*PLAY, "--plot", name)
    assert done.code == 0
    assert f"The chart is in {name}" in done.out
    assert Path(name).read_bytes().startswith(begins)


def test_the_chart_does_not_disturb_the_result_for_programs(run: Run) -> None:
    assert run(*PLAY, "--json", "--plot", "arena.png").out == run(*PLAY, "--json").out
    assert Path("arena.png").exists()


def test_another_kind_of_file_is_refused_before_anything_is_played(run: Run) -> None:
    done = run(*PLAY, "--plot", "arena.gif")
    assert done.code == 2
    assert done.out == ""
    assert ".png or .svg" in done.err
    assert not Path("arena.gif").exists()
