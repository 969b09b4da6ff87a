"""A clock that is set back: whether bots still move, and when timers expire."""

from __future__ import annotations

import argparse
import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.hostile_clients import Player, Streams, drain
from bench.hostile_findings import Check, Checks, Finding
from bench.hostile_victim import NO_LIMITS, attacked
from bench.serve_shifted import CLOCK
from bench.server_process import Process

PACE = 500
"""Milliseconds of a bot for a move: slow enough that no game is over before the end of the measurement."""
ABSENCE = 3.0
"""Seconds without followers, after which no bot is about to move any more."""
SEATS = 5
TABLES = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--fast", type=int, default=3600, help="seconds by which the clock is fast at first")
    parser.add_argument("--moving", type=float, default=5, help="seconds for which the moves of bots are counted")
    parser.add_argument("--timer", type=int, default=30, help="seconds for a decision")


class Shifted(NamedTuple):
    """A server whose clock can be set."""

    server: Process
    file: Path

    def set(self, seconds: int) -> None:
        """Let the clock be fast by a number of seconds."""
        replacement = self.file.with_suffix(".new")
        replacement.write_text(str(seconds))
        replacement.replace(self.file)

    def restart(self, seconds: int) -> None:
        """Kill the server and start it with another clock."""
        self.server.stop(signal.SIGKILL)
        self.set(seconds)
        self.server.start()


@asynccontextmanager
async def _shifted(args: argparse.Namespace, folder: Path) -> AsyncIterator[Shifted]:
    clock = folder / "clock"
    clock.write_text(str(args.fast))
    program = (str(Path(__file__).with_name("serve_shifted.py")),)
    environment = {CLOCK: str(clock), "HECKMECK_BOT_PACE": str(PACE), **NO_LIMITS}
    async with attacked(
        folder / "data", args.checkout, environment=environment, program=program, log=folder / "log"
    ) as server:
        yield Shifted(server, clock)


async def bots_stand_still(args: argparse.Namespace, folder: Path) -> Checks:
    """Bots move at running tables after the clock was set back, with and without a restart."""
    async with _shifted(args, folder) as shifted:
        player = await Player.new(shifted.server.port)
        codes = [await _bots(player) for _ in range(TABLES)]
        yield await _count(player, codes, "with a fast clock", args.moving)
        shifted.restart(0)
        yield await _count(player, codes, "after a kill, with the right clock", args.moving)
        yield await _count(player, [await _bots(player)], "at a new table", args.moving)
        shifted.set(args.fast)
        codes = [await _bots(player) for _ in range(TABLES)]
        yield await _count(player, codes, "at new tables, with a fast clock", args.moving)
        await asyncio.sleep(ABSENCE)
        shifted.set(0)
        yield await _count(player, codes, "after a pause, with the right clock and no restart", args.moving)


async def _bots(player: Player) -> str:
    return await player.open_table(*["greedy"] * SEATS, seats=SEATS)


async def _count(player: Player, codes: Sequence[str], when: str, seconds: float) -> Check:
    """Follow tables of bots, and count their moves."""
    lines: list[Streams] = [await player.follow(code) for code in codes]
    readers = [asyncio.create_task(drain(reader)) for reader, _ in lines]
    before = [(await player.get(f"/api/tables/{code}"))["seq"] for code in codes]
    await asyncio.sleep(seconds)
    after = [(await player.get(f"/api/tables/{code}"))["seq"] for code in codes]
    for reader, (_, writer) in zip(readers, lines, strict=True):
        reader.cancel()
        writer.transport.abort()
    moves = [now - then for now, then in zip(after, before, strict=True)]
    measured = " / ".join(map(str, moves))
    return Check(f"moves of bots in {seconds:g} s {when}", measured, "some at each table", held=min(moves) > 0)


async def timers_grow(args: argparse.Namespace, folder: Path) -> Checks:
    """A timer ends in time after the clock was set back."""
    async with _shifted(args, folder) as shifted:
        player = await Player.new(shifted.server.port)
        code = await player.open_table(timer=args.timer)
        for seat in (0, 1):
            await player.do(code, "sit", seat=seat, name="Ann")
        await player.do(code, "start")
        shifted.restart(0)
        began = perf_counter()
        table = await player.get(f"/api/tables/{code}")
        seat, left = table["position"]["to_act"], (table["due"] - table["now"]) / 1000
        most = f"at most {args.timer} s"
        yield Check(f"a decision of {args.timer} s is due", f"in {left:,.0f} s", most, held=left <= args.timer)
        took_over = False
        while not took_over and perf_counter() - began < args.timer + 5:
            await asyncio.sleep(0.5)
            holders = (await player.get(f"/api/tables/{code}"))["table"]["seats"]
            took_over = holders[seat].get("bot") is not None
        measured = f"{'after' if took_over else 'not within'} {perf_counter() - began:.0f} s"
        yield Check("… a bot takes over", measured, f"after {most}", held=took_over)


FINDINGS: dict[str, Finding] = {"F3": bots_stand_still, "F8": timers_grow}
