"""A server in a separate process, and the tables that are opened on it."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

import httpx

SEATS = 5
PATIENCE = 30.0
"""Seconds after which a server that does not stop is killed."""


class Process:
    """A server on a folder: one process, or a parent and its workers on one port."""

    def __init__(
        self,
        folder: Path,
        database: str | None,
        workers: int = 1,
        checkout: Path | None = None,
        *,
        program: Sequence[str] = ("-m", "heckmeck"),
        supervised: bool = False,
        environment: Mapping[str, str] | None = None,
        within: Sequence[str] = (),
        log: Path | None = None,
    ) -> None:
        self.folder = folder
        self.database = database
        self.workers = workers
        self.checkout = checkout
        """Where the code of the server is; None for this checkout."""
        self.program = program
        """What Python runs: a program with the command `serve`."""
        self.supervised = supervised
        """Whether the process that is started has a worker even if there is only one."""
        self.environment = environment or {}
        self.within = within
        """A command that sets something up and then executes the command given to it."""
        self.log = log
        """The file for the log of every level from `info`. Without a file, warnings go to the terminal."""
        self.port = 0
        self.socket_port = 0
        """The port of the WebSockets, which few programs have apart from the other one."""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it and wait until it is up."""
        options = ["--database", self.database] if self.database else []
        if self.workers > 1:
            options += ["--workers", str(self.workers)]
        log = None if self.log is None else self.log.open("a")
        level = "warning" if log is None else "info"
        self.process = subprocess.Popen(
            [*self.within, sys.executable, *self.program, "serve", "--data", str(self.folder), "--port", str(self.port),
             "--log-level", level, *options],
            stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **self.source, **self.environment},
        )  # fmt: skip
        if log is not None:
            log.close()
        assert self.process.stdout is not None
        ports = re.findall(r":(\d+)/", self.process.stdout.readline())
        if not ports:
            self.stop(signal.SIGKILL)
            raise SystemExit("The server did not start; what it said stands above.")
        self.port, self.socket_port = int(ports[0]), int(ports[-1])

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self.process is not None and self.process.poll() is None

    @property
    def source(self) -> dict[str, str]:
        """What the environment needs for programs of the server's checkout."""
        return {"PYTHONPATH": str(self.checkout.absolute() / "src")} if self.checkout else {}

    def check(self) -> None:
        """End the measurement if the server has died, instead of waiting for it forever."""
        if not self.is_running:
            raise SystemExit("The server has ended; what it said stands above.")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it."""
        assert self.process is not None
        assert self.process.stdout is not None
        workers = self._workers() if how == signal.SIGKILL else []
        self.process.send_signal(how)
        for pid in workers:  # workers that survive their parent would keep the port
            os.kill(pid, how)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def end(self) -> tuple[int | None, float]:
        """Ask it to stop. Return its exit status and the seconds that it took; without a status it had to be killed."""
        assert self.process is not None
        began = perf_counter()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.stop(signal.SIGKILL)
            return None, perf_counter() - began
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status, perf_counter() - began

    def _workers(self) -> list[int]:
        """Return the worker processes, without the first process and those of bots."""
        assert self.process is not None
        if self.workers == 1 and not self.supervised:
            return []
        pid = self.process.pid
        children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    @property
    def _pids(self) -> list[int]:
        assert self.process is not None
        return [self.process.pid, *self._workers()]

    @property
    def memory(self) -> int:
        """The memory of its processes in bytes."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self._pids)
        return pages * resource.getpagesize()

    @property
    def seconds(self) -> float:
        """The processor time of its processes in seconds."""
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self._pids]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")


def tell(step: str) -> None:
    """Print what is being measured. A progress bar would take processor time from the players' process."""
    print(f"{step} …", file=sys.stderr, flush=True)


async def set_up(server: Process, tables: int) -> tuple[list[str], list[str]]:
    """Open tables with the same few players, and start their games; return tokens and codes."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as client:
        while True:
            try:
                await client.get("/readyz")
                break
            except httpx.TransportError:
                server.check()
                await asyncio.sleep(0.02)
        tokens = [(await client.post("/api/tokens", json={"name": f"P{n}"})).json()["token"] for n in range(SEATS)]
        headers = [{"authorization": f"Bearer {token}"} for token in tokens]
        gate = asyncio.Semaphore(8)

        async def one() -> str:
            async with gate:
                plan = {"game": "bratwurmeck", "seats": SEATS}
                made = await client.post("/api/tables", json={"plan": plan, "name": "P0"}, headers=headers[0])
                code: str = made.json()["code"]
                for seat in range(1, SEATS):
                    await command(seat, code, {"type": "sit", "id": f"sit-{seat}-xxxx", "name": f"P{seat}"})
                await command(0, code, {"type": "start", "id": "start-xxxx"})
                return code

        async def command(seat: int, code: str, body: dict[str, object]) -> None:
            reply = await client.post(f"/api/tables/{code}/commands", json=body, headers=headers[seat])
            reply.raise_for_status()

        return tokens, list(await asyncio.gather(*(one() for _ in range(tables))))
