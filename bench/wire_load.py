"""Load by many players on WebSockets, cheap enough that one core simulates thousands of them."""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
from collections import deque
from collections.abc import Callable
from random import Random
from selectors import EpollSelector, SelectorKey
from time import perf_counter, sleep
from typing import cast

import msgspec

NAP = 0.001
"""Seconds between two checks of the players' sockets. With thousands of players, waking their process for each message
would cost the server time that the machines of real players spend themselves. It counts as latency."""


class Patient(EpollSelector):
    """Sleeps, and then checks all sockets at once."""

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Return the sockets that are ready."""
        sleep(NAP)
        return super().select(timeout)


def loop() -> asyncio.AbstractEventLoop:
    """Return an event loop for many players."""
    return asyncio.SelectorEventLoop(Patient())


class Position(msgspec.Struct):
    """The part of a position that a player needs."""

    to_act: int | None
    moves: tuple[str, ...] = ()


class Message(msgspec.Struct):
    """The part of a message that a player needs."""

    type: str
    seq: int = 0
    position: Position | None = None


_decode = msgspec.json.Decoder(Message).decode


class Player(asyncio.Protocol):
    """One socket. The first at its table decodes everything; the others only count, except for their own answers."""

    def __init__(self, load: Load, table: Table, seat: int, host: str, token: str, path: str) -> None:
        self.table = table
        self.seat = seat
        self._load = load
        self._buffer = bytearray()
        self._open = False
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        ).encode()
        self.transport: asyncio.Transport
        self.sent_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the WebSocket handshake."""
        self.transport = cast(asyncio.Transport, transport)
        # Allocating the 256 KB that asyncio reads by default takes longer than everything else.
        self.transport.max_size = 16 * 1024  # type: ignore[attr-defined]
        self.transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        """Count dropped connections."""
        self._load.lost += 1

    def data_received(self, data: bytes) -> None:
        """Process complete frames."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(bytes(buffer[:200]))
            del buffer[: end + 4]
            self._open = True
        start, size = 0, len(buffer)
        while size - start >= 2:
            length, head = buffer[start + 1], 2
            if length > 125:
                head = 4 if length == 126 else 10
                if size - start < head:
                    break
                length = int.from_bytes(buffer[start + 2 : start + head], "big")
            if size - start < head + length:
                break
            self._frame(buffer[start], buffer, start + head, start + head + length)
            start += head + length
        del buffer[:start]

    def _frame(self, first: int, buffer: bytearray, start: int, end: int) -> None:
        if first == 0x89:
            self.transport.write(b"\x8a\x80\0\0\0\0" if end == start else masked(0x8A, bytes(buffer[start:end])))
            return
        if first == 0x88:
            self._load.closed = f"{int.from_bytes(buffer[start : start + 2], 'big')} {buffer[start + 2 : end].decode()}"
            self.transport.close()
            return
        self._load.received += 1
        if buffer.startswith(b'{"type":"done"', start):
            self._load.done(self)
        elif buffer.startswith(b'{"type":"refused"', start):
            raise AssertionError(bytes(buffer[start:end]))
        elif self.seat == 0 and not buffer.startswith(b'{"type":"presence"', start):
            self.table.take(_decode(memoryview(buffer)[start:end]))

    def send(self, command: bytes) -> None:
        """Send a command with a mask of zeros, which is allowed and cheap."""
        self.sent_at = perf_counter()
        self.transport.write(masked(0x81, command))


def masked(opcode: int, payload: bytes) -> bytes:
    """Return a frame of a client."""
    size = len(payload)
    if size < 126:
        return bytes((opcode, 0x80 | size, 0, 0, 0, 0)) + payload
    return bytes((opcode, 0xFE)) + size.to_bytes(2, "big") + b"\0\0\0\0" + payload


class Table:
    """A table of players. It is ready when the last move is answered and the next position is known."""

    def __init__(self, load: Load, code: str) -> None:
        self.code = code
        self.players: list[Player] = []
        self.seq = 0
        self.position: Position | None = None
        self.answered = True
        self._load = load
        self._waiting = False

    def take(self, message: Message) -> None:
        """Handle a message."""
        if message.type in ("happened", "welcome"):
            self.seq = message.seq
            if message.position is not None:
                self.position = message.position
                self.ready()

    def ready(self) -> None:
        """Join the queue of tables that can make a move."""
        if self.answered and not self._waiting and self.position is not None and self.position.moves:
            self._waiting = True
            self._load.on_ready(self)

    def move(self) -> None:
        """Let the seat to act make a move."""
        position = self.position
        assert position is not None
        assert position.to_act is not None
        self._waiting = False
        self.answered = False
        self.position = None
        move = self._load.source.choice(position.moves)
        name = secrets.token_hex(6)
        command = f'{{"type":"move","id":"{name}","seq":{self.seq},"move":"{move}"}}'
        self.players[position.to_act].send(command.encode())


class Load:
    """All tables and their measurements."""

    def __init__(self, port: int, tokens: list[str]) -> None:
        self.port = port
        self.tokens = tokens
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.received = 0
        self.lost = 0
        self.closed = ""
        """Why the server closed a socket."""
        self.moves = 0
        self.source = Random(1)
        self.queue: deque[Table] = deque()
        self.on_ready: Callable[[Table], None] = self.queue.append

    def done(self, player: Player) -> None:
        """Record the latency of an answer."""
        self.latencies.append(perf_counter() - player.sent_at)
        self.moves += 1
        player.table.answered = True
        player.table.ready()

    async def connect(self, codes: list[str], at_once: int = 64) -> None:
        """Connect one player for each token at each table."""
        loop = asyncio.get_running_loop()
        gate = asyncio.Semaphore(at_once)

        async def join(table: Table, seat: int) -> None:
            async with gate:
                _, player = await loop.create_connection(
                    lambda: Player(self, table, seat, f"127.0.0.1:{self.port}", self.tokens[seat], f"/ws/{table.code}"),
                    "127.0.0.1",
                    self.port,
                )
                table.players.append(player)

        self.tables = [Table(self, code) for code in codes]
        for seat in range(len(self.tokens)):
            await asyncio.gather(*(join(table, seat) for table in self.tables))
        while sum(table.seq > 0 for table in self.tables) < len(self.tables):
            await asyncio.sleep(0.05)

    def reset(self) -> None:
        """Reset the measurements."""
        self.latencies, self.received, self.moves = [], 0, 0

    async def at_rate(self, rate: float, seconds: float) -> float:
        """Make moves at an even rate per second; return the rate that was reached."""
        self.reset()
        began = perf_counter()
        made = 0
        while (now := perf_counter() - began) < seconds:
            due = int(now * rate)
            while made < due and self.queue:
                self.queue.popleft().move()
                made += 1
            await asyncio.sleep(0.001)
        return self.moves / (perf_counter() - began)

    async def flat_out(self, seconds: float) -> float:
        """Let every table move as soon as it can; return the moves per second."""
        self.reset()
        self.on_ready = Table.move
        while self.queue:
            self.queue.popleft().move()
        began = perf_counter()
        await asyncio.sleep(seconds)
        rate = self.moves / (perf_counter() - began)
        self.on_ready = self.queue.append
        await asyncio.sleep(1)
        return rate

    def close(self) -> None:
        """Disconnect all players."""
        for table in self.tables:
            for player in table.players:
                player.transport.abort()
