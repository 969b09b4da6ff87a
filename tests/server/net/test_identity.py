"""Identities: cookies of guests, tokens of programs, codes of tables."""

import hashlib
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from itsdangerous import TimestampSigner

from heckmeck.server.net.identity import (
    COOKIE_LIFETIME,
    RENEWAL_AGE,
    Guest,
    GuestCookies,
    cookie_name,
    expired_cookie,
    new_code,
    new_device,
    new_link_code,
    new_player,
    new_token,
    read_bearer,
    read_code,
    read_link_code,
    read_record_code,
    token_digest,
)
from heckmeck.server.net.keys import DAY, KeyRing
from heckmeck.server.table.codes import LETTERS
from heckmeck.server.table.text import BadText
from helpers.cookies import START_MS, Clock, sent


def test_a_guest_is_known_again(guests: GuestCookies) -> None:
    player = new_player()
    for secure in (False, True):
        cookie = sent(guests.cookie(player, "phone", secure=secure))
        assert guests.read(f"theme=dark; {cookie}; other=1", secure=secure) == Guest(
            player, renew=False, device="phone", issued=START_MS
        )


def test_the_cookie_is_secure_and_bound_to_the_host_exactly_with_tls(guests: GuestCookies) -> None:
    parts = guests.cookie("ann", "phone", secure=True).split("; ")
    assert parts[0].startswith("__Host-heckmeck=ann~phone.")
    assert parts[1:] == ["Path=/", f"Max-Age={COOKIE_LIFETIME}", "HttpOnly", "SameSite=Lax", "Secure"]
    plain = guests.cookie("ann", "phone", secure=False).split("; ")
    assert plain[0].startswith("heckmeck=ann~phone.")
    assert plain[1:] == ["Path=/", f"Max-Age={COOKIE_LIFETIME}", "HttpOnly", "SameSite=Lax"]


def old_cookie(keys: KeyRing, player: str) -> str:
    """A cookie as version 0.1.0 signed it."""
    signer = TimestampSigner(keys.signing(), salt=b"heckmeck.guest", digest_method=hashlib.sha256)
    signer.get_timestamp = lambda: START_MS // 1000  # type: ignore[method-assign]
    return f"heckmeck={signer.sign(player).decode()}"


def test_a_cookie_without_a_device_is_that_of_one_device_and_renewed_as_such(
    guests: GuestCookies, keys: KeyRing, clock: Clock
) -> None:
    cookie = old_cookie(keys, "ann")
    guest = guests.read(cookie, secure=False)
    assert guest is not None
    assert guest == Guest("ann", renew=False, device=guest.device, issued=START_MS)
    assert re.fullmatch(r"c[0-9a-f]{24}", guest.device)
    clock.now += RENEWAL_AGE + 1
    assert guests.read(cookie, secure=False) == guest._replace(renew=True)
    new = sent(guests.cookie("ann", guest.device, secure=False))
    assert guests.read(new, secure=False) == guest._replace(issued=int(clock.now) * 1000)
    assert guests.read(old_cookie(keys, "bo"), secure=False) != guest


def test_a_browser_is_told_to_forget_its_cookie() -> None:
    for secure in (False, True):
        assert expired_cookie(secure=secure).startswith(f"{cookie_name(secure=secure)}=; Path=/; Max-Age=0; ")


def test_a_code_is_found_by_its_digest_after_a_change_of_keys(
    guests: GuestCookies, keys: KeyRing, clock: Clock
) -> None:
    code = new_link_code()
    stored = guests.link_digests(code)[0]
    keys.rotate()
    clock.now += 1000
    assert guests.link_digests(code)[0] != stored
    assert stored in guests.link_digests(code)
    assert stored not in guests.link_digests(new_link_code())


def test_with_tls_a_cookie_from_plain_http_does_not_count(guests: GuestCookies) -> None:
    assert guests.read(sent(guests.cookie("ann", "phone", secure=False)), secure=True) is None
    assert guests.read(sent(guests.cookie("ann", "phone", secure=True)), secure=False) is None


def test_a_changed_cookie_is_not_accepted(guests: GuestCookies) -> None:
    name, _, value = sent(guests.cookie("ann", "phone", secure=False)).partition("=")
    for changed in (value.replace("ann", "bob"), value[:-2], value.upper(), "", "ann", "a.b.c", "é" * 9, value * 50):
        assert guests.read(f"{name}={changed}", secure=False) is None


def test_a_planted_cookie_of_the_same_name_does_not_hide_the_good_one(guests: GuestCookies) -> None:
    good = sent(guests.cookie("ann", "phone", secure=False))
    assert guests.read(f"heckmeck=rubbish; {good}", secure=False) == Guest(
        "ann", renew=False, device="phone", issued=START_MS
    )


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> GuestCookies:
    return GuestCookies(KeyRing(tmp_path_factory.mktemp("data") / "keys.json"))


@given(value=st.text())
@example("ann.zzzzzzzzzzzzzzzzzz.abc")
def test_no_cookie_header_breaks_anything(lasting: GuestCookies, value: str) -> None:
    assert lasting.read(value, secure=False) is None
    assert lasting.read(f"heckmeck={value}", secure=False) is None


def test_an_old_cookie_is_renewed_and_after_a_year_it_is_worthless(guests: GuestCookies, clock: Clock) -> None:
    cookie = sent(guests.cookie("ann", "phone", secure=False))
    clock.now += RENEWAL_AGE
    assert guests.read(cookie, secure=False) == Guest("ann", renew=False, device="phone", issued=START_MS)
    clock.now += 1
    assert guests.read(cookie, secure=False) == Guest("ann", renew=True, device="phone", issued=START_MS)
    clock.now += COOKIE_LIFETIME - RENEWAL_AGE
    assert guests.read(cookie, secure=False) is None


def test_a_machine_whose_clock_is_behind_takes_the_cookie(guests: GuestCookies, clock: Clock) -> None:
    cookie = sent(guests.cookie("ann", "phone", secure=False))
    clock.now -= 5
    assert guests.read(cookie, secure=False) == Guest("ann", renew=False, device="phone", issued=START_MS)


@pytest.mark.parametrize("behind", [2 * DAY, 400 * DAY])
def test_a_clock_far_behind_takes_no_identity(guests: GuestCookies, keys: KeyRing, clock: Clock, behind: int) -> None:
    cookie = sent(guests.cookie("ann", "phone", secure=False))
    keys.rotate()
    clock.now -= behind
    # A cookie that is renewed now would be as old as the clock is behind, once that is right.
    assert guests.read(cookie, secure=False) == Guest("ann", renew=False, device="phone", issued=START_MS)


def test_tokens_are_kept_as_digests() -> None:
    token = new_token()
    assert re.fullmatch(r"hm_[A-Za-z0-9_-]{43}", token)
    digest = token_digest(token)
    assert digest is not None
    assert len(digest) == 32
    assert read_bearer(f"Bearer {token}") == read_bearer(f"bearer  {token} ") == digest
    assert token_digest(new_token()) != digest


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer hm_", "Basic hm_" + "a" * 43, "Bearer hm_" + "é" * 43])
def test_an_invalid_token_has_no_digest(header: str) -> None:
    assert read_bearer(header) is None


def test_player_ids_and_codes_are_long_enough_and_all_different() -> None:
    players = {new_player() for _ in range(200)}
    assert len(players) == 200
    assert all(re.fullmatch(r"[0-9a-z]{26}", player) for player in players)
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert set("".join(codes)) == set(LETTERS)
    assert all(read_code(code) == code for code in codes)


def test_codes_that_link_a_device_are_read_as_they_are_typed() -> None:
    codes = {new_link_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(read_link_code(f" {code[:5].lower()}-{code[5:]} ") == code for code in codes)
    assert len({new_device() for _ in range(200)}) == 200
    for typed in ("", "ABCDEFGH", "ABCDEFGHJI", "ABCDEFGHJKM", "A" * 10_000):
        with pytest.raises(BadText) as error:
            read_link_code(typed)
        assert error.value.code == "bad_link"


@pytest.mark.parametrize("typed", ["abcdefgh", "ABCD EFGH", "abcd-efgh", " AbCd–EfGh\t", "a b c d e f g h"])
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert read_code(typed) == "ABCDEFGH"


@pytest.mark.parametrize(
    "typed", ["", "ABCDEFG", "ABCDEFGHJ", "ABCDEFGO", "ABCDEFG1", "ÄBCDEFGH", "A" * 10_000, "ß" * 4]
)
def test_an_invalid_code_is_refused(typed: str) -> None:
    with pytest.raises(BadText, match="8 letters"):
        read_code(typed)


@pytest.mark.parametrize("typed", ["abcdefghjkmnpqrstvwx", "ABCDE-FGHJK-MNPQR-STVWX", " abcd efgh jkmn pqrs tvwx "])
def test_the_code_of_a_record_may_be_typed_in_many_ways(typed: str) -> None:
    assert read_record_code(typed) == "ABCDEFGHJKMNPQRSTVWX"


@pytest.mark.parametrize("typed", ["", "ABCDEFGH", "A" * 19, "A" * 21, "A" * 19 + "O", "ß" * 10])
def test_an_invalid_code_of_a_record_is_refused(typed: str) -> None:
    with pytest.raises(BadText, match="20 letters"):
        read_record_code(typed)
