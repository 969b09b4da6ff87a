"""Reviews over HTTP, once a game is over, for everyone who may see its record."""

from __future__ import annotations

from litestar import get

from heckmeck.play.review import Review
from heckmeck.server.api.requests import (
    AnyRequest,
    Code,
    Number,
    RecordCode,
    error_responses,
    game_at,
    recorded_game,
    service_of,
    visit_of,
)
from heckmeck.server.service import GameAt
from heckmeck.server.table.environment import Refusal


@get("/api/tables/{code:str}/games/{number:int}/review", responses=error_responses(400, 404, 409, 429))
async def review(request: AnyRequest, code: Code, number: Number) -> Review:
    """A review of a finished game: every decision compared with the best one, luck, and the scores turn by turn."""
    return await _review(request, await game_at(request, code, number))


@get("/api/records/{record:str}/review", responses=error_responses(400, 404, 409, 429))
async def review_by_code(request: AnyRequest, record: RecordCode) -> Review:
    """The review of a finished game, by the code of its record."""
    return await _review(request, await recorded_game(request, record))


async def _review(request: AnyRequest, game: GameAt) -> Review:
    service, visit = service_of(request), await visit_of(request)
    if game not in service.coach.reviews and not service.limits.reviews.spend(visit.group):
        raise Refusal("too_fast", "Too many reviews: try again later.")
    return await service.coach.review(*game, visit.group)


ROUTES = (review, review_by_code)
