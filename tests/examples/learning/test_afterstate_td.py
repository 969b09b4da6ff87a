"""The afterstate learner, at a small size and at its full one."""

from pathlib import Path

import numpy as np
import pytest
from afterstate_td import main

from heckmeck.games import BadSetup


def test_it_learns_a_tiny_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights, picture = tmp_path / "values.npz", tmp_path / "progress.png"
    result = main(["--portions", "21", "22", "--updates", "300", "--save", str(weights), "--plot", str(picture)])
    assert abs(result.start - result.exact) < 0.02
    assert result.mean < 0.02
    assert result.guaranteed > 0.49
    assert picture.read_bytes().startswith(b"\x89PNG")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("update 0 of 300, 0 s:  mean error 0.")
    assert lines[-2].startswith(f"The first mover wins {result.start:.4f}; exact is {result.exact:.4f}.")
    again = main(["--portions", "21", "22", "--updates", "0", "--load", str(weights)])
    assert again.start == result.start
    assert again.guaranteed == pytest.approx(result.guaranteed)


def test_the_same_seed_learns_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--portions", "21", "21", "--updates", "5", "--seed"]
    assert main([*arguments, "3"]) == main([*arguments, "3"])
    assert main([*arguments, "3"]) != main([*arguments, "4"])


def test_weights_of_another_network_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", np.zeros((2, 2)))
    with pytest.raises(BadSetup, match=r"other\.npz has the weights of another network\."):
        main(["--portions", "21", "22", "--load", str(tmp_path / "other.npz")])
    (tmp_path / "text.npz").write_text("no weights")
    with pytest.raises(BadSetup, match=r"text\.npz cannot be read as weights"):
        main(["--portions", "21", "22", "--load", str(tmp_path / "text.npz")])


def test_large_games_are_refused() -> None:
    with pytest.raises(BadSetup, match="At most 7 portions"):
        main(["--portions", "21", "36"])


@pytest.mark.train
def test_it_reaches_its_mark() -> None:
    """The figures of docs/learning.md."""
    result = main([])
    assert abs(result.start - result.exact) < 0.01
    assert result.mean < 0.01
    assert result.guaranteed > 0.49
