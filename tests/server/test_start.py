"""A server is back soon after a crash: what its first players do not need is not loaded before they are served."""

from __future__ import annotations

import subprocess
import sys


def test_the_server_is_loaded_without_what_only_others_need() -> None:
    code = (
        "import sys\n"
        "from heckmeck.cli.main import make_app\n"
        "make_app(('serve',))\n"
        "import heckmeck.server.run, heckmeck.server.store.sqlite\n"
        "print([name for name in ('numpy', 'litestar', 'sqlalchemy', 'alembic', 'asyncpg', 'matplotlib')"
        " if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "[]"
