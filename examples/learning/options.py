"""Shared command-line options of the learners. Invalid values are refused before anything is learned."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import BadSetup


def make_parser(description: str, updates: int) -> argparse.ArgumentParser:
    """Return a parser with the options of every learner."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seed", type=at_least(0), default=1)
    parser.add_argument("--updates", type=at_least(0), default=updates, help="steps of learning (%(default)s)")
    parser.add_argument("--minutes", type=_minutes, help="end after so many minutes, if that is earlier")
    parser.add_argument("--save", type=_new_file(".npz"), metavar="FILE.npz", help="write the weights")
    parser.add_argument("--load", type=Path, metavar="FILE.npz", help="begin with weights that were saved")
    parser.add_argument("--plot", type=_new_file(".png", ".svg"), metavar="FILE.png", help="draw the progress")
    return parser


def at_least(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers with a minimum."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} up.")
        return int(text)

    return read


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes < np.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes.")
    return minutes


def _new_file(*kinds: str) -> Callable[[str], Path]:
    def read(text: str) -> Path:
        path = Path(text)
        if path.suffix not in kinds:
            raise argparse.ArgumentTypeError(
                f"The name of the file has to end in {' or '.join(kinds)}, not as {text!r}."
            )
        if not path.parent.is_dir():
            raise argparse.ArgumentTypeError(f"There is no folder {path.parent}.")
        return path

    return read


def save_weights(path: Path, weights: Iterable[NDArray[Any]]) -> None:
    """Write weights as a numpy file, without pickle."""
    np.savez(path, *weights)


def load_weights(path: Path, shapes: Sequence[tuple[int, ...]]) -> list[NDArray[Any]]:
    """Read saved weights; refuse those of a network with other shapes."""
    try:
        with np.load(path, allow_pickle=False) as file:
            weights = [file[name] for name in file.files]
    except (OSError, ValueError, TypeError) as error:
        raise BadSetup("bad_weights", f"{path} cannot be read as weights: {error}") from None
    if [weight.shape for weight in weights] != list(shapes):
        raise BadSetup("bad_weights", f"{path} has the weights of another network.")
    return weights


def run(main: Callable[[], object]) -> None:
    """Run a program; end it with a sentence if it refuses something."""
    try:
        main()
    except (BadSetup, OSError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped; nothing was saved.")
