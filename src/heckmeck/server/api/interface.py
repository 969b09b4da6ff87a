"""The HTTP API as a whole: the routes of all its resources."""

from __future__ import annotations

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from heckmeck.server.api import (
    advice,
    conduct,
    devices,
    games,
    health,
    history,
    log,
    personal_data,
    players,
    problems,
    replay,
    review,
    schema,
    stream,
    tables,
)
from heckmeck.server.api.archive import ArchiveQueue
from heckmeck.server.api.methods import option_handlers
from heckmeck.server.api.openapi import WireTypes
from heckmeck.server.api.requests import JsonRequest, set_cookie
from heckmeck.server.service import Service

RESOURCES = (
    games,
    players,
    devices,
    personal_data,
    tables,
    stream,
    log,
    history,
    schema,
    health,
    advice,
    review,
    replay,
    conduct,
)
ROUTES = tuple(route for resource in RESOURCES for route in resource.ROUTES)


def make_api(service: Service) -> Litestar:
    """Return the HTTP application of a service."""
    return Litestar(
        [*option_handlers(ROUTES), *ROUTES],  # Litestar adds its own handler of OPTIONS to a path that has none yet
        state=State({"service": service, "archive_queue": ArchiveQueue(), "exports": personal_data.OneAtATime()}),
        openapi_config=OpenAPIConfig(
            title="heckmeck", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        plugins=[WireTypes()],
        exception_handlers=problems.HANDLERS,
        request_class=JsonRequest,
        before_send=[set_cookie],
        logging_config=None,
    )
