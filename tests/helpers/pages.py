"""The programs on the pages of the documentation."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def program(path: str) -> str:
    """Return the Python blocks of a page, in order, as one program."""
    text = (ROOT / path).read_text("utf-8")
    return "\n\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
