"""The programs, files and commands on the pages of the documentation."""

import re
from pathlib import Path
from typing import NamedTuple

from heckmeck.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]

BLOCK = re.compile(r'^```(\w*)(?: title="(.*?)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
COMMAND = re.compile(rf"^(?:    |`)?(heckmeck (?:{'|'.join(COMMANDS)})\b[^`\n]*)`?$", re.MULTILINE)
"""A line that is only a command: in a block, indented, or in backquotes."""
JSON_FILE = re.compile(r"`([\w-]+\.json)`[^`]*```json\n(.*?)```", re.DOTALL)
"""A block of JSON below a sentence that names a file."""


class Block(NamedTuple):
    """A block of code. Its title is the name of a file."""

    language: str
    title: str
    text: str


def blocks(path: str) -> list[Block]:
    """Return the blocks of a page, in order."""
    return [Block(*found) for found in BLOCK.findall(_page(path))]


def programs(path: str) -> list[str]:
    """Return the Python blocks of a page that are not files, in order."""
    return [block.text for block in blocks(path) if block.language == "python" and not block.title]


def program(path: str) -> str:
    """Return these blocks as one program."""
    return "\n\n".join(programs(path))


def write_files(path: str, folder: Path) -> None:
    """Write the files of a page."""
    titled = [(block.title, block.text) for block in blocks(path) if block.title]
    for name, text in titled + JSON_FILE.findall(_page(path)):
        (folder / name).write_text(text, "utf-8")


def commands(path: str) -> list[str]:
    """Return the commands of a page, in order, without comments."""
    return [line.partition(" #")[0].strip() for line in COMMAND.findall(_page(path))]


def _page(path: str) -> str:
    return (ROOT / path).read_text("utf-8")
