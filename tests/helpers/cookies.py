"""Cookies of guests and the clock that they go by."""


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def sent(set_cookie: str) -> str:
    """What a browser sends back."""
    return set_cookie.partition(";")[0]
