"""The attacks of bench/hostile: their list, their verdicts and their hand-written clients."""

import argparse
import asyncio
import re
from pathlib import Path

import pytest
from bench.hostile import FINDINGS, modules
from bench.hostile_clients import CLOSE, PING, TEXT, Frames, chunked, frame, request
from bench.hostile_findings import Check, Checks, attack
from rich.table import Table as Grid

from helpers.doc_pages import ROOT


def test_every_finding_is_documented_with_its_topic() -> None:
    topics = {name: module.FINDINGS for name, module in modules().items() if hasattr(module, FINDINGS)}
    listed = {(name, number) for name, findings in topics.items() for number in findings}
    documented = re.findall(r"^\| `(\w+)` \| (F\d+) \|", (ROOT / "docs/benchmarks.md").read_text("utf-8"), re.MULTILINE)
    assert set(documented) == listed
    assert {number for _, number in listed} == {f"F{number}" for number in range(1, 12)}


def test_topics_can_share_one_command_line() -> None:
    parser = argparse.ArgumentParser()
    for module in modules().values():
        if hasattr(module, FINDINGS):
            module.add_arguments(parser)  # raises an error if two have the same option
    assert parser.parse_args([]).upgrades > 0


async def held(args: argparse.Namespace, folder: Path) -> Checks:
    """Hold."""
    yield Check("a check", "1", "1", held=True)


async def not_held(args: argparse.Namespace, folder: Path) -> Checks:
    """Hold once and then not."""
    yield Check("a check", "1", "1", held=True)
    yield Check("another", "2", "1", held=False)


async def broken(args: argparse.Namespace, folder: Path) -> Checks:
    """Hold once and then fail."""
    yield Check("a check", "1", "1", held=True)
    raise SystemExit("The server did not start.")


def test_attacks_run_although_others_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid = Grid("finding", "what", "measured", "expected", "held")
    findings = {"F1": broken, "F2": not_held, "F3": held}
    assert asyncio.run(attack(findings, argparse.Namespace(), tmp_path, grid)) == ["F1", "F2"]
    assert list(grid.columns[4].cells) == ["yes", "NO", "yes", "NO", "yes"]
    assert list(grid.columns[2].cells)[1] == "SystemExit: The server did not start."
    assert "another: 2 (not held)" in capsys.readouterr().err


def test_frames_of_a_server_are_read_in_any_pieces() -> None:
    long = b"x" * 300
    data = b"\x81\x02{}" + b"\x81\x7e" + len(long).to_bytes(2, "big") + long + b"\x89\x00" + b"\x88\x02\x03\xe8"
    for size in (1, 3, len(data)):
        frames = Frames()
        pieces = [data[place : place + size] for place in range(0, len(data), size)]
        read = [each for piece in pieces for each in frames.feed(piece)]
        assert read == [(TEXT, b"{}"), (TEXT, long), (PING, b""), (CLOSE, b"\x03\xe8")]


def test_frames_of_a_client_have_a_mask() -> None:
    assert frame(PING) == b"\x89\x80\0\0\0\0"
    assert frame(TEXT, b"a" * 200, final=False) == b"\x01\xfe\x00\xc8\0\0\0\0" + b"a" * 200


def test_requests_are_sent_as_they_are() -> None:
    assert (
        request(80, "GET", "/", "A: b") == b"GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nConnection: close\r\nA: b\r\n\r\n"
    )
    sent = chunked(80, "POST", "/", body=b"{}", trailer=("A: b",))
    assert sent.endswith(b"\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nA: b\r\n\r\n")
