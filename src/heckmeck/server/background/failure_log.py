"""A log of failures at many tables: one line for all, and each table only once."""

from __future__ import annotations

import logging

MAX_CODES = 10
"""Maximum number of codes named in one line."""

logger = logging.getLogger("heckmeck.server")


class FailureLog:
    """Collects the tables at which something failed. Retries that fail again are not logged again."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._known: set[str] = set()
        self._new: list[str] = []
        self._first: Exception | None = None

    def add(self, code: str, error: Exception) -> None:
        """Remember a failure at a table until the next `flush`."""
        if code not in self._known:
            self._known.add(code)
            self._new.append(code)
            self._first = self._first or error

    def clear(self, code: str) -> None:
        """Forget the failure at a table that has recovered."""
        self._known.discard(code)

    def flush(self) -> None:
        """Log the new failures, with the error at the first of the tables."""
        if self._new:
            codes = ", ".join(self._new[:MAX_CODES]) + (" …" if len(self._new) > MAX_CODES else "")
            logger.error("%s: %d (%s)", self._what, len(self._new), codes, exc_info=self._first)
        self._new, self._first = [], None
