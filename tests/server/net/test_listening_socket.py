"""When a process runs out of files, new connections are dropped, and existing ones continue."""

from __future__ import annotations

import asyncio
import errno
import multiprocessing
import socket
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from heckmeck.server.net import listening_socket
from heckmeck.server.net.listening_socket import ListeningSocket
from helpers.wire import Api, Client, Server

PLAN = {"plan": {"game": "bratwurmeck", "seats": 2}}
SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def listening() -> Any:
    with ListeningSocket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        sock.setblocking(False)
        yield sock


def connected(listening: ListeningSocket, count: int) -> list[socket.socket]:
    return [socket.create_connection(listening.getsockname(), timeout=20) for _ in range(count)]


def test_without_files_new_connections_are_dropped(listening: ListeningSocket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening_socket, "DROPPED_AT_ONCE", 2)
    plain, spares = socket.socket.accept, [listening._spare]

    def accept(sock: socket.socket) -> Any:
        if listening._spare is not None:
            raise OSError(errno.EMFILE, "Too many open files")
        return plain(sock)

    lines = connected(listening, 3)
    with monkeypatch.context() as patched:
        patched.setattr(socket.socket, "accept", accept)
        for left in (1, 0):
            with pytest.raises(BlockingIOError):
                listening.accept()
            spares.append(listening._spare)
            assert [line.recv(1) for line in lines[: len(lines) - left]] == [b""] * (3 - left)
    assert None not in spares
    (line,) = connected(listening, 1)
    accepted, _ = listening.accept()
    for each in (*lines, line, accepted):
        each.close()


def test_other_errors_are_passed_on(listening: ListeningSocket) -> None:
    with pytest.raises(BlockingIOError):
        listening.accept()
    listening.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        listening.accept()


def test_workers_get_the_same_kind_of_socket() -> None:
    answers = SPAWN.Queue()
    with ListeningSocket() as sock:
        worker = SPAWN.Process(target=_tell_kind, args=(sock, answers))
        worker.start()
        assert answers.get(timeout=60) == ("ListeningSocket", sock.family)
        worker.join()


def _tell_kind(sock: socket.socket, answers: Any) -> None:
    answers.put((type(sock).__name__, sock.family))


def test_responses_are_sent_without_waiting_for_the_client_to_confirm_their_heads(listening: ListeningSocket) -> None:
    async def main() -> None:
        options = asyncio.get_running_loop().create_future()

        def see(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted = writer.get_extra_info("socket")
            options.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(see, sock=listening):
            (line,) = connected(listening, 1)
            assert await asyncio.wait_for(options, 20)
            line.close()

    asyncio.run(main())


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")
def test_a_server_whose_files_run_out_goes_on_and_says_so_in_few_lines(tmp_path: Path) -> None:
    import resource

    async def main() -> None:
        with Server(tmp_path / "data") as server, ExitStack() as stack:
            api = await Api.new(server, "Ann")
            client = await Client(api, (await api.post("/api/tables", PLAN))["code"]).connect()
            files = len(list(Path(f"/proc/{server.pid}/fd").iterdir()))
            resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (files + 20, files + 20))
            for _ in range(200):
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            assert (await client.sit("Ann"))["type"] == "done"
            for _ in range(10):
                assert (await client.do("say", text="still here"))["type"] == "done"
            stack.close()
            async with httpx.AsyncClient(base_url=server.url, timeout=20) as browser:
                while True:  # the server has to notice first that the other connections are closed
                    try:
                        assert (await browser.get("/readyz")).status_code == 200
                        break
                    except httpx.TransportError:
                        await asyncio.sleep(0.01)
            await client.close()
        assert "no files left" in server.log()
        assert "Traceback" not in server.log()
        assert server.log().count("\n") < 50

    asyncio.run(main())
