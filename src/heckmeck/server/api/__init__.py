"""The HTTP API: one module for each resource, with its routes.

It is imported on first use or in the background, because players who reconnect after a restart do not need it.
"""

from heckmeck.server.api.interface import ROUTES, make_api

__all__ = ["ROUTES", "make_api"]
