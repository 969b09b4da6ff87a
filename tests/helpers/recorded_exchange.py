"""An exchange with a real server, recorded scene by scene for the page about the protocol."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.sync.client import ClientConnection, connect

from heckmeck.server.fairness import commitment_of, new_seed
from helpers.wire import Server

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
BLOCK = re.compile(r"<!-- recorded: (\w+) -->\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)
"""A scene on the page: its name, and the lines."""
WIDTH = 118


class Line(NamedTuple):
    """One message: `head` names its sender and address, `body` is its content."""

    head: str
    body: Any

    def __str__(self) -> str:
        """Return the line as the page shows it, broken at spaces."""
        body = "" if self.body is None else json.dumps(self.body, ensure_ascii=False)
        return textwrap.fill(
            f"{self.head} {body}".rstrip(), WIDTH, subsequent_indent="    ",
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip


def read_lines(block: str) -> list[Line]:
    """Read what a page shows.

    >>> read_lines(str(Line("Ann →", {"type": "start", "id": "start-01"})))
    [Line(head='Ann →', body={'type': 'start', 'id': 'start-01'})]
    """
    found = []
    for line in block.replace("\n    ", " ").splitlines():
        head, brace, body = line.partition("{")
        found.append(Line(head.rstrip(), json.loads(brace + body) if brace else None))
    return found


class Scribe:
    """A player whose exchange with the server is recorded, in `scene`."""

    def __init__(self, server: Server, name: str) -> None:
        self.name = name
        self.code = ""
        self.scene: list[Line] = []
        self._server = server
        self._open = ExitStack()
        self._client = self._open.enter_context(httpx.Client(base_url=server.url, timeout=20, trust_env=False))
        self._headers: dict[str, str] = {}
        self._socket: ClientConnection

    def note(self, way: str, body: Any = None) -> None:
        """Record a line. Tokens are hidden, and the port is replaced by the default one."""
        text = json.dumps(body).replace(self._server.url, "http://127.0.0.1:8765")
        self.scene.append(Line(f"{self.name} {way}", json.loads(re.sub(r'"hm_[^"]*', '"hm_…', text))))

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Make a request."""
        self.note(f"→ {method} {path}", body)
        reply = self._client.request(method, path, json=body, headers=self._headers)
        self.note(f"← {reply.status_code}", reply.json())
        return reply.json()

    def identify(self) -> None:
        """Get a token."""
        self._headers["authorization"] = f"Bearer {self.call('POST', '/api/tokens', {'name': self.name})['token']}"

    def stream(self, since: int) -> None:
        """Follow the table by HTTP up to the welcome, and disconnect."""
        path = f"/api/tables/{self.code}/events?since={since}"
        self.note(f"→ GET {path}")
        with self._client.stream("GET", path, headers=self._headers) as reply:
            self.note(f"← {reply.status_code}")
            for line in filter(str.strip, reply.iter_lines()):
                self.note("←", json.loads(line))
                if '"welcome"' in line:
                    break

    def connect(self) -> None:
        """Follow the table by a WebSocket."""
        path = f"/ws/{self.code}"
        self.note(f"→ GET {path}")
        url = self._server.url.replace("http:", "ws:") + path
        self._socket = self._open.enter_context(
            connect(url, additional_headers=self._headers, compression=None, proxy=None)
        )
        self._read("presence")

    def do(self, kind: str, made: str, **fields: Any) -> Any:
        """Give a command over the WebSocket."""
        command = {"type": kind, "id": made, **fields}
        self.note("→", command)
        self._socket.send(json.dumps(command))
        return self._read("done", "refused")

    def _read(self, *until: str) -> Any:
        while True:
            message = json.loads(self._socket.recv(20))
            self.note("←", message)
            if message["type"] in until:
                return message

    def close(self) -> None:
        """Disconnect."""
        self._open.close()


def recorded(server: Server) -> dict[str, list[Line]]:
    """Let Ann play the beginning of a game, and return the messages, by scenes."""
    scenes: dict[str, list[Line]] = {}
    with closing(Scribe(server, "Ann")) as ann:
        for scene in play(ann):
            scenes[scene] = ann.scene
            ann.scene = []
    return scenes


def play(ann: Scribe) -> Iterator[str]:
    """Go from scene to scene; yield the name of each when it is over."""
    seed = new_seed()
    ann.identify()
    yield "token"
    ann.code = ann.call("POST", "/api/tables", {"plan": {"game": "bratwurmeck", "seats": 2}})["code"]
    ann.connect()
    yield "table"
    ann.do("sit", "sit-0001", name="Ann", commitment=commitment_of(seed))
    ann.do("bot", "bot-0001", seat=1, bot="greedy")
    yield "seats"
    began = ann.do("start", "start-01")["seq"]
    shown = ann.do("reveal", "reveal-1", seat=0, seed=seed)["seq"]
    move = next(line.body["position"]["moves"][0] for line in reversed(ann.scene) if "position" in line.body)
    yield "seeds"
    ann.do("move", "move-001", seq=shown, move=move)
    yield "move"
    ann.do("move", "move-001", seq=shown, move=move)
    yield "twice"
    ann.do("move", "move-002", seq=shown, move="roll")
    yield "stale"
    ann.do("move", "move-003", seq=shown + 1, move="take 36")
    yield "refused"
    ann.stream(began)
    yield "resume"
