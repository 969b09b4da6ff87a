"""Error messages for failures in user code and in other packages."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from heckmeck.games import GameError

__all__ = ["format_failure", "sum_up"]

EXPLAINED = (GameError, SyntaxError)
OURS = f"{Path(__file__).parent}{os.sep}"


def format_failure(error: BaseException) -> str:
    """Return the traceback of an error raised by foreign code, starting at the first frame of that code.

    Our own frames before it do not help its author. If all frames are ours, errors whose message is explanation enough
    are shown without a traceback.

    >>> print(format_failure(GameError("no_move", "There is no move.")))
    heckmeck.games.errors.GameError: There is no move.
    """
    frames = error.__traceback__
    while frames is not None and _is_ours(frames.tb_frame.f_code.co_filename):
        frames = frames.tb_next
    if frames is None and not isinstance(error, EXPLAINED):
        frames = error.__traceback__
    return "".join(traceback.format_exception(type(error), error, frames)).rstrip()


def sum_up(error: BaseException) -> str:
    """Return an error in one line.

    >>> sum_up(ValueError("no move")), sum_up(ZeroDivisionError())
    ('ValueError: no move', 'ZeroDivisionError')
    """
    first = str(error).partition("\n")[0]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def _is_ours(file: str) -> bool:
    return file.startswith((OURS, "<frozen importlib"))
