"""Erasing players from closed tables, and from open tables as soon as they are closed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine
from typing import Any, TypeVar

from heckmeck.server.background.archiving import PAUSE, SHARE
from heckmeck.server.background.failure_log import FailureLog
from heckmeck.server.background.takeover import responsible
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import Order, StoreError
from heckmeck.server.table import deadlines
from heckmeck.server.table.environment import Caller
from heckmeck.server.table.erasure import ALL_TABLES, SOMEBODY
from heckmeck.server.table.messages import Done, Leave, Refused

logger = logging.getLogger("heckmeck.server")

T = TypeVar("T")

SETTLE = 5.0
"""Seconds after which every process knows an order, so that nothing is added under the player's id."""
INTERVAL = 30.0
"""Seconds after which the tables of an order are checked again."""
AT_ONCE = 100
"""Maximum number of orders that are handled in one pass through the log."""


class Erasures:
    """Carries out the orders to erase players, each in the process that is responsible for it.

    The text of an order says what is left to do (see `ops/erasure.py`), and is updated after each step: if a process is
    killed, another one does the rest and may repeat a step. The work is done in the background, one table after
    another; the log is read once for all new orders.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._failures = FailureLog("players cannot be erased by these orders")
        self._seen: dict[str, float] = {}
        """When each order was first seen here: its own time is by the clock of another process."""
        self._looked: dict[str, float] = {}
        """When each order was last checked."""
        self._next_scan = 0.0
        """When the log may be read again."""
        self._left: dict[tuple[str, str], str] = {}
        """The phase in which a player has left a table."""
        self._running = False
        self._stopped = False

    def resume(self, alive: tuple[str, ...], orders: Collection[Order]) -> None:
        """Continue with the remaining work, if it is time. Called with every heartbeat."""
        now = time.monotonic()
        self._seen = {order.id: self._seen.get(order.id, now) for order in orders}
        due = [order for order in orders if responsible(order.subject, alive) == self._hub.process and self._due(order)]
        self._looked = {order.id: self._looked[order.id] for order in orders if order.id in self._looked}
        due.sort(key=lambda order: self._looked.get(order.id, 0.0))
        if due and self._hub.store.address and not self._running and not self._stopped:
            self._running = True
            self._hub.run(self._run(due[:AT_ONCE]))

    def stop(self) -> None:
        """Stop erasing."""
        self._stopped = True

    def _due(self, order: Order) -> bool:
        now = time.monotonic()
        if order.text == ALL_TABLES and now < self._next_scan:
            return False
        looked = self._looked.get(order.id)
        if looked is None:
            return now - self._seen[order.id] >= SETTLE
        return now - looked >= INTERVAL

    async def _run(self, orders: list[Order]) -> None:
        new = [order for order in orders if order.text == ALL_TABLES]
        try:
            for order in [*await self._scan(new), *(order for order in orders if order not in new)]:
                await self._carry_out(order)
        finally:
            self._looked.update((order.id, time.monotonic()) for order in orders)
            self._running = False
            self._failures.flush()

    async def _scan(self, orders: list[Order]) -> list[Order]:
        """Find the tables of new orders, and return the orders with their tables. Orders that fail are left out."""
        from heckmeck.server.ops import erasure  # imports asyncpg, which a server on SQLite does not load at start-up

        if not orders:
            return []
        address, began, found = self._hub.store.address, time.monotonic(), list[Order]()
        try:
            traces = await _in_thread(lambda: erasure.find_tables(address, {order.subject for order in orders}))
            for order in orders:
                found.append(order._replace(text=",".join(traces.of(order.subject))))
                await self._hub.store.set_order_text(order, found[-1].text)
        except Exception as error:
            for order in orders:
                self._failures.add(order.id, error)
            return []
        finally:
            self._next_scan = time.monotonic() + _pause(began)
        return found

    async def _carry_out(self, order: Order) -> None:
        left, failure = [], None
        for code in filter(None, order.text.split(",")):
            try:
                if self._stopped or not await self._erase_at(code, order.subject):
                    left.append(code)
            except Exception as error:
                # A table that cannot be changed must not block the others.
                left.append(code)
                failure = failure or error
        try:
            if (text := ",".join(left)) != order.text:
                await self._hub.store.set_order_text(order, text)
        except Exception as error:
            failure = error
        if failure is not None:
            self._failures.add(order.id, failure)
            return
        self._failures.clear(order.id)
        if not left:
            self._left = {key: phase for key, phase in self._left.items() if key[0] != order.subject}
            logger.info("a player was erased")

    async def _erase_at(self, code: str, player: str) -> bool:
        """Erase a player from a table, if it is closed or not used by anyone else. Return whether that was possible."""
        from heckmeck.server.ops import erasure

        began, address = time.monotonic(), self._hub.store.address
        phase = await _in_thread(lambda: erasure.erase_closed(address, code, player, []))
        if phase is not None and await self._leave(code, player, phase):
            phase = await _in_thread(lambda: erasure.erase_closed(address, code, player, []))
        await asyncio.sleep(max(PAUSE, _pause(began)))
        return phase is None

    async def _leave(self, code: str, player: str, phase: str) -> bool:
        """Make a player leave a table, and close it if no other person is left. Return whether it is closed."""
        if self._left.get((player, code)) == phase:
            return False
        table = await self._hub.get(code)
        if table is None:
            return True
        with table.held():
            while any([await self._leave_seat(table, player, seat) for seat in table.state.seats_of(player)]):
                pass  # after the game is broken off, the seat can be given up
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


def _pause(began: float) -> float:
    """Return the seconds to wait after work that began at this time, so that commands have priority."""
    return (time.monotonic() - began) * (1 / SHARE - 1)


async def _in_thread(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine in a thread with its own event loop, because it may take long."""
    return await asyncio.to_thread(lambda: asyncio.run(work()))
