"""The command lines of the learners."""

from pathlib import Path

import pytest
from options import make_parser, run

from heckmeck.games import BadSetup


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--updates", "-1"], "'-1' is not a whole number from 0 up."),
        (["--seed", "one"], "'one' is not a whole number from 0 up."),
        (["--minutes", "0"], "'0' is not a number of minutes."),
        (["--minutes", "nan"], "'nan' is not a number of minutes."),
        (["--plot", "curve.gif"], "The name of the file has to end in .png or .svg, not as 'curve.gif'."),
        (["--save", "no/such/folder/weights.npz"], "There is no folder no/such/folder."),
    ],
)
def test_what_cannot_be_used_is_refused(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        make_parser("A learner.", updates=10).parse_args(arguments)
    assert sentence in capsys.readouterr().err


def test_defaults(tmp_path: Path) -> None:
    options = make_parser("A learner.", updates=10).parse_args(["--save", str(tmp_path / "weights.npz")])
    assert (options.seed, options.updates, options.minutes, options.load) == (1, 10, None, None)


def test_an_error_is_one_sentence() -> None:
    def fail() -> None:
        raise BadSetup("bad", "It does not work.")

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit, match=r"It does not work."):
        run(fail)
    with pytest.raises(SystemExit, match=r"Stopped; nothing was saved."):
        run(stop)
