"""Opening a page in the browser."""

import webbrowser

import pytest

from heckmeck.cli import browser

PATIENCE = 60
SCREEN = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    "more", [{"CI": "true"}, {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, {"SSH_TTY": "/dev/pts/1"}]
)
def test_no_browser_opens_where_nobody_would_see_it(more: dict[str, str]) -> None:
    assert browser.is_visible(True, SCREEN, "linux")
    assert browser.is_visible(True, {"WAYLAND_DISPLAY": "wayland-0", "CI": "false"}, "linux")
    assert not browser.is_visible(True, SCREEN | more, "linux")
    assert not browser.is_visible(False, SCREEN, "linux"), "a script or a service reads what we print"
    assert not browser.is_visible(True, {}, "linux")


@pytest.mark.parametrize("problem", [webbrowser.Error("no browser"), OSError("no such file")])
def test_a_browser_that_does_not_open_is_no_problem(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def fail() -> None:
        raise problem

    monkeypatch.setattr(webbrowser, "get", fail)
    browser.open_page("http://127.0.0.1:8765/").join(PATIENCE)  # an exception in a thread would fail this test


def test_a_browser_in_the_terminal_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    for name, expected in (("/usr/bin/w3m", []), ("xdg-open", ["a page"])):
        found = webbrowser.GenericBrowser(name)
        monkeypatch.setattr(found, "open", opened.append)
        monkeypatch.setattr(webbrowser, "get", lambda found=found: found)
        browser.open_page("a page").join(PATIENCE)
        assert opened == expected
