"""The chart of a turn."""

import sys
from pathlib import Path

import pytest

from helpers.commands import Run

LATER = ("bratwurmeck", "--grill", "21-36", "--stack", "25", "--tops", "27,30", "--kept", "44W", "--rolled", "11235")


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
    assert "pip install 'heckmeck[plot]'" in done.err
    assert len(done.err.splitlines()) == 1
