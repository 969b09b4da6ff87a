"""Erasing players from the tables of the past, and from those in use as soon as they are closed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine
from typing import Any, TypeVar

from heckmeck.server.background.failure_log import FailureLog
from heckmeck.server.background.takeover import responsible
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import Order, StoreError
from heckmeck.server.table import deadlines
from heckmeck.server.table.environment import Caller
from heckmeck.server.table.erasure import SOMEBODY
from heckmeck.server.table.messages import Done, Leave, Refused

logger = logging.getLogger("heckmeck.server")

T = TypeVar("T")

SETTLE_MS = 5000
"""Milliseconds after which every process knows an order: nothing is added under the player's id any more."""
INTERVAL = 30.0
"""Seconds after which the tables of an order are looked at again."""


class Erasures:
    """Carries out the orders to erase a player, each in the process that is responsible for it.

    The text of an order says what is left to do (see `ops/erasure.py`), and is changed only after something is done: a
    process that is killed leaves the rest to another, which may do some of it twice. It works in the background, one
    order after another.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._failures = FailureLog("players cannot be erased by these orders")
        self._looked: dict[str, float] = {}
        """When each order was last looked at."""
        self._left: dict[tuple[str, str], str] = {}
        """The phase in which a player has left a table."""
        self._running = False
        self._stopped = False

    def resume(self, alive: tuple[str, ...], orders: Collection[Order]) -> None:
        """Go on with what is left to do, if it is time. Called with every heartbeat."""
        due = [order for order in orders if responsible(order.subject, alive) == self._hub.process and self._due(order)]
        if due and self._hub.store.address and not self._running and not self._stopped:
            self._running = True
            self._hub.run(self._run(due))

    def stop(self) -> None:
        """Erase nothing any more."""
        self._stopped = True

    def _due(self, order: Order) -> bool:
        looked = self._looked.get(order.id)
        if looked is None:
            return time.time_ns() // 1_000_000 - order.at >= SETTLE_MS
        return time.monotonic() - looked >= INTERVAL

    async def _run(self, orders: list[Order]) -> None:
        try:
            for order in orders:
                if self._stopped:
                    return
                await self._carry_out(order)
        finally:
            self._running = False
            self._failures.flush()

    async def _carry_out(self, order: Order) -> None:
        self._looked[order.id] = time.monotonic()
        try:
            in_use = await self._erase(order)
            if (left := ",".join(in_use)) != order.text:
                await self._hub.store.set_order_text(order, left)
        except Exception as error:
            # One player who cannot be erased must not keep the others.
            self._failures.add(order.id, error)
            return
        self._failures.clear(order.id)
        if not in_use:
            del self._looked[order.id]
            self._left = {key: phase for key, phase in self._left.items() if key[0] != order.subject}
            logger.info("a player was erased")

    async def _erase(self, order: Order) -> Collection[str]:
        """Erase a player where it is possible. Return the tables at which it is not yet."""
        from heckmeck.server.ops.erasure import ALL_TABLES, erase_closed, find_tables

        player, address = order.subject, self._hub.store.address
        codes = order.text.split(",")
        if order.text == ALL_TABLES:
            codes = await _in_thread(lambda: find_tables(address, player))
        in_use = await _in_thread(lambda: erase_closed(address, codes, player))
        closed = [code for code, phase in in_use.items() if await self._leave(code, player, phase)]
        if closed:
            await _in_thread(lambda: erase_closed(address, closed, player))
        return [code for code in in_use if code not in closed]

    async def _leave(self, code: str, player: str, phase: str) -> bool:
        """Let a player leave a table, and close it if nobody else is there to use it. Return whether it is closed."""
        if self._left.get((player, code)) == phase:
            return False
        table = await self._hub.get(code)
        if table is None:
            return True
        with table.held():
            while any([await self._leave_seat(table, player, seat) for seat in table.state.seats_of(player)]):
                pass  # after a game that is broken off, the seat can be left for good
            if table.state.host == player and not any(holder and holder.player for holder in table.state.seats):
                while await table.act(f"erase:{table.state.seq + 1}", lambda state, luck: deadlines.shut(state)):
                    pass
        self._left[player, code] = table.state.phase
        self._hub.unload(table)
        return table.state.phase == "closed"

    async def _leave_seat(self, table: LiveTable, player: str, seat: int) -> bool:
        command = Leave(f"erase-{seat}-{table.state.seq}", seat)
        reply = await table.command(command, Caller(player, SOMEBODY))
        if isinstance(reply, Refused) and reply.code == "not_kept":
            raise StoreError("store_failed", reply.message)
        return isinstance(reply, Done)


async def _in_thread(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Do work with sessions of its own, which may take long, beside the event loop."""
    return await asyncio.to_thread(lambda: asyncio.run(work()))
