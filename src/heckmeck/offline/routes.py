"""The requests of the page, answered as the server's HTTP interface does. What needs others is refused kindly."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec
from msgspec import Meta, Struct

from heckmeck.bad_json import explain
from heckmeck.games import GameError
from heckmeck.offline import past_games
from heckmeck.play.record import BadRecord, decode
from heckmeck.server.live.advice import Advice, check_advice
from heckmeck.server.live.archive import find_game, to_fair_record
from heckmeck.server.live.log_reader import rows_of_game
from heckmeck.server.live.opening import check_bots, set_up
from heckmeck.server.live.past_games import public_games, public_tallies
from heckmeck.server.live.replay import RecordProblem, replayed
from heckmeck.server.live.subscription import read_before
from heckmeck.server.net.status import status_of
from heckmeck.server.store import Game, StoreError
from heckmeck.server.store.devices import Profile
from heckmeck.server.table import messages
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.hosted_games import hosted_game, hosted_games, public_message, seats_of
from heckmeck.server.table.messages import (
    Address,
    Done,
    GameInfo,
    LogPage,
    Me,
    OpenTable,
    PositionText,
    Problem,
    SeatNumber,
)
from heckmeck.server.table.text import clean_name

if TYPE_CHECKING:
    from heckmeck.offline.host import Host
    from heckmeck.play.review import Review
    from heckmeck.server.fairness.proof import FairRecord

T = TypeVar("T")

MAX_BODY = 1_000_000
"""Maximum number of characters of a request: a record of a long game has fewer."""
QUICK_SEATS = 3
"""Number of seats of a quick game, or the nearest that the game allows."""
NEEDS_SERVER = "This needs other people and a server: it can be done when there is a network again."
STORE_FAILED = "This device could not read or store the game: make some room on it, reload the page, and try again."

Positive = Annotated[int, Meta(ge=1, le=10**9)]

logger = logging.getLogger("heckmeck.offline")


class NoQuery(Struct):
    """For paths without parameters."""


class LogQuery(Struct):
    """The entry before which others are wanted, and how many."""

    before: Positive
    limit: Annotated[int, Meta(ge=1, le=200)] = 100


class AdviceQuery(Struct):
    """The seat that asks, and the last entry that it has seen."""

    seat: SeatNumber
    seq: Annotated[int, Meta(ge=0, le=10**12)]


class SeatQuery(Struct):
    """The seat whose view is wanted; None for that of a spectator."""

    seat: SeatNumber | None = None


class GamesQuery(Struct):
    """The number of the game before which others are wanted, and how many."""

    before: Positive | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class HistoryQuery(Struct):
    """The last game that is known, and how many more are wanted."""

    before: Annotated[str, Meta(pattern=r"^~?[0-9A-Za-z]{8}/[0-9]{1,9}$(?!\n)")] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class Request(NamedTuple):
    """One request: the parts of its path that vary, its query and its body."""

    parts: tuple[str, ...]
    query: dict[str, str]
    body: str | None

    def asked(self, kind: type[T]) -> T:
        """Return the parameters of the query."""
        try:
            return msgspec.convert(self.query, kind, strict=False)
        except msgspec.ValidationError as error:
            raise BadRequest("http_400", explain(error, "The query")) from None

    def read(self, kind: Any) -> Any:
        """Return the body."""
        try:
            return msgspec.json.decode(self.body or "", type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadRequest("http_400", explain(error, "The body")) from None

    @property
    def code(self) -> str:
        """The code of the table."""
        return self.parts[0]

    @property
    def number(self) -> int:
        """The number of the game at the table."""
        return int(self.parts[1])


class BadRequest(GameError):
    """A request that cannot be understood."""


class Response(NamedTuple):
    """An answer that is not a plain success."""

    status: int
    body: object


Handler = Callable[[Request], Awaitable[object]]


class Routes:
    """Finds the handler of a request, and turns what it returns or raises into a status and a text."""

    def __init__(self, host: Host) -> None:
        self._host = host
        table, game = "/api/tables/([^/]+)", "/api/tables/([^/]+)/games/([0-9]{1,9})"
        self._handlers: list[tuple[str, re.Pattern[str], Handler]] = [
            (method, re.compile(path), handler)
            for method, path, handler in (
                ("GET", "/api/games", self._games),
                ("GET", "/api/me", self._me),
                ("POST", "/api/me", self._set_name),
                ("GET", "/api/me/blocks", self._nothing),
                ("GET", "/api/tables", self._tables),
                ("POST", "/api/tables", self._open_table),
                ("POST", "/api/quick", self._quick_play),
                ("GET", table, self._table),
                ("GET", f"{table}/position", self._position),
                ("GET", f"{table}/address", self._table_address),
                ("GET", f"{table}/log", self._log),
                ("GET", f"{table}/advice", self._advice),
                ("GET", f"{table}/blocks", self._nothing),
                ("POST", f"{table}/commands", self._command),
                ("GET", f"{table}/games", self._table_games),
                ("GET", f"{table}/statistics", self._table_statistics),
                ("GET", game, self._record),
                ("GET", f"{game}/replay", self._replay),
                ("GET", f"{game}/review", self._review),
                ("GET", "/api/history", self._history),
                ("GET", "/api/statistics", self._statistics),
                ("POST", "/api/replay", self._replay_record),
            )
        ]

    async def answer(self, method: str, path: str, body: str | None) -> tuple[int, str]:
        """Return the status and the JSON text of a response."""
        try:
            found = await self._handle(method, path, body)
        except StoreError as error:
            logger.warning("a request failed: %s", error)
            found = _problem(Problem("store_failed", STORE_FAILED))
        except BadRecord as error:
            found = Response(400, RecordProblem.of(error))
        except GameError as error:
            found = _problem(Problem(error.code, public_message(error), error.rule))
        except Exception:
            logger.exception("a request failed")
            found = _problem(Problem("failed", "Something went wrong here: reload the page, and try again."))
        if not isinstance(found, Response):
            found = Response(200, found)
        return found.status, messages.encoder.encode(found.body).decode()

    async def _handle(self, method: str, path: str, body: str | None) -> object:
        if body is not None and len(body) > MAX_BODY:
            raise BadRequest("too_long", "The request is too long.")
        address = urlsplit(path)
        query = dict(parse_qsl(address.query))
        for known, pattern, handler in self._handlers:
            if known == method and (found := pattern.fullmatch(address.path)):
                return await handler(Request(tuple(map(unquote, found.groups())), query, body))
        raise Refusal("needs_server", NEEDS_SERVER)

    # The player, and what can be played ------------------------------------------------------------------------------

    async def _games(self, _: Request) -> list[GameInfo]:
        bots = self._host.bots
        return [
            GameInfo(game.name, game.title, (seats_of(game)[0], seats_of(game)[-1]), bots.infos(game.name), game.unit)
            for game in hosted_games().values()
        ]

    async def _me(self, _: Request) -> Me:
        profile = self._host.profile
        return Me(None) if profile is None else Me(*profile)

    async def _set_name(self, request: Request) -> Me:
        wanted: messages.NewName = request.read(messages.NewName)
        before = self._host.profile.portrait if self._host.profile else ""
        profile = Profile(clean_name(wanted.name), before if wanted.portrait is None else wanted.portrait)
        await self._host.set_profile(profile)
        return Me(*profile)

    async def _nothing(self, _: Request) -> list[object]:
        return []

    # Tables ----------------------------------------------------------------------------------------------------------

    async def _tables(self, _: Request) -> list[Any]:
        return await self._host.store.summaries()

    async def _open_table(self, request: Request) -> Response:
        return await self._open(request.read(OpenTable))

    async def _quick_play(self, request: Request) -> Response:
        wanted: messages.QuickPlay = request.read(messages.QuickPlay)
        game, bots = hosted_game(wanted.game), self._host.bots
        seats = min(seats_of(game), key=lambda number: abs(number - QUICK_SEATS))
        fillers = (bots.filler(wanted.game),) * (seats - 1)
        return await self._open(
            OpenTable(messages.Plan(wanted.game, seats), wanted.name, wanted.commitment, fillers, start=True)
        )

    async def _open(self, wanted: OpenTable) -> Response:
        check_bots(wanted, self._host.bots)
        table = await self._host.open_table(wanted.plan, wanted.id)
        await set_up(table, wanted, lambda command: table.command(command, self._host.caller))
        return Response(201, _address(table.code))

    async def _table(self, request: Request) -> messages.Welcome:
        return (await self._host.table(request.code)).welcome(self._host.caller.player)

    async def _table_address(self, request: Request) -> Address:
        return _address((await self._host.table(request.code)).code)

    async def _position(self, request: Request) -> PositionText:
        seat, state = request.asked(SeatQuery).seat, (await self._host.table(request.code)).state
        if seat is not None and seat not in state.seats_of(self._host.caller.player):
            raise Refusal("not_your_seat", "This is not your seat.")
        if state.state is None:
            raise Refusal("no_game", "There is no position to show.")
        return PositionText(state.game.position(state.game.view(state.state, seat)))

    async def _log(self, request: Request) -> LogPage:
        asked, table = request.asked(LogQuery), await self._host.table(request.code)
        player = self._host.caller.player
        with table.held():
            return LogPage(tuple(await read_before(self._host.hub, table, asked.before, asked.limit, player, None)))

    async def _command(self, request: Request) -> Response:
        command: messages.AnyCommand = request.read(messages.AnyCommand)
        table = await self._host.table(request.code)
        reply = await table.command(command, self._host.caller)
        return Response(200 if isinstance(reply, Done) else status_of(reply.code, usual=409), reply)

    async def _advice(self, request: Request) -> Advice:
        asked, table = request.asked(AdviceQuery), await self._host.table(request.code)
        await table.reach(asked.seq)
        check_advice(table.state, asked.seat, asked.seq, self._host.caller)
        moved = table.state.moved_seq
        return Advice.of(asked.seat, moved, await self._host.coach.advise(table, asked.seat))

    # Games -----------------------------------------------------------------------------------------------------------

    async def _table_games(self, request: Request) -> list[messages.PlayedGame]:
        asked, games = request.asked(GamesQuery), await self._past_games(request.code)
        found = [game for game in reversed(games) if asked.before is None or game.number < asked.before]
        return public_games(found[: asked.limit], self._host.caller.player)

    async def _table_statistics(self, request: Request) -> list[messages.PlayerTally]:
        return public_tallies(past_games.tallies(await self._past_games(request.code)), self._host.caller.player)

    async def _history(self, request: Request) -> list[messages.PlayedGame]:
        asked, player = request.asked(HistoryQuery), self._host.caller.player
        last: tuple[str, int] | None = None
        if asked.before is not None:
            code, _, number = asked.before.partition("/")
            last = code.upper(), int(number)
        games = await self._host.store.all_games()
        return public_games(past_games.history(games, player, last, asked.limit), player)

    async def _statistics(self, _: Request) -> list[Any]:
        return past_games.statistics(await self._host.store.all_games(), self._host.caller.player)

    async def _record(self, request: Request) -> FairRecord:
        return await self._read_game(request)

    async def _replay(self, request: Request) -> object:
        return replayed(await self._read_game(request))

    async def _review(self, request: Request) -> Review:
        return await self._host.coach.review(await self._read_game(request, over=True))

    async def _replay_record(self, request: Request) -> object:
        return replayed(decode((request.body or "").encode(errors="replace")))

    async def _past_games(self, code: str) -> list[Game]:
        games = await self._host.store.games(self._host.code(code))
        if not games:
            await self._host.table(code)  # raises the refusal if there is no such table
        return games

    async def _read_game(self, request: Request, *, over: bool = False) -> FairRecord:
        """Return a game as a record with its proof, as far as it was played; with `over`, refuse a running one."""
        code, number, store = self._host.code(request.code), request.number, self._host.store
        secret = await store.chain(code, number)
        if secret is None:
            raise Refusal("no_such_game", "There was no such game at this table.")
        game = find_game(await rows_of_game(store, code, number), number)
        if over and not game.over:
            raise Refusal("game_on", "The game is still running: it can be reviewed when it is over.")
        return to_fair_record(game, secret)


def _address(code: str) -> Address:
    return Address(code, f"/t/{code}")


def _problem(problem: Problem) -> Response:
    return Response(status_of(problem.code), problem)
