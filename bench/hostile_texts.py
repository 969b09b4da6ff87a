"""Names and messages that players would miss or that cannot be seen, and the counting of games in statistics."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from bench.hostile_clients import Player, command
from bench.hostile_findings import Check, Checks, Finding
from bench.hostile_imports import offline_game
from bench.hostile_victim import NO_LIMITS, attacked

MOST_MOVES = 1000
WISHES = ("take", "steal", "keep W", "keep 5", "keep 4", "keep", "roll", "")
"""How moves begin that bring a game to its end, the best ones first."""


def flag(region: str) -> str:
    """Return the flag of a part of a country, which is spelt in invisible letters after a black flag."""
    return "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"


VISIBLE = {
    "keycap 1": "1\ufe0f\u20e3",
    "keycap #": "#\ufe0f\u20e3",
    "a name with a keycap": "Ann 7\ufe0f\u20e3",
    "England": flag("gbeng"),
    "Scotland": flag("gbsct"),
    "a name with Wales": "Ann " + flag("gbwls"),
}
INVISIBLE = {
    "U+1D159": "\U0001d159",
    "U+1DA7F": "\U0001da7f",
    "letters of a flag without it": "Ann\U000e0067\U000e007f",
    "U+FE0F alone": "\ufe0f",
}
RESERVED = {"Somebody": "Somebody", "…": "…"}
"""What erased players and their messages become."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--offline-steps", type=int, default=200, help="of the copied game, before it moves at random")


async def texts(args: argparse.Namespace, folder: Path) -> Checks:
    """Visible emoji are accepted; what draws nothing, and what erased players become, is refused."""
    async with attacked(folder / "data", args.checkout, environment=NO_LIMITS, log=folder / "log") as server:
        player = await Player.new(server.port)
        code = await player.open_table()
        await player.do(code, "sit", name="Ann")
        for what, candidates, refused in (
            ("visible emoji", VISIBLE, False),
            ("characters that draw nothing", INVISIBLE, True),
        ):
            yield _judge(f"{what} as names", await _names(player, candidates), refused=refused)
            yield _judge(f"{what} in the chat", await _chat(player, code, candidates), refused=refused)
        yield _judge("names of erased players", await _names(player, RESERVED), refused=True)


async def _names(player: Player, candidates: Mapping[str, str]) -> dict[str, int]:
    return {what: (await player.ask("POST", "/api/me", {"name": text})).status for what, text in candidates.items()}


async def _chat(player: Player, code: str, candidates: Mapping[str, str]) -> dict[str, int]:
    path = f"/api/tables/{code}/commands"
    says = {what: command("say", text=text) for what, text in candidates.items()}
    return {what: (await player.ask("POST", path, say)).status for what, say in says.items()}


def _judge(what: str, statuses: Mapping[str, int], *, refused: bool) -> Check:
    """Compare the answers with what is expected of all of them."""
    wrong = {text: status for text, status in statuses.items() if (400 <= status < 500) != refused}
    others = f", not: {', '.join(f'{text} ({status})' for text, status in wrong.items())}" if wrong else ""
    measured = f"{len(statuses) - len(wrong)} of {len(statuses)}{others}"
    return Check(what, measured, "all refused" if refused else "all accepted", held=not wrong)


async def statistics(args: argparse.Namespace, folder: Path) -> Checks:
    """Statistics count games, not seats."""
    async with attacked(folder / "data", args.checkout, environment=NO_LIMITS, log=folder / "log") as server:
        player = await Player.new(server.port)
        moves = await _play(player, await player.open_table())
        (row,) = await player.get("/api/statistics")
        yield Check(
            f"a game with two own seats, {moves} moves", f"games: {row['games']}", "games: 1", row["games"] == 1
        )
        games = len(await player.get("/api/history"))
        yield Check("… in the history", f"{games}", "1", held=games == 1)
        other = await Player.new(server.port, "Bo")
        await other.post("/api/history/import", json.loads(offline_game(1, args.offline_steps, ["Bo", "Cy"])))
        (row,) = await other.get("/api/statistics")
        measured = f"unverified: {row['unverified']}, games: {row['games']}"
        expected = "unverified: 1, games: 0"
        yield Check("a copied game of two people", measured, expected, held=measured == expected)


async def _play(player: Player, code: str) -> int:
    """Play both seats of a game to its end; return the number of moves."""
    for seat in (0, 1):
        await player.do(code, "sit", seat=seat, name="Ann")
    await player.do(code, "start")
    for number in range(MOST_MOVES):
        state = await player.get(f"/api/tables/{code}")
        if state["table"]["phase"] == "over":
            return number
        moves = state["position"]["moves"]
        move = next(move for wish in WISHES for move in moves if move.startswith(wish))
        await player.do(code, "move", seq=state["seq"], move=move)
    raise TimeoutError(f"the game is not over after {MOST_MOVES} moves")


FINDINGS: dict[str, Finding] = {"F6": texts, "F7": statistics}
