"""Identities: cookies of guests, tokens of programs, codes of tables."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from heckmeck.server.net.identity import (
    COOKIE_LIFETIME,
    RENEWAL_AGE,
    Guest,
    GuestCookies,
    new_code,
    new_player,
    new_token,
    read_bearer,
    read_code,
    read_record_code,
    token_digest,
)
from heckmeck.server.net.keys import DAY, KeyRing
from heckmeck.server.table.codes import LETTERS
from heckmeck.server.table.text import BadText
from helpers.cookies import Clock, sent


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
    assert set("".join(codes)) == set(LETTERS)
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


@pytest.mark.parametrize("typed", ["abcdefghjkmnpqrstvwx", "ABCDE-FGHJK-MNPQR-STVWX", " abcd efgh jkmn pqrs tvwx "])
def test_the_code_of_a_record_may_be_typed_in_many_ways(typed: str) -> None:
    assert read_record_code(typed) == "ABCDEFGHJKMNPQRSTVWX"


@pytest.mark.parametrize("typed", ["", "ABCDEFGH", "A" * 19, "A" * 21, "A" * 19 + "O", "ß" * 10])
def test_what_is_no_code_of_a_record_is_refused(typed: str) -> None:
    with pytest.raises(BadText, match="20 letters"):
        read_record_code(typed)
