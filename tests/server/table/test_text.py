"""Names and chat messages: what is accepted, and how it is shown."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from heckmeck.bots import NAMES
from heckmeck.server.table.text import BOT_NAMES, BadText, clean_chat, clean_name


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
    ],
)
def test_names_that_cannot_be_seen_or_shown_are_refused(typed: str, words: str) -> None:
    with pytest.raises(BadText, match=words) as caught:
        clean_name(typed)
    assert caught.value.code == "bad_name"


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
    assert name.isprintable() or "\ufe0f" in name
