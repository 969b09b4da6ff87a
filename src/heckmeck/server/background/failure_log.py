"""Tables at which something failed: one line in the log for many of them, and each of them in one line."""

from __future__ import annotations

import logging

SHOWN = 10
"""So many codes are named in a line."""

logger = logging.getLogger("heckmeck.server")


class Troubles:
    """What failed at which tables. It may be tried again and again: what has been told is not told again."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._known: set[str] = set()
        self._new: list[str] = []
        self._first: Exception | None = None

    def note(self, code: str, error: Exception) -> None:
        """Remember that something failed at a table, to be told with the others."""
        if code not in self._known:
            self._known.add(code)
            self._new.append(code)
            self._first = self._first or error

    def forget(self, code: str) -> None:
        """Hear that all is well at a table."""
        self._known.discard(code)

    def tell(self) -> None:
        """Log what is new, with why the first of the tables failed."""
        if self._new:
            codes = ", ".join(self._new[:SHOWN]) + (" …" if len(self._new) > SHOWN else "")
            logger.error("%s: %d (%s)", self._what, len(self._new), codes, exc_info=self._first)
        self._new, self._first = [], None
