"""Readiness: whether this process can write to the store, and if not, why."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic

from heckmeck.server.store import Store, StoreError

ANSWER_S = 2.0
"""Seconds within which the store must answer."""

VALID_S = 1.0
"""Seconds for which a result is cached: anyone may ask, and each check is a write that is synced to the disk."""

REASONS = {
    "store_closed": "the server is starting or stopping",
    "store_full": "there is no room left for the database",
    "store_read_only": "the database can only be read at the moment",
    "store_unavailable": "the database cannot be reached",
}
"""The public reasons. Errors may contain hosts and folders, which must appear only in the log."""

logger = logging.getLogger("heckmeck.server")


class Readiness:
    """Checks by a write whether commands can be carried out. Concurrent requests share one check."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._check: asyncio.Task[str | None] | None = None
        self._valid_until = 0.0

    async def why_not(self) -> str | None:
        """Return why nothing can be stored at the moment; None if it can be."""
        check = self._check
        if check is None or (check.done() and monotonic() >= self._valid_until):
            check = self._check = asyncio.create_task(self._write())
        await asyncio.wait({check}, timeout=ANSWER_S)
        return check.result() if check.done() else "the database does not answer"

    async def _write(self) -> str | None:
        try:
            await self._store.check_writable()
        except StoreError as error:
            logger.warning("nothing can be stored: %s", error)
            return REASONS.get(error.code, "the database refuses to store anything")
        finally:
            self._valid_until = monotonic() + VALID_S
        return None
