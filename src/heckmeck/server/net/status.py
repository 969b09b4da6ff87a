"""The HTTP status of each error code: a single table for the API, WebSockets and the gate."""

from __future__ import annotations

STATUSES = {
    "no_name": 401,
    "banned": 403,
    "foreign_origin": 403,
    "muted": 403,
    "no_device": 404,
    "no_link": 404,
    "no_table": 404,
    "game_lost": 404,
    "no_such_entry": 404,
    "no_such_game": 404,
    "not_found": 404,
    "not_allowed": 405,
    "archived": 409,
    "away": 409,
    "game_on": 409,
    "linked_already": 409,
    "no_advice": 409,
    "no_coach": 409,
    "no_game": 409,
    "not_a_person": 409,
    "not_seated": 409,
    "not_your_seat": 409,
    "not_your_turn": 409,
    "seat_free": 409,
    "stale": 409,
    "too_many_blocks": 409,
    "too_many_devices": 409,
    "yourself": 409,
    "too_long": 413,
    "not_json": 415,
    "unknown_host": 421,
    "too_fast": 429,
    "failed": 500,
    "busy": 503,
    "needs_server": 503,
    "not_built": 503,
    "not_kept": 503,
    "presence_unknown": 503,
    "store_failed": 503,
    "too_many": 503,
    "too_many_tables": 503,
}
"""The codes whose status is not the default one."""


def status_of(code: str, usual: int = 400) -> int:
    """Return the status of a refusal.

    >>> status_of("too_fast"), status_of("bad_name"), status_of("seat_taken", usual=409)
    (429, 400, 409)
    """
    return STATUSES.get(code, usual)
