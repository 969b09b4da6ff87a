"""Orders of the operator, which every process reads from the database and carries out."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Set

from heckmeck.server.background.failure_log import FailureLog
from heckmeck.server.background.takeover import responsible
from heckmeck.server.live.hub import Hub
from heckmeck.server.store import Order, OrderKind
from heckmeck.server.table import deadlines
from heckmeck.server.table.messages import Notice

logger = logging.getLogger("heckmeck.server")


class Moderation:
    """The players who are banned, muted or erased, the messages to all players, and the tables to be closed.

    `heckmeck admin` writes the orders. They are read in the background with every heartbeat, one round at a time.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.banned: Set[str] = frozenset()
        self.muted: Set[str] = frozenset()
        self.erased: Set[str] = frozenset()
        """Erased players, who are no longer recognized even if some of their cookies are left."""
        self._just_erased: Set[str] = frozenset()
        """Players erased by this process since the last read of the orders began, which may have missed them."""
        self.erasures: tuple[Order, ...] = ()
        """The orders to erase a player that are not yet carried out at all tables."""
        self._failures = FailureLog("tables cannot be closed by order of the operator")
        self._running = False

    def resume(self, alive: tuple[str, ...]) -> None:
        """Read the orders, unless they are being read. Called with every heartbeat."""
        if not self._running:
            self._running = True
            self._hub.run(self._run(alive))

    async def _run(self, alive: tuple[str, ...]) -> None:
        try:
            self._just_erased = frozenset()
            orders = await self._hub.store.orders(time.time_ns() // 1_000_000)
            self._shut_out(_subjects(orders, "ban"), _subjects(orders, "erase") | self._just_erased)
            self.muted = _subjects(orders, "mute")
            self.erasures = tuple(order for order in orders if order.kind == "erase" and order.text)
            self._hub.announce(tuple(Notice(order.id, order.text) for order in orders if order.kind == "message"))
            for order in orders:
                if order.kind == "close" and responsible(order.subject, alive) == self._hub.process:
                    await self._close(order)
        finally:
            self._running = False
            self._failures.flush()

    def erase(self, player: str) -> None:
        """Stop recognizing a player at once. The order is stored already, so other processes will follow."""
        self._just_erased |= {player}
        self._shut_out(self.banned, self.erased | {player})

    def _shut_out(self, banned: Set[str], erased: Set[str]) -> None:
        if new := (banned | erased) - (self.banned | self.erased):
            self._hub.disconnect(lambda follower: follower.player in new)
        self.banned, self.erased = banned, erased

    async def _close(self, order: Order) -> None:
        try:
            table = await self._hub.get(order.subject)
            while table is not None and table.state.phase != "closed":
                await table.act(f"{order.id}:{table.state.seq + 1}", lambda state, luck: deadlines.shut(state))
            await self._hub.store.drop_order(order)
        except Exception as error:
            # A table that cannot be read must not keep the others open.
            self._failures.add(order.subject, error)
        else:
            self._failures.clear(order.subject)
            logger.info("a table was closed by order of the operator", extra={"table": order.subject})


def _subjects(orders: Collection[Order], kind: OrderKind) -> frozenset[str]:
    return frozenset(order.subject for order in orders if order.kind == kind)
