"""Detection of names that look alike, by the skeletons of Unicode Technical Standard 39, and distinct names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import count
from pathlib import Path

CONFUSABLES = Path(__file__).with_name("confusables.txt")
"""The file with all characters of each look. Written by `scripts/confusables.py`."""


def looks(name: str) -> frozenset[str]:
    """Return the looks of a name. Two names with a look in common could be confused.

    Upper case and full-width letters make no difference. Letters are compared before and after case folding, because I
    and l look alike, but i and l do not.

    >>> [bool(looks("Paul") & looks(name)) for name in ("Раul", "PAUL", "PauI", "Ｐaul", "Paula")]
    [True, True, True, True, False]
    """  # noqa: RUF002, they are meant to be ambiguous
    plain = unicodedata.normalize("NFKC", name).casefold()
    return frozenset({skeleton(skeleton(name).casefold()), skeleton(plain)})


def distinct_name(name: str, others: Iterable[str]) -> str:
    """Return a name, with a number appended if it looks like one of the others.

    >>> distinct_name("Ann", ["Bo"]), distinct_name("Ann", ["ann", "Ann 2"])
    ('Ann', 'Ann 3')
    """
    taken = frozenset[str]().union(*map(looks, others))
    if looks(name).isdisjoint(taken):
        return name
    numbered = (f"{name} {number}" for number in count(2))
    return next(each for each in numbered if looks(each).isdisjoint(taken))


def skeleton(text: str) -> str:
    """Return the skeleton of a text, which is equal for all texts that look alike.

    >>> skeleton("modern"), skeleton("𝐦оԁern")
    ('rnodern', 'rnodern')
    """  # noqa: RUF002
    shown = "".join(map(_look, unicodedata.normalize("NFD", text)))
    return unicodedata.normalize("NFD", shown)


def _look(letter: str) -> str:
    if unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f":
        return ""  # invisible
    return _table().get(letter, letter)


@cache
def _table() -> dict[str, str]:
    """Return the look of each character that has the look of another one."""
    table: dict[str, str] = {}
    for line in CONFUSABLES.read_text(encoding="utf-8").splitlines():
        look, _, same = line.partition(";")
        if not line.startswith("#"):
            table.update(dict.fromkeys(_text(same), _text(look)))
    return table


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())
