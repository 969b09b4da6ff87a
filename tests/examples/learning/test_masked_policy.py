"""The policy learner, which needs PyTorch."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from helpers.doc_pages import ROOT

SCRIPT = ROOT / "examples/learning/masked_policy.py"


def test_without_pytorch_it_says_what_to_install() -> None:
    program = f"import sys, runpy; sys.modules['torch'] = None; runpy.run_path({str(SCRIPT)!r})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=SCRIPT.parent)
    assert (done.returncode, done.stderr) == (1, "PyTorch is not installed: pip install 'heckmeck[learn]'.\n")


@pytest.mark.train
def test_weights_are_saved_and_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from masked_policy import main

    weights, picture = tmp_path / "policy.npz", tmp_path / "progress.svg"
    arguments = ["--games", "40", "--opponent", "sure"]
    learned = main([*arguments, "--updates", "2", "--save", str(weights), "--plot", str(picture)])
    assert "update 2 of 2" in capsys.readouterr().out
    assert "<svg" in picture.read_text()
    assert main([*arguments, "--updates", "0", "--load", str(weights)]) == learned


@pytest.mark.train
def test_only_legal_actions_are_chosen_and_no_turn_is_given_away() -> None:
    from masked_policy import ENCODING, STOP, MaskedPolicy

    policy, masks = MaskedPolicy(seed=1), np.zeros((3, len(ENCODING.actions)), np.int8)
    masks[0, [6, STOP]] = masks[1, STOP] = masks[2, [2, 3]] = 1
    observations = np.zeros((3, ENCODING.size), np.uint8)
    assert policy.choose(observations, masks)[:2].tolist() == [6, STOP]
    drawn = [policy.act(observations, masks).actions for _ in range(50)]
    assert {tuple(actions[:2].tolist()) for actions in drawn} == {(6, STOP)}
    assert {int(actions[2]) for actions in drawn} == {2, 3}
    assert masks.sum() == 5


@pytest.mark.train
def test_it_beats_cautious() -> None:
    """The figures of docs/learning.md."""
    from masked_policy import main

    assert main([]).low > 0.5
