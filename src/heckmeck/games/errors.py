"""What can go wrong, each with a code for programs, a sentence for people and the rule that was broken."""

from __future__ import annotations


class GameError(Exception):
    """Something the rules or the formats do not allow; nothing was changed by the attempt.

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
    """A text that is no step of this game."""


class BadSetup(GameError):
    """An unknown option, or a value that an option or the number of seats cannot have."""


class IllegalMove(GameError):
    """A move, or an outcome of chance, that the rules do not allow here."""


class NotYourTurn(GameError):
    """A move by a seat that is not to act."""


class GameOver(GameError):
    """A move after the end."""
