"""`heckmeck train`: what it says, leaves behind and refuses."""

import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heckmeck.bots.net import read_card
from heckmeck.cli.main import make_app
from heckmeck.games import BadSetup, GameError
from heckmeck.train.backend import Samples
from heckmeck.train.learner import Learner
from heckmeck.train.self_play import SelfPlay


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = Learner.strength
    monkeypatch.setattr(Learner, "strength", lambda self, opponent, games, seed: measured(self, opponent, 12, seed))


def command(*arguments: object) -> str:
    result = CliRunner().invoke(make_app(["train"]), ["train", *map(str, arguments)])
    if isinstance(result.exception, GameError | OSError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_it_trains_saves_plots_and_resumes(tmp_path: Path) -> None:
    path, plot = tmp_path / "some.net", tmp_path / "curve.svg"
    asked = ("barbecue", "--seats", 3, "--units", "16,16", "--threads", 1, "--save", path)
    said = command(*asked, "--minutes", 0.01, "--plot", plot)
    assert re.search(r"\d+\.\d\d% among greedy \(.*% to .*%\)", said)
    assert plot.read_text().startswith("<?xml")
    card = read_card(path)
    assert (card.game, card.seats, card.units) == ("barbecue", 3, (16, 16))
    command(*asked, "--minutes", 0.02, "--resume", f"{path}.checkpoint", "--seed", 4)
    assert read_card(path).positions > card.positions


def test_ctrl_c_leaves_weights_and_a_checkpoint_to_go_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, plain = tmp_path / "some.net", SelfPlay.play
    played: list[int] = []

    def interrupted(self: SelfPlay) -> Samples:
        if len(played) == 5:
            played.append(0)
            raise KeyboardInterrupt
        samples = plain(self)
        played.append(len(samples.rows))
        return samples

    monkeypatch.setattr(SelfPlay, "play", interrupted)
    asked = ["train", "barbecue", "--units", "16,16", "--threads", "1", "--save", str(path)]
    result = CliRunner().invoke(make_app(["train"]), [*asked, "--minutes", "5"])
    assert result.exit_code == 130
    assert f"continue with --resume {path}.checkpoint" in result.stderr.replace("\n", "")
    assert read_card(path).positions == sum(played) == 5 * 512

    command(*asked[1:], "--minutes", read_card(path).minutes + 0.01, "--resume", f"{path}.checkpoint")
    assert len(played) > 6
    assert read_card(path).positions == sum(played), "the positions before are counted too"


def test_what_cannot_be_trained_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("something else")
    for arguments, problem in (
        (("karteneck", "--engine", "ray"), "Karteneck is learned with --device cpu and --engine local"),
        (("barbecue", "--seats", 9), "2 to 5 players"),
        (("barbecue", "--minutes", 0), "--minutes"),
        (("barbecue", "--units", "64"), "--units"),
        (("barbecue", "--units", "60,60"), "multiples of 16"),
        (("barbecue", "--engine", "steam"), "--engine"),
        (("barbecue", "--save", other), "contains no weights"),
        (("barbecue", "--save", tmp_path / "none" / "x.net"), "no folder"),
        (("barbecue", "--plot", "curve.txt"), ".png or .svg"),
        (("barbecue", "--save", tmp_path / "x.net", "--resume", other), "not a checkpoint"),
    ):
        with pytest.raises(BadSetup, match=problem):
            command(*arguments)
    with pytest.raises(FileNotFoundError):
        command("barbecue", "--save", tmp_path / "x.net", "--resume", tmp_path / "nothing")


def test_no_training_is_replaced_by_another(tmp_path: Path) -> None:
    """A forgotten --resume would destroy the network of hours."""
    path, quick = tmp_path / "some.net", ("barbecue", "--units", "16,16", "--threads", 1, "--minutes", 0.005)
    checkpoint = tmp_path / "some.net.checkpoint"
    command(*quick, "--save", path)
    files = path.read_bytes(), checkpoint.read_bytes()
    other = tmp_path / "other.checkpoint"
    other.write_bytes(files[1])
    for arguments in ((), ("--resume", other)):
        with pytest.raises(BadSetup, match=r"some\.net exists already: .*--resume .*--save.*--overwrite"):
            command(*quick, "--save", path, *arguments)
    weights = path.rename(tmp_path / "weights")
    with pytest.raises(BadSetup, match=r"some\.net\.checkpoint exists already: .*--resume .*--save.*--overwrite"):
        command(*quick, "--save", path)
    weights.rename(path)
    assert (path.read_bytes(), checkpoint.read_bytes()) == files

    command(*quick, "--minutes", 0.01, "--save", path, "--resume", checkpoint)
    assert read_card(path).seed == 1
    command(*quick, "--save", path, "--overwrite", "--seed", 5)
    assert read_card(path).seed == 5
    checkpoint.unlink()
    with pytest.raises(BadSetup, match=r"some\.net exists already: choose another file with --save, or"):
        command(*quick, "--save", path)
    path.write_text("something else")
    with pytest.raises(BadSetup, match="contains no weights"):
        command(*quick, "--save", path, "--overwrite")


def test_devices_need_pytorch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in ("backend", "self_play", "turn_solver"):
        monkeypatch.delitem(sys.modules, f"heckmeck.train.device.{name}", raising=False)
    with pytest.raises(BadSetup, match=r"needs PyTorch: pip install 'heckmeck\[learn\]'"):
        command("barbecue", "--device", "cuda", "--save", tmp_path / "x.net")
