"""`python -m heckmeck` is the command `heckmeck`."""

from __future__ import annotations

import os
import sys

EXTRAS = {
    "cli": ("platformdirs", "rich", "typer"),
    "server": (
        "alembic", "asyncpg", "itsdangerous", "litestar", "prometheus_client", "segno", "sqlalchemy",
        "uvicorn", "websockets",
    ),
}  # fmt: skip
"""The modules that each extra installs."""

SERVER_COMMANDS = ("admin", "db", "export", "serve")
"""The commands that need the extra `server`; all others need `cli`."""


def main() -> None:
    """Run a command. If an extra is missing, say which one; Ctrl-C during start-up exits silently."""
    # The networks are small: several threads for one matrix product would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from heckmeck.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    except ModuleNotFoundError as error:
        _fail(error)
    try:
        run()
    except ModuleNotFoundError as error:
        _fail(error)


def _fail(error: ModuleNotFoundError) -> None:
    """Say which extra installs a missing module and exit; raise the error again if no extra does.

    `--version` works without any extra.
    """
    missing = (error.name or "").partition(".")[0]
    extra = next((extra for extra, modules in EXTRAS.items() if missing in modules), None)
    if extra is None:
        raise error
    first = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if first == "--version":
        from heckmeck import __version__

        sys.stdout.write(f"heckmeck {__version__}\n")
        sys.exit()
    if first in SERVER_COMMANDS:
        extra = "server"
    command = "The heckmeck command" if first == "--help" else "heckmeck: This command"
    sys.stderr.write(f"{command} needs more packages: pip install 'heckmeck[{extra}]'\n")
    sys.exit(2)


if __name__ == "__main__":
    main()
