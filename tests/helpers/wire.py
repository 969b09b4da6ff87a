"""A real server process, and clients that play over the wire, for tests."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from heckmeck.server.fairness import commitment_of, new_seed


class Address:
    """Where clients reach a server: on a port of this machine, without TLS."""

    def __init__(self, port: int) -> None:
        self.port = port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def http(self, timeout: float = 20, **options: Any) -> httpx.AsyncClient:
        """Return a client for paths of the server."""
        # There is no TLS here: certificates of authorities need not be read, which takes long.
        return httpx.AsyncClient(base_url=self.url, timeout=timeout, verify=False, **options)

    def websocket(self, path: str, headers: dict[str, str], **options: Any) -> connect:
        """Connect to a path of the server."""
        return connect(
            self.url.replace("http", "ws", 1) + path, additional_headers=headers, compression=None, **options
        )


class Server(Address):
    """A server in a separate process, on a port that the system chose (or, after a restart, the same)."""

    def __init__(
        self,
        data: Path,
        *,
        database: str | None = None,
        port: int = 0,
        pace: int = 0,
        environment: dict[str, str] | None = None,
        within: Sequence[str] = (),
        **more: str,
    ) -> None:
        """`within` is a command that sets something up and then executes the command given to it."""
        super().__init__(port)
        self.data = data
        self._environment = environment or {}
        self._within = within
        self._options = ["--bot-pace", str(pace), *(["--database", database] if database else [])]
        self._options += [part for name, value in more.items() for part in (f"--{name.replace('_', '-')}", value)]
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it, and wait until it can be used."""
        self.data.mkdir(exist_ok=True)
        errors = (self.data / "log").open("a")
        self._process = subprocess.Popen(
            [*self._within, sys.executable, "-m", "heckmeck", "serve", "--data", str(self.data), "--port",
             str(self.port), *self._options],
            stdout=subprocess.PIPE, stderr=errors, text=True,
            env={name: value for name, value in os.environ.items() if not name.startswith("HECKMECK_")}
            | self._environment,
        )  # fmt: skip
        errors.close()
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        # With a public URL the server prints that one, so its port has to be given.
        assert found or (line and self.port), f"{line!r} {self.log()}"
        self.port = int(found[1]) if found else self.port

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def log(self) -> str:
        return (self.data / "log").read_text()

    def kill(self) -> None:
        """End it like a power cut."""
        assert self._process is not None
        self._process.kill()
        self._wait()

    def stop(self) -> int | None:
        """Stop it cleanly, and return its exit code; None if it does not run."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int | None:
        if self._process is None:
            return None
        code = self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code


class Api:
    """A client of the HTTP interface with a token."""

    def __init__(self, server: Address, token: str) -> None:
        self.server = server
        self.token = token

    @classmethod
    async def new(cls, server: Address, name: str) -> Self:
        for _ in range(100):
            try:
                async with server.http(60) as client:
                    reply = await client.post("/api/tokens", json={"name": name})
                return cls(server, reply.json()["token"])
            except httpx.ConnectError:
                await asyncio.sleep(0.05)
        raise TimeoutError("the server does not answer")

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def request(self, method: str, path: str, body: object = None) -> httpx.Response:
        async with self.server.http() as client:
            content = None if body is None else msgspec.json.encode(body)
            headers = {**self.headers, "content-type": "application/json"}
            return await client.request(method, path, content=content, headers=headers)

    async def get(self, path: str) -> Any:
        reply = await self.request("GET", path)
        assert reply.status_code == 200, reply.text
        return reply.json()

    async def post(self, path: str, body: object) -> Any:
        reply = await self.request("POST", path, body)
        assert reply.status_code < 300, reply.text
        return reply.json()


class Client:
    """A player's program on a WebSocket: it knows the state of its table, and reveals seeds when they are required."""

    def __init__(self, api: Api, code: str, *, seed: bool = True) -> None:
        self.api = api
        self.code = code
        self.seed = new_seed() if seed else None
        self.seq = 0
        self.mine: tuple[int, ...] = ()
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] | None = None
        self.ended: dict[str, Any] | None = None
        self.log: list[dict[str, Any]] = []
        """Every entry that was seen, in order."""
        self.raw: list[str] = []
        self.socket: ClientConnection
        self.replies: dict[str, dict[str, Any]] = {}

    async def connect(self, *, resume: bool = False) -> Self:
        since = f"?since={self.seq}" if resume else ""
        self.socket = await self.api.server.websocket(f"/ws/{self.code}{since}", self.api.headers)
        await self.until(lambda: bool(self.log) and False, welcome=True)
        return self

    async def close(self) -> None:
        await self.socket.close()

    async def read(self) -> dict[str, Any]:
        """Process one message."""
        text = await asyncio.wait_for(self.socket.recv(), 20)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        self._take(message)
        return message

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "happened":
            assert message["seq"] == self.seq + 1 or not self.log, f"a gap: {self.seq}, then {message['seq']}"
            self.seq = message["seq"]
            self.log.append(message)
        if kind in ("welcome", "happened"):
            self.seq = message["seq"]
            self.table = message.get("table", self.table)
            self.position = message.get("position", self.position)
            self.ended = message.get("ended", self.ended if kind == "happened" else None)
        if kind in ("welcome", "you"):
            self.mine = tuple(message["mine"])
        if kind in ("done", "refused") and message["id"]:
            self.replies[message["id"]] = message

    async def until(self, condition: Any, *, welcome: bool = False) -> None:
        """Read until a condition holds, or until the welcome."""
        while not condition():
            message = await self.read()
            if welcome and message["type"] == "welcome":
                return

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a command and return its id."""
        name = fields.pop("id", None) or secrets.token_hex(8)
        await self.socket.send(msgspec.json.encode({"type": kind, "id": name, **fields}).decode())
        return str(name)

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        name = await self.send(kind, **fields)
        await self.until(lambda: name in self.replies)
        return self.replies.pop(name)

    async def sit(self, name: str, seat: int | None = None) -> dict[str, Any]:
        commitment = {} if self.seed is None else {"commitment": commitment_of(self.seed)}
        where = {} if seat is None else {"seat": seat}
        return await self.do("sit", name=name, **where, **commitment)

    async def reveal(self) -> None:
        """Reveal the seed once it is required."""
        await self.until(lambda: self.table["phase"] != "open")
        if self.seed is not None and self.table["phase"] == "seeding":
            for seat in self.mine:
                await self.do("reveal", seat=seat, seed=self.seed)

    @property
    def my_turn(self) -> bool:
        return self.table["phase"] in ("seeding", "playing") and (self.position or {}).get("to_act") in self.mine

    def moves(self) -> list[str]:
        """All moves that are offered."""
        assert self.position is not None
        lays = [
            " ".join(["lay", *map(_card, cards[: n + 1])])
            for cards in self.position.get("layable", ())
            for n in range(len(cards))
        ]
        return [*self.position["moves"], *lays]

    async def play(self, source: Random) -> None:
        """Play at random until the game is over."""
        await self.reveal()
        while self.ended is None:
            if self.my_turn:
                reply = await self.do("move", seq=self.seq, move=source.choice(self.moves()))
                assert reply["type"] == "done" or reply["code"] == "stale", reply
            else:
                await self.read()


def _card(card: int) -> str:
    return str(card) if card <= 5 else f"W{card - 5}"
