"""The methods of each path, as answers to OPTIONS."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from litestar import HttpMethod, Response, route
from litestar.handlers import HTTPRouteHandler


def option_handlers(routes: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """Return handlers that answer OPTIONS with all methods of a path.

    Litestar's own handlers would name only the methods of the first handler of a path.
    """
    methods: defaultdict[str, set[str]] = defaultdict(lambda: {"OPTIONS"})
    for handler in routes:
        for path in handler.paths:
            methods[path].update(handler.http_methods)
    return [_handler(path, ", ".join(sorted(names))) for path, names in methods.items()]


def _handler(path: str, allowed: str) -> HTTPRouteHandler:
    @route(path, http_method=HttpMethod.OPTIONS, status_code=204, include_in_schema=False, sync_to_thread=False)
    def options() -> Response[None]:
        return Response(None, headers={"allow": allowed})

    return options
