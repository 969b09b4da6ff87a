"""The HTTP interface: one noun a module, with its own routes.

It is imported when it is first asked for, or when there is time: players are back sooner that way.
"""

from heckmeck.server.api.interface import ROUTES, make_api

__all__ = ["ROUTES", "make_api"]
