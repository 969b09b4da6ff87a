"""The home network: addresses, names and the code for phones."""

import re
import socket

import pytest
import segno

from heckmeck.server.net.lan import addresses, for_others, invitation, own_names, qr_code, url_of

BLOCKS = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
"""The two halves of a character: 1 is ink, which is a light module of the code."""


def bits(drawn: str) -> list[list[int]]:
    """Read a drawn code back, as a list of modules for each row, 1 for dark ones."""
    rows: list[list[int]] = []
    for line in drawn.splitlines():
        rows.extend([1 - BLOCKS[letter][half] for letter in line] for half in (0, 1))
    return rows


def test_home_networks_come_first_and_each_address_once() -> None:
    found = ["2001:db8::7", "8.8.4.4", "172.20.0.3", "10.0.0.4", "192.168.178.23", "10.0.0.4", "::ffff:10.0.0.9"]
    assert addresses(found) == ["192.168.178.23", "10.0.0.4", "10.0.0.9", "172.20.0.3", "8.8.4.4"]


@pytest.mark.parametrize("text", ["127.0.0.1", "::1", "169.254.1.1", "fe80::1%eth0", "0.0.0.0", "224.0.0.1", "rubbish"])
def test_addresses_that_lead_nowhere_are_left_out(text: str) -> None:
    assert addresses([text]) == []


def test_a_machine_without_a_network_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr(socket, "socket", fail)
    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert addresses() == []
    assert invitation([], 8765, colour=True).endswith("http://localhost:8765/")


def test_this_machine_is_asked_without_sending_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: list[int] = []
    real = socket.socket

    class Watched(real):  # type: ignore[misc,valid-type] # a class that is only known at run time
        def __init__(self, family: int, kind: int) -> None:
            kinds.append(kind)
            super().__init__(family, kind)

        def send(self, *_: object) -> int:
            raise AssertionError("something was sent")

        sendto = send

    monkeypatch.setattr(socket, "socket", Watched)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("192.168.1.5", 0))])
    assert "192.168.1.5" in addresses()
    assert kinds
    assert set(kinds) == {socket.SOCK_DGRAM}


def test_a_machine_is_known_by_its_name_with_and_without_local() -> None:
    assert own_names(lambda: "Laptop") == ["laptop", "laptop.local"]
    assert own_names(lambda: "laptop.local") == ["laptop.local", "laptop"]
    assert own_names(lambda: "") == []


@pytest.mark.parametrize("colour", [True, False])
def test_the_code_is_the_address_with_a_quiet_border(colour: bool) -> None:
    url = url_of("192.168.178.23", 8765)
    drawn = re.sub("\x1b[^m]*m", "", qr_code(url, colour=colour))
    matrix = [list(row) for row in segno.make(url, error="m", micro=False).matrix]
    read = bits(drawn)
    size = len(matrix)
    assert [row[4 : 4 + size] for row in read[4 : 4 + size]] == matrix
    assert not any(any(row) for row in read[:4])
    assert {len(row) for row in read} == {size + 8}
    assert len(drawn.splitlines()) == (size + 9) // 2


@pytest.mark.parametrize("base", ["http://127.0.0.1:8765", "http://localhost:8765", "http://[::1]:8765"])
def test_links_for_others_do_not_lead_to_their_own_machines(base: str) -> None:
    assert for_others(base, lambda: ["192.168.1.5", "10.0.0.5"]) == "http://192.168.1.5:8765"
    assert for_others(base, list) == base, "without a network there is nothing better"


def test_an_address_that_others_can_use_stays_as_it_is() -> None:
    for base in ("http://10.0.0.5:8765", "http://laptop.local:8765", "https://play.example.org"):
        assert for_others(base, lambda: ["192.168.1.5"]) == base


def test_colours_are_fixed_on_every_line_and_end_with_it() -> None:
    for line in qr_code("http://10.0.0.1:8765/", colour=True).splitlines():
        assert line.startswith("\x1b[38;5;231;48;5;16m")
        assert line.endswith("\x1b[0m")
    assert "\x1b" not in qr_code("http://10.0.0.1:8765/", colour=False)


def test_the_invitation_says_where_and_what_to_do() -> None:
    text = invitation(["192.168.1.5", "10.0.0.5"], 8765, colour=False)
    assert "The game is at http://192.168.1.5:8765/\n" in text
    assert "same Wi-Fi" in text
    assert "try http://10.0.0.5:8765/\n" in text
    assert qr_code("http://192.168.1.5:8765/", colour=False) in text
    assert "try" not in invitation(["192.168.1.5"], 8765, colour=False)
