"""User agents in plain words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.server.net.device_log import read_user_agent

WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("text", "browser", "system"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox", "Linux"),
        (f"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) {WEBKIT} Version/17.5 Mobile Safari/604.1",
         "Safari", "iPhone"),
        (f"Mozilla/5.0 (iPad; CPU OS 15_4 like Mac OS X) {WEBKIT} CriOS/126.0 Mobile Safari/604.1",
         "Chrome", "iPad"),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Version/17.4 Safari/605.1.15", "Safari", "Mac"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0",
         "Edge", "Windows"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36",
         "Samsung Internet", "Android"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36",
         "Chrome", "ChromeOS"),
        ("python-httpx/0.27", "", ""),
    ],
)  # fmt: skip
def test_browsers_are_known_by_what_they_are(text: str, browser: str, system: str) -> None:
    assert read_user_agent(text) == (browser, system)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert all(isinstance(part, str) for part in read_user_agent(text))
