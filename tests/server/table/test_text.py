"""Names and chat messages: what is accepted, and how it is shown."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from heckmeck.bots import NAMES
from heckmeck.server.table.text import BOT_NAMES, BadText, clean_chat, clean_name

IGNORABLE = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""The characters with the property Default_Ignorable_Code_Point of Unicode 17: the first and last of each range."""
BLANK = (0x2800, 0xFFFC, 0x13441, 0x13442, 0x16FE4, 0x1D159, 0x1DA7F, 0x1DA80)
"""Other characters that draw nothing, or nothing but a place in a text."""


def flag(subdivision: str) -> str:
    """A black flag with tags that name a part of a country."""
    return "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in subdivision) + "\U000e007f"


ENGLAND, SCOTLAND, WALES = flag("gbeng"), flag("gbsct"), flag("gbwls")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (" Ann ", "Ann"),
        ("Ann \u00a0\u3000  Lee", "Ann Lee"),
        ("Ștefănuț", "Ștefănuț"),
        ("Zoe\u0308", "Zoë"),
        ("王小明", "王小明"),
        ("משה", "משה"),
        ("हिन्दी", "हिन्दी"),
        ("❤️ Bo 🐛", "❤️ Bo 🐛"),
        ("👩‍👩‍👧‍👦 Żółć <b>", "👩‍👩‍👧‍👦 Żółć <b>"),
        ("🏳️‍🌈 👩🏽‍🚀", "🏳️‍🌈 👩🏽‍🚀"),
        ("1\ufe0f\u20e3#\ufe0f\u20e3*\ufe0f\u20e30\u20e3", "1\ufe0f\u20e3#\ufe0f\u20e3*\ufe0f\u20e30\u20e3"),
        (f"{ENGLAND}Ann{SCOTLAND}{WALES}", f"{ENGLAND}Ann{SCOTLAND}{WALES}"),
        (ENGLAND * 24, ENGLAND * 24),
        ("<b>&amp;", "<b>&amp;"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_of_all_kinds_are_welcome(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "at least one"),
        (" \t\u00a0", "at least one"),
        ("x" * 25, "at most 24"),
        ("x" * 1_000_000, "at most 24"),
        ("A\nnn", "visible characters"),
        ("A\x00nn", "visible characters"),
        ("A\u202enn", "visible characters"),
        ("A\u2066nn", "visible characters"),
        ("A\u200bnn", "visible characters"),
        ("A\u200dnn", "visible characters"),
        ("\u200d🐛", "visible characters"),
        ("🐛\u200d", "visible characters"),
        ("🐛\u200d\u200d🐛", "visible characters"),
        ("🐛\u200dA", "visible characters"),
        ("°\u200d°", "visible characters"),
        ("A\u2028nn", "visible characters"),
        ("\ufeffAnn", "visible characters"),
        ("A\ue000nn", "visible characters"),
        ("A\ud800nn", "visible characters"),
        ("A\U000e0041nn", "visible characters"),
        ("A\u0378nn", "visible characters"),
        ("\u3164", "visible characters"),
        ("\u2800", "visible characters"),
        ("Ann\ufe0f", "visible characters"),
        ("\U0001d159", "visible characters"),
        ("Ann\ufffc", "visible characters"),
        ("1\ufe0f", "visible characters"),
        ("A\ufe0f\u20e3", "visible characters"),
        ("1\ufe0f\ufe0f\u20e3", "visible characters"),
        ("1\u200d\u20e3", "visible characters"),
        ("\ufe0f\u20e3", "visible characters"),
        ("\u20e3", "accents"),
        (flag("usca"), "visible characters"),
        (flag("gbeng")[:-1], "visible characters"),
        (flag(""), "visible characters"),
        (flag("gbeng") + flag("gbsct")[1:], "visible characters"),
        ("A" + flag("gbeng")[1:], "visible characters"),
        ("\U0001f3f4\ufe0f" + flag("gbeng")[1:], "visible characters"),
        (ENGLAND * 25, "at most 24"),
        ("\u0301", "accents"),
        ("A \u0301nn", "accents"),
        ("x" + "\u0337" * 4, "accents"),
        ("Bot:greedy", "for bots"),
        ("bоt：Ann", "for bots"),
        ("greedy", "name of a bot"),
        ("GREEDY", "name of a bot"),
        ("grееdу", "name of a bot"),
        ("Gierschlund", "name of a bot"),
        ("Gru\u0308bler", "name of a bot"),
        ("Somebody", "erased players"),
        (" SOMEBODY ", "erased players"),
        ("Ѕоmеbоdу", "erased players"),
        ("Ｓｏｍｅｂｏｄｙ", "erased players"),
        ("S0mebody", "erased players"),
        ("…", "erased players"),
        ("...", "erased players"),
        ("\u2024\u2025", "erased players"),
    ],
)
def test_names_that_cannot_be_seen_or_shown_are_refused(typed: str, words: str) -> None:
    with pytest.raises(BadText, match=words) as caught:
        clean_name(typed)
    assert caught.value.code == "bad_name"


def test_no_character_that_draws_nothing_is_accepted() -> None:
    ignorable = [code for first, last in IGNORABLE for code in range(first, last + 1)]
    for blank in map(chr, (*ignorable, *BLANK)):
        for clean in (clean_name, clean_chat):
            for text in (blank, f"A{blank}n"):
                with pytest.raises(BadText, match="visible characters"):
                    clean(text)


def test_messages_may_be_those_of_erased_players_and_have_keycaps_and_flags() -> None:
    assert clean_chat("…") == "…"
    assert clean_chat("Somebody") == "Somebody"
    assert clean_chat(f"{WALES} 1\ufe0f\u20e3") == f"{WALES} 1\ufe0f\u20e3"


def test_the_names_of_all_bots_are_reserved() -> None:
    messages = Path(__file__).parents[3] / "web" / "messages"
    bots = [name.partition(":")[0] for name in NAMES]
    shown = [json.loads((messages / language / "main.json").read_text()) for language in ("de", "en", "ro")]
    assert {*bots, *(words[f"name_{bot}"] for words in shown for bot in bots)} == {*BOT_NAMES}
    for name in BOT_NAMES:
        with pytest.raises(BadText, match="name of a bot"):
            clean_name(name)


def test_messages_are_longer_and_their_length_can_be_chosen() -> None:
    assert clean_chat(" Well  played! ") == "Well played!"
    assert clean_chat("bot: hello") == "bot: hello"
    assert len(clean_chat("x" * 200)) == 200
    with pytest.raises(BadText, match="A message can have at most 200"):
        clean_chat("x" * 201)
    assert clean_name("x" * 30, longest=30) == "x" * 30


@given(st.text(max_size=60))
@example("\u0344")
@example("क़")
def test_a_clean_name_is_clean_already(text: str) -> None:
    try:
        name = clean_name(text)
    except BadText:
        return
    assert clean_name(name) == name
    assert name == name.strip()
    assert name.isprintable() or {"\ufe0f", "\U000e007f"} & {*name}
