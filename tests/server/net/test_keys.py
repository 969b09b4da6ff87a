"""The keys that sign cookies: rotation, several processes, and invalid files."""

import json
import multiprocessing
import os
import stat
import sys
from pathlib import Path

import pytest

from heckmeck.games import BadSetup
from heckmeck.server.net.identity import (
    COOKIE_LIFETIME,
    Guest,
    GuestCookies,
)
from heckmeck.server.net.keys import CHECK_INTERVAL, DAY, ROTATION_AGE, SPREAD_TIME, VERIFY_TIME, KeyRing
from helpers.cookies import START_MS, Clock, sent
from helpers.tables import logged


def test_a_new_key_signs_when_all_know_it_and_the_old_one_verifies_for_ninety_days(
    guests: GuestCookies, keys: KeyRing, clock: Clock
) -> None:
    old = keys.signing()
    cookie = sent(guests.cookie("ann", "phone", secure=False))
    keys.rotate()
    assert keys.signing() == old
    assert len(keys.verifying()) == 2
    clock.now += SPREAD_TIME
    assert keys.signing() != old
    assert guests.read(cookie, secure=False) == Guest("ann", renew=True, device="phone", issued=START_MS)
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
    cookie = sent(guests.cookie("ann", "phone", secure=False))
    given = clock.now
    while clock.now - given < COOKIE_LIFETIME - ROTATION_AGE:
        clock.now += ROTATION_AGE
        keys.rotate()
    clock.now = given + COOKIE_LIFETIME - 1
    assert guests.read(cookie, secure=False) == Guest("ann", renew=True, device="phone", issued=int(given) * 1000)
    clock.now += 1
    assert guests.read(cookie, secure=False) is None


@pytest.mark.parametrize("later", [CHECK_INTERVAL, -3600])
def test_another_process_finds_the_new_key_before_it_signs(keys: KeyRing, clock: Clock, later: int) -> None:
    other = KeyRing(keys.path, clock)
    keys.rotate()
    clock.now += later
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
    with pytest.raises(BadSetup, match="is not a file of keys"):
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
