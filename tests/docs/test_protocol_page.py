"""The page about the protocol cannot go stale: its exchange is recorded again, its lists are compared with the code.

`pytest tests/docs/test_protocol_page.py --update-golden` records the exchange on the page again.
"""

from __future__ import annotations

import ast
import asyncio
import importlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import heckmeck
from heckmeck.games import GAMES, GameError
from heckmeck.server.api import ROUTES, archive, devices, personal_data, stream, tables
from heckmeck.server.background import answer_cache, table_expiry
from heckmeck.server.config import Config
from heckmeck.server.live import live_table, resume_slots
from heckmeck.server.net import gate, plain_connections, web_socket
from heckmeck.server.net.connection import FOLLOWER_TIMEOUT, MAX_HEAD, REQUEST_TIMEOUT, SEND_BUFFER, STALL_TIMEOUT
from heckmeck.server.net.rate_limits import (
    ADDRESS_COMMANDS,
    ADDRESS_PLAYERS,
    ADDRESS_REPORTS,
    ADDRESS_REQUESTS,
    ADDRESS_SOCKETS,
    ADDRESS_TABLES,
    ADDRESS_TOKENS,
    ADDRESS_WRONG_CODES,
    ADVICE,
    ERASURES,
    EXPORTS,
    NETWORK_ERASURES,
    NETWORK_EXPORTS,
    NETWORK_REPORTS,
    NETWORK_TABLES,
    NETWORK_WRONG_CODES,
    PLAYER_REPORTS,
    PLAYER_TABLES,
    PLAYER_WRONG_CODES,
    REPLAYS,
    REVIEWS,
    SOCKET_COMMANDS,
    SOCKET_VIOLATIONS,
    STRANGER_WRONG_CODES,
    STRANGER_WRONG_CODES_NETWORK,
    Rate,
)
from heckmeck.server.store import Phase
from heckmeck.server.table import conduct, decisions, messages
from heckmeck.server.table.positions import TextPosition, position_types
from heckmeck.server.table.state import SEEDING_TIME
from heckmeck.server.table.text import MAX_CHAT, MAX_NAME
from helpers.doc_pages import blocks
from helpers.recorded_exchange import BLOCK, PAGE, Line, read_lines, recorded
from helpers.wire import Api, Server

SOURCES = Path(heckmeck.__file__).parent
NO_WIRE = {"admin", "audit", "backup", "config", "export", "fairness", "keys", "reports", "run", "store"}
"""Modules and packages of the server whose errors no client gets, or gets by another name."""
NOT_ASKED = {"position", "situation"}
"""Modules of the games that read positions, which the server only writes."""


def page() -> str:
    return PAGE.read_text("utf-8")


def section(heading: str) -> str:
    """The part of the page under a heading, up to the next one."""
    return re.split(r"^#+ ", page().split(f"# {heading}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def first_cells(text: str) -> list[str]:
    """The names in backticks in the first cells of a section's tables."""
    return [name for row in re.findall(r"^\| (.*?) \|", text, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)]


# The recorded exchange ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Line]]:
    with Server(tmp_path_factory.mktemp("protocol") / "data") as server:
        return recorded(server)


def shape(value: Any) -> Any:
    """The shape of a message, without names, numbers and luck."""
    if isinstance(value, dict):
        # Follow-ups are listed by moves, which depend on the dice.
        kept = {"type": value.get("type"), "what": value.get("what"), "follow_ups": "by moves"}
        return {key: kept[key] if key in kept else shape(value[key]) for key in value}
    if isinstance(value, list):
        return [shape(item) for item in value if isinstance(item, dict)]
    return type(value).__name__


def shapes(lines: list[Line]) -> list[Any]:
    return [(re.sub(r"\b[A-Z0-9]{8}\b", "CODE", line.head), shape(line.body)) for line in lines]


def test_a_server_talks_as_the_page_shows(scenes: dict[str, list[Line]], request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        blocks = {name: "".join(f"{line}\n" for line in lines) for name, lines in scenes.items()}
        text = BLOCK.sub(lambda found: f"<!-- recorded: {found[1]} -->\n\n```text\n{blocks[found[1]]}```\n", page())
        PAGE.write_text(text, "utf-8")
    shown = {name: read_lines(block) for name, block in BLOCK.findall(page())}
    assert list(shown) == list(scenes)
    for name, lines in scenes.items():
        assert shapes(shown[name]) == shapes(lines), name


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_the_move_by_curl_is_read_as_a_command(tmp_path: Path) -> None:
    (shown,) = (block.text for block in blocks("docs/protocol.md") if "curl" in block.text)
    move = shown[shown.rindex("curl ") :]
    with Server(tmp_path / "data") as server:

        async def opened() -> tuple[str, str]:
            ann = await Api.new(server, "Ann")
            plan = {"game": "bratwurmeck", "seats": 2}
            return ann.token, (await ann.post("/api/tables", {"plan": plan}))["code"]

        token, code = asyncio.run(opened())
        variables = {**os.environ, "TOKEN": token, "CODE": code, "SERVER": server.url}
        answer = subprocess.run(["sh", "-ec", move], env=variables, capture_output=True, timeout=60, check=True).stdout
    refused = msgspec.json.decode(answer)
    assert (refused["id"], refused["code"]) == ("move-00000057", "not_seated")


def test_every_message_on_the_page_is_one() -> None:
    sent = received = 0
    for line in (line for _, block in BLOCK.findall(page()) for line in read_lines(block)):
        if line.body is None or "type" not in line.body:
            continue
        text = msgspec.json.encode(line.body)
        if line.head.endswith("→"):
            messages.command_decoder.decode(text)
            sent += 1
        else:
            messages.message_decoder.decode(text)
            received += 1
    assert (sent >= 7, received >= 16) == (True, True)


# What the page lists --------------------------------------------------------------------------------------------------


def fields(struct: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(struct)]


def tag(struct: type[msgspec.Struct]) -> str:
    return str(struct.__struct_config__.tag)


def test_every_command_is_listed_with_its_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\| .* \|$", section("Commands"), re.MULTILINE)
    expected = []
    for command in get_args(messages.AnyCommand):
        named = [
            f"`{field.name}`" if field.required else f"(`{field.name}`)"
            for field in msgspec.structs.fields(command)
            if field.name != "id"
        ]
        expected.append((tag(command), ", ".join(named)))
    assert rows == expected


@pytest.mark.parametrize("message", get_args(messages.AnyMessage), ids=tag)
def test_every_message_is_explained(message: type[msgspec.Struct]) -> None:
    names = first_cells(section(f"`{tag(message)}`"))
    whats = ["what", *get_args(messages.What)] if message is messages.Happened else []
    assert sorted(names) == sorted([*fields(message), *whats])


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("`table`", messages.TableInfo),
        ("`plan`", messages.Plan),
        ("`seats`", messages.SeatInfo),
        ("`ended`", messages.Ended),
    ],
)
def test_every_part_of_a_message_is_explained(heading: str, part: type[msgspec.Struct]) -> None:
    assert first_cells(section(heading)) == fields(part)


def test_every_position_is_explained() -> None:
    heads = r"^\| (?:Bratwurmeck|Barbecue|Karteneck|as text) \|.*$"
    _, *tables = re.split(heads, section("`position`"), flags=re.MULTILINE)
    kinds: tuple[type[msgspec.Struct], ...] = (*position_types(GAMES.values()), TextPosition)
    assert [set(first_cells(table)) - {"unit"} for table in tables] == [set(fields(kind)) for kind in kinds]


def test_all_words_that_may_be_chosen_are_named() -> None:
    for words, heading in (
        (messages.Reaction, "Commands"),
        (messages.Pace, "Commands"),
        (messages.Pace, "`plan`"),
        (get_type_hints(messages.Bye)["code"], "`bye`"),
        (Phase, "`table`"),
        (conduct.Reason, "Muting, blocking, reporting"),
        (conduct.BlockKind, "Muting, blocking, reporting"),
    ):
        assert get_args(words)
        for word in get_args(words):
            assert f"`{word}`" in section(heading)


def codes(path: Path) -> Iterator[str]:
    """The codes of the errors that a module raises: literals and constants passed to error constructors."""
    module = importlib.import_module(f"heckmeck.{'.'.join(path.relative_to(SOURCES).with_suffix('').parts)}")
    makers = {name for name, value in vars(module).items() if isinstance(value, type) and issubclass(value, GameError)}
    makers |= {"refuse", "_refuse", "Refused", "Problem", "_clean"}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        called = isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", None)) in makers
        for value in node.args if isinstance(node, ast.Call) and called else ():
            text = getattr(module, value.id, None) if isinstance(value, ast.Name) else getattr(value, "value", None)
            if isinstance(text, str) and re.fullmatch(r"[a-z]+(_[a-z]+)*", text):
                yield text


def test_every_refusal_is_explained() -> None:
    own = {
        code
        for path in [*(SOURCES / "server").rglob("*.py"), *(SOURCES / "offline").rglob("*.py")]
        if not NO_WIRE & {path.stem, *path.relative_to(SOURCES).parent.parts}
        for code in codes(path)
    } - {"chain_lost"}  # fmt: skip
    games = {
        code
        for path in (SOURCES / "games").rglob("*.py")
        if path.stem not in NOT_ASKED
        for code in codes(path)
    } - {"wrong_game", "bad_hands", "no_dice"}  # fmt: skip
    explained = first_cells(section("Refusals"))
    assert len(explained) == len(set(explained))
    played = {code for name in ("advice", "record") for code in codes(SOURCES / f"play/{name}.py")}
    assert set(explained) == own | games | played | {"no_such_game"}


@pytest.mark.parametrize(
    ("heading", "part"), [("Devices", devices.DeviceInfo), ("Your data", personal_data.PersonalData)]
)
def test_devices_and_data_are_explained(heading: str, part: type[msgspec.Struct]) -> None:
    assert first_cells(section(heading)) == fields(part)


def test_every_request_is_listed() -> None:
    routes = {
        f"{method} {re.sub(r':[a-z]+}', '}', path)}"
        for handler in ROUTES
        for path in handler.paths
        for method in handler.http_methods - {"OPTIONS"}
    }
    assert set(first_cells(section("HTTP"))) == routes


def test_the_limits_are_those_of_the_code() -> None:
    text, config = section("Limits"), Config()

    def said(rate: Rate, unit: str, seconds: int) -> str:
        return f"| {rate.burst:,} at once, {round(rate.second * seconds):,} {unit} after that |"

    for rate, what in (
        (SOCKET_COMMANDS, "commands on one WebSocket"),
        (ADDRESS_COMMANDS, "commands from one address"),
        (ADDRESS_SOCKETS, "new connections from one address"),
        (ADVICE, "advice for one player"),
        (REPLAYS, "records and replays of games for one address"),
        (ADDRESS_REQUESTS, "requests from one address"),
    ):
        assert f"| {what} {said(rate, 'a second', 1)}" in text
    for rate, what in (
        (PLAYER_REPORTS, "reports of one player"),
        (ADDRESS_REPORTS, "reports from one address"),
        (NETWORK_REPORTS, "reports from one network (an IPv6 /48)"),
        (PLAYER_TABLES, "new tables of one player"),
        (ADDRESS_TABLES, "new tables from one address"),
        (NETWORK_TABLES, "new tables from one network (an IPv6 /48)"),
        (ADDRESS_TOKENS, "new tokens from one address"),
        (ADDRESS_PLAYERS, "new players by cookie, and linked devices, from one address"),
        (REVIEWS, "games reviewed for one address"),
        (NETWORK_EXPORTS, "exports of players in one network (an IPv6 /48)"),
        (ERASURES, "players of one address who erase themselves"),
        (NETWORK_ERASURES, "players of one network (an IPv6 /48) who erase themselves"),
        (PLAYER_WRONG_CODES, "wrong codes of one player"),
        (ADDRESS_WRONG_CODES, "wrong codes of all players at one address"),
        (NETWORK_WRONG_CODES, "wrong codes of all players in one network (an IPv6 /48)"),
        (STRANGER_WRONG_CODES, "wrong codes without a token or cookie from one address"),
        (STRANGER_WRONG_CODES_NETWORK, "wrong codes without a token or cookie from one network"),
    ):
        assert f"| {what} {said(rate, 'an hour', 3600)}" in text
    assert f"| devices of one player, without tokens | {devices.MAX_DEVICES} |" in text
    assert f"| exports of players at one address {said(EXPORTS, 'an hour', 3600)[:-2]}; one at a time" in text
    assert f"that were too fast {said(SOCKET_VIOLATIONS, 'an hour', 3600)[:-2]}; then the connection ends |" in text
    assert f"{config.max_sockets_per_address} from one address, {config.max_sockets:,} to one process" in text
    assert f"{config.max_frame:,} bytes on a WebSocket, {gate.MAX_BODY // 1024} KB by HTTP" in text
    assert f"arrive within {REQUEST_TIMEOUT:.0f} seconds; its head has at most {MAX_HEAD // 1024} KB" in text
    assert f"given up when nothing of it is read for {STALL_TIMEOUT:.0f} seconds" in text
    assert web_socket.MAX_UNREAD == stream.MAX_UNREAD
    assert f"{web_socket.MAX_UNREAD // 1024} KB on a WebSocket and on a stream" in text
    assert f"besides {2 * SEND_BUFFER // 1024} KB in the buffers of the system" in text
    assert f"{FOLLOWER_TIMEOUT:.0f} seconds without reading" in text
    assert f"except for the last {live_table.TAIL} entries of a table" in text
    assert f"{resume_slots.MAX_READS_EACH} for one address, {resume_slots.MAX_READS} in one process" in text
    replays = f"{archive.MAX_PENDING_EACH} for one address, {archive.MAX_PENDING} in one process"
    assert f"| records and replays that are being worked out | {replays}" in text
    each, together = plain_connections.MAX_UNREAD_EACH // 2**20, plain_connections.MAX_UNREAD // 2**20
    assert f"more than {each} MB that is not read ({together} MB in one process)" in text
    answers = f"{answer_cache.MAX_PENDING_EACH} of each kind for one address, {answer_cache.MAX_PENDING} in one process"
    assert f"| answers of the coach that are being worked out | {answers}" in text
    spectators, players = decisions.MAX_SPECTATOR_ASIDES, decisions.MAX_CHAT_ASIDES
    limits = f"from {spectators} on spectators cannot chat, from {players:,} on players cannot;"
    assert f"{limits} from {decisions.MAX_ASIDES:,} on only moves" in text
    lifetimes = (table_expiry.UNSTARTED_LIFETIME, table_expiry.TABLE_LIFETIME, table_expiry.GAME_LIFETIME)
    unstarted, between, during = (lifetime // table_expiry.DAY for lifetime in lifetimes)
    assert f"closed after {unstarted} day if no game has begun, and after {between} days between games" in text
    assert f"a game is broken off after {during} days" in text
    plain = config.max_plain_connections_per_address, config.max_plain_connections
    assert f"{plain[0]} from one address, {plain[1]:,} to one process" in text
    assert f"{MAX_NAME} and {MAX_CHAT} characters" in text
    assert f"| people that one player mutes and blocks | {conduct.MAX_BLOCKS} |" in text
    assert f"a note of up to {conduct.MAX_NOTE} characters" in section("Muting, blocking, reporting")


def test_the_times_are_those_of_the_code() -> None:
    text = " ".join(page().split())
    assert SEEDING_TIME == 4000
    assert "within four seconds" in text
    assert f"bots fill after {tables.QUICK_FILL} seconds" in text
    assert f"an empty line comes every {stream.PING_INTERVAL:.0f} seconds" in text
