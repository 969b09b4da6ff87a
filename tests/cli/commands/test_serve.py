"""`heckmeck serve` as people start it at home: a free port, the browser, a clean stop."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pexpect
import pytest

from heckmeck.cli import browser
from heckmeck.cli.commands import serve
from heckmeck.games import BadSetup
from heckmeck.server.config import Config
from heckmeck.server.ops.run import listen
from helpers.commands import Run

PATIENCE = 60
SCREEN = {"DISPLAY": ":0"}


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program uses."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_servers_owner_wants_no_browser_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "is_visible", lambda terminal: True)
    assert serve.at_a_screen(Config())
    assert not serve.at_a_screen(Config(public_url="https://play.example.org"))
    assert not serve.at_a_screen(Config(database="postgresql://heckmeck@db/heckmeck"))


def test_where_a_port_is_taken_the_next_is_used_unless_it_was_named(taken: int) -> None:
    with listen(Config(port=taken), others=20) as sock:
        assert taken < sock.getsockname()[1] <= taken + 20
    with pytest.raises(BadSetup, match=f"Port {taken} cannot be used"):
        listen(Config(port=taken))


def test_another_heckmeck_is_distinguished_from_another_program(
    taken: int, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(serve, "PATIENCE", 0.2)
    assert not serve._serves(f"http://127.0.0.1:{taken}/")
    monkeypatch.setattr(serve, "_serves", lambda url: True)
    done = run("serve")
    assert (done.code, done.out) == (0, "heckmeck is running already, at http://127.0.0.1:8765/\n")


class Terminal:
    """A server in its own terminal, on a machine with a screen."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.seen = folder / "seen"
        opener = folder / "opener"
        opener.write_text(f'#!/bin/sh\necho "$1" >"{self.seen}.new" && mv "{self.seen}.new" "{self.seen}"\n')
        opener.chmod(0o755)
        private = ("HECKMECK_", "SSH_", "CI")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(private)}
        environment |= {**SCREEN, "BROWSER": str(opener), "HECKMECK_DATA": str(folder / "data")}
        command = [sys.executable, "-m", "heckmeck", "serve", *options]
        self.child = pexpect.spawn(command[0], command[1:], env=environment, encoding="utf-8", timeout=PATIENCE)

    def matched(self) -> tuple[str, str]:
        """Return the address that the server prints, and its port."""
        assert isinstance(self.child.match, re.Match)
        return self.child.match[1], self.child.match[2]

    def end(self) -> str:
        """Press Ctrl-C, and return what is printed after that."""
        self.child.sendintr()
        self.child.expect(pexpect.EOF)
        self.child.close()
        return str(self.child.before)


def test_the_browser_opens_at_a_free_port_and_ctrl_c_ends_it_with_a_friendly_line(tmp_path: Path) -> None:
    usual = socket.socket()
    try:
        usual.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        usual.bind(("127.0.0.1", 8765))
        usual.listen()
    except OSError:
        pass  # another program has it, which has the same effect
    with usual:
        terminal = Terminal(tmp_path)
        terminal.child.expect(r"serves at (http://127\.0\.0\.1:(\d+)/) \(Ctrl-C ends it\)")
        assert terminal.child.before == "heckmeck ", "the address comes first"
        url, port = terminal.matched()
        terminal.child.expect(f"Port 8765 is in use by another program, so port {port} is used this time")
        while not terminal.seen.exists():
            assert terminal.child.isalive()
            time.sleep(0.05)
        assert terminal.seen.read_text().strip() == url
        assert urlopen(f"{url}healthz", timeout=PATIENCE).status == 200
        assert serve.FAREWELL in terminal.end()
        assert terminal.child.exitstatus == 0


def test_without_a_browser_none_opens(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--no-browser", "--port", "0", "--log-level", "info")
    terminal.child.expect("heckmeck is up")
    terminal.child.expect(r"serves at (http://127\.0\.0\.1:(\d+)/)")
    url, _ = terminal.matched()
    while True:
        try:
            assert urlopen(f"{url}api/games", timeout=PATIENCE).status == 200
            break
        except URLError:
            assert terminal.child.isalive()
            time.sleep(0.05)
    terminal.end()
    assert not terminal.seen.exists()


def test_missing_pages_are_named_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr("heckmeck.server.net.built_files.BUILT", tmp_path / "static")
    monkeypatch.setattr("heckmeck.server.ops.run.run", lambda config, sock, ready: (sock.close(), ready()))
    monkeypatch.setattr(browser, "open_page", lambda url: pytest.fail("there is nothing to show"))
    assert "scripts/web" in run("serve", "--port", 0, "--browser").out


def test_a_server_that_cannot_open_its_database_does_not_say_that_it_serves(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "heckmeck", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    (tmp_path / "file").touch()
    done = subprocess.run(
        [*command, "--database", str(tmp_path / "file" / "tables.db")],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 3
    assert done.stdout == ""
    assert str(tmp_path / "file") in done.stderr
