"""The HTTP interface as a whole: the routes of all its nouns."""

from __future__ import annotations

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from heckmeck.server.api import (
    advice,
    games,
    health,
    history,
    players,
    problems,
    replay,
    review,
    schema,
    stream,
    tables,
)
from heckmeck.server.api.lookback import Lookback
from heckmeck.server.service import Service

NOUNS = (games, players, tables, stream, history, schema, health, advice, review, replay)
ROUTES = tuple(route for noun in NOUNS for route in noun.ROUTES)


def make_api(service: Service) -> Litestar:
    """Return the HTTP application."""
    return Litestar(
        ROUTES,
        state=State({"service": service, "lookback": Lookback()}),
        openapi_config=OpenAPIConfig(
            title="heckmeck", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        exception_handlers=problems.HANDLERS,
        logging_config=None,
    )
