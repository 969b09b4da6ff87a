"""The progress of a learner."""

import pytest
from progress import Progress


def test_it_is_measured_at_even_distances_and_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(updates=100)
    while True:
        if progress.due(times=4):
            progress.add({"strength": progress.done / 100})
        if progress.share >= 1:
            break
        progress.done += 1
    assert [done for done, _ in progress.measured] == [0, 25, 50, 75, 100]
    assert capsys.readouterr().out.splitlines()[1] == "update 25 of 100, 0 s:  strength 0.2500"


def test_the_minutes_end_it_too() -> None:
    assert Progress(updates=100, minutes=1e-9).share == 1
    assert Progress(updates=0).share == 1
    assert Progress(updates=10, minutes=1000).share < 0.1
