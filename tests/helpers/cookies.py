"""Cookies of guests and the clock that they use."""

START_MS = 1_700_000_000_000
"""When the clock begins, in milliseconds since 1970."""


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = START_MS / 1000

    def __call__(self) -> float:
        return self.now


def sent(set_cookie: str) -> str:
    """What a browser sends back."""
    return set_cookie.partition(";")[0]
