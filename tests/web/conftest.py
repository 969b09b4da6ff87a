"""One browser and one server for the tests of a module; every visitor has a new context."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from helpers.browser import NewVisitor, Served, Visitor, launch, serving
from helpers.static_site import StaticSite, served, write_site

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser. It has its own event loop, which must not exist during the tests of other modules."""
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def client() -> None:
    """The client, built from the current sources."""
    subprocess.run([ROOT / "scripts/web", "--quiet"], check=True)


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "data") as found:
        yield found


@pytest.fixture(scope="session")
def site_folder(client: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static site below a folder."""
    folder = tmp_path_factory.mktemp("site")
    write_site(folder)
    return folder


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[StaticSite]:
    with served(site_folder) as found:
        yield found


@pytest.fixture
def new_visitor(browser: Browser, server: Served) -> Iterator[NewVisitor]:
    """Make visitors; errors in their consoles fail the test."""
    visitors: list[Visitor] = []

    def make(**options: Any) -> Visitor:
        visitors.append(Visitor(browser, server.url, **options))
        return visitors[-1]

    yield make
    errors = [error for visitor in visitors for error in visitor.errors]
    for visitor in visitors:
        visitor.context.close()
    assert errors == []
