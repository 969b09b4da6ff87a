"""The programs on the pages of the documentation."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def programs(path: str) -> list[str]:
    """Return the Python blocks of a page, in order."""
    return re.findall(r"```python\n(.*?)```", (ROOT / path).read_text("utf-8"), re.DOTALL)


def program(path: str) -> str:
    """Return the Python blocks of a page as one program."""
    return "\n\n".join(programs(path))
