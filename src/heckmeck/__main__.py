"""`python -m heckmeck` is the command `heckmeck`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run a command; an impatient Ctrl-C while the program still starts ends it without a word."""
    try:
        from heckmeck.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
