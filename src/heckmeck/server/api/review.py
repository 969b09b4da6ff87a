"""Reviews over HTTP: for everybody who may see the record of a game, once it is over."""

from __future__ import annotations

from litestar import get

from heckmeck.play.review import Review
from heckmeck.server.api.requests import AnyRequest, Code, Number, error_responses, service_of, visit_of
from heckmeck.server.table.environment import Refusal


@get("/api/tables/{code:str}/games/{number:int}/review", responses=error_responses(400, 404, 409, 429))
async def review(request: AnyRequest, code: Code, number: Number) -> Review:
    """Every decision of a finished game compared with the best one, luck, and the scores turn by turn."""
    service, visit = service_of(request), await visit_of(request)
    known = await service.known_code(code, visit)
    if await service.store.chain(known, number) is None:
        raise Refusal("no_such_game", "There was no such game at this table.")
    if (known, number) not in service.coach.reviews and not service.limits.reviews.spend(visit.group):
        raise Refusal("too_fast", "Too many reviews: try again later.")
    return await service.coach.review(known, number)


ROUTES = (review,)
