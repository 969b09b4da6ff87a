"""Who somebody is: cookies, keys, tokens, codes and names."""

import json
import multiprocessing
import os
import re
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from heckmeck.games import BadSetup
from heckmeck.server.net.identity import (
    CODE_LETTERS,
    COOKIE_LIFETIME,
    RENEWAL_AGE,
    Guest,
    GuestCookies,
    new_code,
    new_player,
    new_token,
    read_bearer,
    read_code,
    token_digest,
)
from heckmeck.server.net.keys import CHECK_INTERVAL, DAY, ROTATION_AGE, SPREAD_TIME, VERIFY_TIME, KeyRing
from heckmeck.server.table.text import BadText, clean_chat, clean_name
from helpers.tables import logged


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(tmp_path: Path, clock: Clock) -> KeyRing:
    return KeyRing(tmp_path / "data" / "keys.json", clock)


@pytest.fixture
def guests(keys: KeyRing, clock: Clock) -> GuestCookies:
    return GuestCookies(keys, clock)


def sent(set_cookie: str) -> str:
    """What a browser sends back."""
    return set_cookie.partition(";")[0]


def test_a_guest_is_known_again(guests: GuestCookies) -> None:
    player = new_player()
    for secure in (False, True):
        cookie = sent(guests.cookie(player, secure=secure))
        assert guests.read(f"theme=dark; {cookie}; other=1", secure=secure) == Guest(player, renew=False)


def test_the_cookie_is_secure_and_bound_to_the_host_exactly_with_tls(guests: GuestCookies) -> None:
    parts = guests.cookie("ann", secure=True).split("; ")
    assert parts[0].startswith("__Host-heckmeck=ann.")
    assert parts[1:] == ["Path=/", f"Max-Age={COOKIE_LIFETIME}", "HttpOnly", "SameSite=Lax", "Secure"]
    plain = guests.cookie("ann", secure=False).split("; ")
    assert plain[0].startswith("heckmeck=ann.")
    assert plain[1:] == ["Path=/", f"Max-Age={COOKIE_LIFETIME}", "HttpOnly", "SameSite=Lax"]


def test_with_tls_a_cookie_from_plain_http_does_not_count(guests: GuestCookies) -> None:
    assert guests.read(sent(guests.cookie("ann", secure=False)), secure=True) is None
    assert guests.read(sent(guests.cookie("ann", secure=True)), secure=False) is None


def test_a_changed_cookie_is_nobody(guests: GuestCookies) -> None:
    name, _, value = sent(guests.cookie("ann", secure=False)).partition("=")
    for changed in (value.replace("ann", "bob"), value[:-2], value.upper(), "", "ann", "a.b.c", "é" * 9, value * 50):
        assert guests.read(f"{name}={changed}", secure=False) is None


def test_a_planted_cookie_of_the_same_name_does_not_hide_the_good_one(guests: GuestCookies) -> None:
    good = sent(guests.cookie("ann", secure=False))
    assert guests.read(f"heckmeck=rubbish; {good}", secure=False) == Guest("ann", renew=False)


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> GuestCookies:
    return GuestCookies(KeyRing(tmp_path_factory.mktemp("data") / "keys.json"))


@given(value=st.text())
@example("ann.zzzzzzzzzzzzzzzzzz.abc")
def test_no_cookie_header_breaks_anything(lasting: GuestCookies, value: str) -> None:
    assert lasting.read(value, secure=False) is None
    assert lasting.read(f"heckmeck={value}", secure=False) is None


def test_an_old_cookie_is_renewed_and_after_a_year_it_is_worthless(guests: GuestCookies, clock: Clock) -> None:
    cookie = sent(guests.cookie("ann", secure=False))
    clock.now += RENEWAL_AGE
    assert guests.read(cookie, secure=False) == Guest("ann", renew=False)
    clock.now += 1
    assert guests.read(cookie, secure=False) == Guest("ann", renew=True)
    clock.now += COOKIE_LIFETIME - RENEWAL_AGE
    assert guests.read(cookie, secure=False) is None


def test_a_machine_whose_clock_is_behind_takes_the_cookie(guests: GuestCookies, clock: Clock) -> None:
    cookie = sent(guests.cookie("ann", secure=False))
    clock.now -= 5
    assert guests.read(cookie, secure=False) == Guest("ann", renew=False)
    clock.now -= 2 * DAY
    assert guests.read(cookie, secure=False) is None


def test_a_new_key_signs_when_all_know_it_and_the_old_one_verifies_for_ninety_days(
    guests: GuestCookies, keys: KeyRing, clock: Clock
) -> None:
    old = keys.signing()
    cookie = sent(guests.cookie("ann", secure=False))
    keys.rotate()
    assert keys.signing() == old
    assert len(keys.verifying()) == 2
    clock.now += SPREAD_TIME
    assert keys.signing() != old
    assert guests.read(cookie, secure=False) == Guest("ann", renew=True)
    clock.now += VERIFY_TIME - 1
    assert old in keys.verifying()
    clock.now += 1
    assert old not in keys.verifying()


@pytest.mark.parametrize("wait", [0, SPREAD_TIME - 1, SPREAD_TIME, ROTATION_AGE // 2])
def test_a_guest_is_known_as_long_as_the_cookie_lasts_however_often_keys_change(
    guests: GuestCookies, keys: KeyRing, clock: Clock, wait: int
) -> None:
    keys.rotate()
    clock.now += wait
    cookie = sent(guests.cookie("ann", secure=False))
    given = clock.now
    while clock.now - given < COOKIE_LIFETIME - ROTATION_AGE:
        clock.now += ROTATION_AGE
        keys.rotate()
    clock.now = given + COOKIE_LIFETIME - 1
    assert guests.read(cookie, secure=False) == Guest("ann", renew=True)
    clock.now += 1
    assert guests.read(cookie, secure=False) is None


def test_another_process_finds_the_new_key_before_it_signs(keys: KeyRing, clock: Clock) -> None:
    other = KeyRing(keys.path, clock)
    keys.rotate()
    clock.now += CHECK_INTERVAL
    assert other.verifying() == keys.verifying()
    assert CHECK_INTERVAL < SPREAD_TIME


def test_keys_that_are_of_no_use_leave_the_file(keys: KeyRing, clock: Clock) -> None:
    for _ in range(3):
        keys.rotate()
        clock.now += SPREAD_TIME + VERIFY_TIME
    keys.rotate()
    assert len(json.loads(keys.path.read_text())["keys"]) == 2


def test_keys_are_rotated_when_they_are_old(keys: KeyRing, clock: Clock) -> None:
    first = keys.signing()
    clock.now += 10 * DAY
    assert not keys.rotate_if_older(10 * DAY)
    assert keys.rotate_if_older(9 * DAY)
    assert not keys.rotate_if_older(9 * DAY)
    clock.now += SPREAD_TIME
    assert keys.signing() != first


def test_a_file_that_goes_bad_later_does_not_stop_the_server(
    keys: KeyRing, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    key = keys.signing()
    for spoil in (lambda: keys.path.write_text("{"), keys.path.unlink):
        spoil()
        clock.now += CHECK_INTERVAL
        assert keys.signing() == key
    assert [record.levelname for record in logged(caplog)] == ["WARNING", "WARNING"]


@pytest.mark.parametrize("text", ["", "{}", '{"format":"heckmeck-keys/1","keys":[]}', "[1]", "\x00"])
def test_a_bad_file_of_keys_is_refused_at_the_start(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(BadSetup, match="is no file of keys"):
        KeyRing(path)
    assert path.read_text() == text


@pytest.mark.skipif(sys.platform == "win32", reason="files there have no such modes")
def test_the_file_of_keys_is_private_and_one_that_is_not_is_refused(keys: KeyRing) -> None:
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(keys.path.parent.stat().st_mode) == 0o700
    keys.rotate()
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    assert [file.name for file in keys.path.parent.iterdir()] == ["keys.json"]
    keys.path.chmod(0o644)
    with pytest.raises(BadSetup, match="chmod 600"):
        KeyRing(keys.path)


def test_of_two_processes_that_make_a_file_of_keys_the_faster_one_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = KeyRing(tmp_path / "other.json")
    link = os.link

    def too_late(new: Path, path: Path) -> None:
        link(other.path, path)
        link(new, path)

    monkeypatch.setattr(os, "link", too_late)
    assert KeyRing(tmp_path / "keys.json").signing() == other.signing()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["keys.json", "other.json"]


def _signing(path: Path) -> bytes:
    return KeyRing(path).signing()


def test_processes_that_start_at_once_have_the_same_key(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        found = pool.map(_signing, [tmp_path / f"{number}" / "keys.json" for number in range(10) for _ in range(4)], 1)
    for number in range(10):
        assert len(set(found[4 * number : 4 * number + 4])) == 1
    assert len(set(found)) == 10


def test_tokens_are_kept_as_digests() -> None:
    token = new_token()
    assert re.fullmatch(r"hm_[A-Za-z0-9_-]{43}", token)
    digest = token_digest(token)
    assert digest is not None
    assert len(digest) == 32
    assert read_bearer(f"Bearer {token}") == read_bearer(f"bearer  {token} ") == digest
    assert token_digest(new_token()) != digest


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer hm_", "Basic hm_" + "a" * 43, "Bearer hm_" + "é" * 43])
def test_what_is_no_token_has_no_digest(header: str) -> None:
    assert read_bearer(header) is None


def test_player_ids_and_codes_are_long_enough_and_all_different() -> None:
    players = {new_player() for _ in range(200)}
    assert len(players) == 200
    assert all(re.fullmatch(r"[0-9a-z]{26}", player) for player in players)
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert set("".join(codes)) == set(CODE_LETTERS)
    assert all(read_code(code) == code for code in codes)


@pytest.mark.parametrize("typed", ["abcdefgh", "ABCD EFGH", "abcd-efgh", " AbCd–EfGh\t", "a b c d e f g h"])
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert read_code(typed) == "ABCDEFGH"


@pytest.mark.parametrize(
    "typed", ["", "ABCDEFG", "ABCDEFGHJ", "ABCDEFGO", "ABCDEFG1", "ÄBCDEFGH", "A" * 10_000, "ß" * 4]
)
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(BadText, match="8 letters"):
        read_code(typed)


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
        ("A\nnn", "can be seen"),
        ("A\x00nn", "can be seen"),
        ("A\u202enn", "can be seen"),
        ("A\u2066nn", "can be seen"),
        ("A\u200bnn", "can be seen"),
        ("A\u200dnn", "can be seen"),
        ("\u200d🐛", "can be seen"),
        ("🐛\u200d", "can be seen"),
        ("🐛\u200d\u200d🐛", "can be seen"),
        ("🐛\u200dA", "can be seen"),
        ("°\u200d°", "can be seen"),
        ("A\u2028nn", "can be seen"),
        ("\ufeffAnn", "can be seen"),
        ("A\ue000nn", "can be seen"),
        ("A\ud800nn", "can be seen"),
        ("A\U000e0041nn", "can be seen"),
        ("A\u0378nn", "can be seen"),
        ("\u3164", "can be seen"),
        ("\u2800", "can be seen"),
        ("Ann\ufe0f", "can be seen"),
        ("\u0301", "accents"),
        ("A \u0301nn", "accents"),
        ("x" + "\u0337" * 4, "accents"),
        ("Bot:greedy", "for bots"),
    ],
)
def test_names_that_cannot_be_seen_or_shown_are_refused(typed: str, words: str) -> None:
    with pytest.raises(BadText, match=words) as caught:
        clean_name(typed)
    assert caught.value.code == "bad_name"


def test_messages_are_longer_and_their_length_can_be_responsible() -> None:
    assert clean_chat(" Well  played! ") == "Well played!"
    assert clean_chat("bot: hello") == "bot: hello"
    assert len(clean_chat("x" * 200)) == 200
    with pytest.raises(BadText, match="A message has at most 200"):
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
