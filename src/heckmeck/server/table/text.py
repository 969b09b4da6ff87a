"""Names and chat messages: validation, and the form in which they are shown."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from heckmeck.games import GameError
from heckmeck.server.table.erasure import SOMEBODY, UNSAID
from heckmeck.server.table.look_alikes import looks

MAX_NAME = 24
MAX_NUMBERED_NAME = MAX_NAME + len(" 2")
"""Maximum number of characters of a name to which a table has appended a number."""
MAX_CHAT = 200
MAX_ACCENTS = 3
"""Maximum number of combining marks on one letter. Longer stacks would cover the lines above and below."""

BOT_NAMES = (
    *("random", "cautious", "sure", "greedy", "sampler", "perfect", "easy", "medium", "hard", "champion", "net"),
    *("Dice-drunk", "Careful", "Steady", "Greedy", "Ponderer", "Flawless"),
    *("Easygoing", "Lively", "Wily", "Maestro", "Trainee"),
    *("Blindfisch", "Vorsicht", "Ruhige Hand", "Gierschlund", "Grübler", "Fehlerlos"),
    *("Genießer", "Pfiffikus", "Schlitzohr", "Meister", "Lehrling"),
    *("Zăpăcitul", "Prudentul", "Calculatul", "Lacomul", "Gânditorul", "Perfectul"),
    *("Tihnitul", "Istețul", "Șiretul", "Maestrul", "Ucenicul"),
)
"""The names of bots, here and in the languages of the client, which players may not use."""
_BOT = "bot:"
"""The prefix of bots' names in records of games."""

_INVISIBLE = frozenset(
    "\u034f\u17b4\u17b5"  # the grapheme joiner, and the inherent vowels of Khmer
    "\u115f\u1160\u3164\uffa0\U00016fe4"  # fillers of Hangul and Khitan
    "\u2800\U00013441\U00013442\U0001d159\U0001da7f\U0001da80"  # blank Braille, hieroglyphs, notes and SignWriting
    "\ufffc"  # the place of an object
) | {chr(code) for block in ((0x180B, 0x1810), (0xFE00, 0xFE10), (0xE0100, 0xE01F0)) for code in range(*block)}
"""Letters, marks and symbols that are invisible in all or many fonts. The last ones are variation selectors."""
_EMOJI_VARIANT = "\ufe0f"
"""Selects the coloured form of the preceding symbol. Accepted only after a symbol and in keycaps."""
_JOINER = "\u200d"
"""Joins two pictures into one, as in pictures of families. Accepted only between pictures."""
_FLAGS = ("gbeng", "gbsct", "gbwls")
"""The countries whose flag is a black flag followed by invisible tags: England, Scotland and Wales."""
_TAGS = "|".join("".join(chr(0xE0000 + ord(letter)) for letter in flag) for flag in _FLAGS)
_OF_EMOJI = re.compile(f"(?<=[0-9#*]){_EMOJI_VARIANT}(?=\u20e3)|(?<=\U0001f3f4)(?:{_TAGS})\U000e007f")
"""The invisible characters of keycaps and of these flags."""
_FIRST_PICTURE = "\u2600"
_SKIN_TONES = "".join(chr(code) for code in range(0x1F3FB, 0x1F400))


class BadText(GameError):
    """A name, a message or a code that cannot be used."""


def clean_name(text: str, longest: int = MAX_NAME) -> str:
    """Return a name as it is shown, or raise BadText.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'
    """
    name = seated_name(text, longest)
    if looks(name) & _looks_of((SOMEBODY, UNSAID)):
        raise BadText("bad_name", "This is how erased players and their messages are shown: choose another name.")
    return name


def seated_name(text: str, longest: int = MAX_NUMBERED_NAME) -> str:
    """Return the name of a seat in a finished game as it is shown, or raise BadText.

    It may have a number, and it may be a name that earlier versions accepted.
    """
    name = _clean(text, longest, "bad_name", "A name")
    if any(look.startswith(_BOT) for look in looks(name)):
        raise BadText("bad_name", f"Names that begin with {_BOT} are for bots.")
    if looks(name) & _looks_of(BOT_NAMES):
        raise BadText("bad_name", "This is the name of a bot: choose another one.")
    return name


def clean_chat(text: str, longest: int = MAX_CHAT) -> str:
    """Return a message as it is shown, or raise BadText.

    >>> clean_chat("Well  played!")
    'Well played!'
    """
    return _clean(text, longest, "bad_chat", "A message")


@cache
def _looks_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset[str]().union(*map(looks, names))


def _clean(text: str, longest: int, code: str, what: str) -> str:
    """Compose accents, trim spaces, and reject invisible characters."""
    too_long = BadText(code, f"{what} can have at most {longest} characters.")
    if len(text) > 8 * longest + 100:  # before any work is done
        raise too_long
    text = unicodedata.normalize("NFC", text).strip()
    text = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in text)
    text = " ".join(part for part in text.split(" ") if part)
    if _count_visible(_OF_EMOJI.sub("", text), code, what) > longest:
        raise too_long
    if not text:
        raise BadText(code, f"{what} must have at least one character.")
    return text


def _count_visible(text: str, code: str, what: str) -> int:
    """Count the characters that take space; refuse invisible ones and stacks of accents."""
    visible = accents = 0
    before = ""
    for place, letter in enumerate(text):
        kind = unicodedata.category(letter)
        if (letter == _EMOJI_VARIANT and before == "So") or (letter == _JOINER and _is_between_pictures(text, place)):
            pass
        elif kind[0] == "C" or kind in {"Zl", "Zp"} or letter in _INVISIBLE:
            raise BadText(code, f"{what} can only have visible characters.")
        elif kind in {"Mn", "Me"}:
            accents += 1
            if accents > MAX_ACCENTS or not before or before[0] == "Z":
                raise BadText(code, f"{what} can only have a few accents on one letter.")
            continue
        else:
            visible, accents = visible + 1, 0
        before = kind
    return visible


def _is_between_pictures(text: str, place: int) -> bool:
    before = text[max(0, place - 3) : place].rstrip(_EMOJI_VARIANT + _SKIN_TONES)[-1:]
    after = text[place + 1 : place + 2]
    return all(each >= _FIRST_PICTURE and unicodedata.category(each) == "So" for each in (before or " ", after or " "))
