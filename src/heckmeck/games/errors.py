"""Errors, each with a code for programs, a sentence for people and the rule that was broken."""

from __future__ import annotations


class GameError(Exception):
    """Something that the rules or the formats do not allow; nothing was changed by the attempt.

    >>> str(IllegalMove("face_kept", "The 4s are set aside already.", rule="RK-3"))
    'The 4s are set aside already. (RK-3)'
    """

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(code, message, rule)
        self.code = code
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message


class BadNotation(GameError):
    """A text that is not a step or not a position of this game."""


def check_type(value: object, kind: type) -> None:
    """Refuse a part of a move or an outcome that has the wrong type: 25.0 equals 25, but is not a portion."""
    if type(value) is not kind:
        raise BadNotation("bad_move", f"A move is made of {kind.__name__}s, not of {type(value).__name__}s.")


class BadSetup(GameError):
    """A request that cannot be met, found before any step is made.

    For example an unknown game, bot, option or seat; an invalid value of an option or of the number of seats; a state,
    view or file of the wrong kind; a package whose game or bot is broken.
    """


class IllegalMove(GameError):
    """A move, or an outcome of chance, that the rules do not allow here."""


class NotYourTurn(GameError):
    """A move by a seat that is not to act."""


class GameOver(GameError):
    """A move after the end."""
