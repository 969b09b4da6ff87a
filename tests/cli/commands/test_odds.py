"""`heckmeck odds`."""

import json
import sys
from pathlib import Path

import pytest

from helpers.commands import Run

LATER = ("bratwurmeck", "--grill", "21-36", "--stack", "25", "--tops", "27,30", "--kept", "44W", "--rolled", "11235")


def lines_with(text: str, word: str) -> list[str]:
    return [line for line in text.splitlines() if word in line]


def test_the_whole_turn_without_anything_said(run: Run) -> None:
    done = run("odds", "bratwurmeck")
    assert done.code == 0
    (line,) = lines_with(done.out, "best")
    assert "the whole turn" in line
    assert "76.78 %" in line
    assert "1.6447" in line
    assert len(lines_with(done.out, "failed attempt")) == 1


def test_every_choice_has_a_line_and_one_is_best(run: Run) -> None:
    done = run("odds", *LATER)
    assert done.code == 0
    (best,) = lines_with(done.out, "best")
    assert "keep 5" in best
    for face in "1235":
        assert f"keep {face}" in done.out
    assert "keep 4" not in done.out
    failed = lines_with(done.out, "failed attempt")[0]
    assert "-2" in failed
    assert not lines_with(done.out, "25  ")  # it lies on the own stack


def test_a_sum_can_be_the_goal(run: Run) -> None:
    assert "89.30 %" in lines_with(run("odds", "bratwurmeck", "--at-least", 21).out, "best")[0]
    exact = run("odds", "bratwurmeck", "--exactly", 24).out
    assert "exactly 24" in exact
    assert "37.51 %" in lines_with(exact, "best")[0]


def test_spots_are_written_by_owner(run: Run) -> None:
    done = run("odds", "barbecue", "--spots", "23=me,24=2me,30=other,35=snail,36=2other", "--pool", "9", "--json")
    position = json.loads(done.out)["position"]
    assert position["spots"] == {"23": "me", "24": "2me", "30": "other", "35": "snail", "36": "2other"}
    assert position["pool"] == 9
    names = {result["name"] for result in json.loads(done.out)["choices"][0]["results"]}
    assert {"23", "30", "snail", "failed"} <= names
    assert not {"24", "35", "36"} & names


def test_json_has_all_that_the_tables_have(run: Run) -> None:
    done = run("odds", *LATER, "--json", "--at-least", 27)
    told = json.loads(done.out)
    assert told["position"]["grill"] == [p for p in range(21, 37) if p not in (25, 27, 30)]
    assert (told["position"]["stack"], told["position"]["tops"], told["position"]["sum"]) == ([25], [27, 30], 13)
    assert told["goal"] == "at least 27"
    assert [choice["best"] for choice in told["choices"]] == [True, False, False, False]
    for choice in told["choices"]:
        assert sum(result["chance"] for result in choice["results"]) == pytest.approx(1)
        assert choice["gain"] == pytest.approx(sum(r["chance"] * r["gain"] for r in choice["results"]))
        assert choice["goal"] <= told["choices"][0]["goal"]


@pytest.mark.parametrize(
    "arguments", [LATER, ("barbecue",), ("bratwurmeck", "--kept", "4444WW", "--exactly", 30)], ids=str
)
def test_a_chart_is_drawn_as_png_or_svg(run: Run, arguments: tuple[object, ...]) -> None:
    for name in ("chart.png", "chart.SVG"):
        done = run("odds", *arguments, "--plot", name)
        assert done.code == 0, done.err
        assert f"The chart is in {name}" in done.out
    assert Path("chart.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in Path("chart.SVG").read_text()


def test_the_same_chart_is_the_same_file(run: Run) -> None:
    for name in ("a.svg", "b.svg"):
        run("odds", *LATER, "--plot", name)
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()


def test_without_matplotlib_a_chart_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run("odds", "bratwurmeck").code == 0
    done = run("odds", "bratwurmeck", "--plot", "chart.png")
    assert done.code == 2
    assert "pip install heckmeck[plot]" in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "no game 'chess'"),
        (["karteneck"], "not played with dice"),
        (["bratwurmeck", "--kept", "44 W 4"], "kept twice"),
        (["bratwurmeck", "--kept", "44X"], "No die shows 'X'"),
        (["bratwurmeck", "--kept", "4" * 5000], "8 dice, not 5000"),
        (["bratwurmeck", "--kept", "44W", "--rolled", "11"], "5 are rolled, not 2"),
        (["bratwurmeck", "--grill", "21,25,26", "--stack", "25"], "25 cannot be in two places"),
        (["bratwurmeck", "--stack", "27", "--tops", "27"], "27 cannot be in two places"),
        (["bratwurmeck", "--grill", "21-40"], "no portion 37"),
        (["bratwurmeck", "--grill", "many"], "no portions"),
        (["bratwurmeck", "--grill", "28-21"], "no portions"),
        (["bratwurmeck", "--grill", "1-999999999"], "no portions"),
        (["bratwurmeck", "--grill", ""], "the game is over"),
        (["bratwurmeck", "--spots", "23=me"], "--spots says nothing"),
        (["bratwurmeck", "--pool", "0"], "--pool says nothing"),
        (["bratwurmeck", "--exactly", "50"], "No dice with a worm"),
        (["bratwurmeck", "--exactly", "24", "--at-least", "24"], "not for both"),
        (["bratwurmeck", "-o", "sauce=hot"], "no option 'sauce'"),
        (["barbecue", "--stack", "25"], "--stack says nothing"),
        (["barbecue", "--spots", "23=3me"], "cannot hold 3 plates"),
        (["barbecue", "--spots", "23=0me"], "no spot"),
        (["barbecue", "--spots", "23=you"], "no spot"),
        (["barbecue", "--spots", "23=me,23=other"], "named twice"),
        (["barbecue", "--spots", "22=me"], "no spot 22"),
        (["barbecue", "--spots", "35=snail", "--pool", "12"], "more than the 12"),
        (["bratwurmeck", "--plot", "chart.doc"], ".png or .svg"),
        (["bratwurmeck", "--plot", "nowhere/chart.png"], "nowhere"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_what_cannot_be_is_explained_in_one_line(run: Run, arguments: list[str], words: str) -> None:
    done = run("odds", *arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert done.out == ""
