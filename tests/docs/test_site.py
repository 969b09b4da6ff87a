"""The documentation site: it can be built, all links have targets, and reading it needs nothing but its files."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import expect, sync_playwright

from helpers.browser import launch
from helpers.doc_pages import ROOT


def load_builder() -> ModuleType:
    spec = spec_from_file_location("docs_site", ROOT / "scripts/docs_site.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


builder = load_builder()
CONFIG = tomllib.loads((ROOT / "docs/site/zensical.toml").read_text("utf-8"))["project"]
LOADED = {"link": "href", "script": "src", "img": "src", "source": "src", "iframe": "src", "video": "src"}
"""Tags whose resources a browser loads automatically, and the attribute with the address."""
COUNTED = ("h1", "h2", "h3", "h4", "li", "pre", "table", "tr", "img", "ol", "ul", "summary", "strong", "em")


class Page(HTMLParser):
    """The relevant parts of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.tags: Counter[str] = Counter()
        """The parts of the article."""
        self._in_article = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if LOADED.get(tag) in found:
            self.loaded.append(found[LOADED[tag]])
        self._in_article |= tag == "article"
        self.tags[tag] += self._in_article

    def handle_endtag(self, tag: str) -> None:
        self._in_article &= tag != "article"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    first: Path = builder.build(tmp_path_factory.mktemp("docs"))
    return first.parent


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}


def test_every_page_of_the_documentation_is_there_and_in_the_navigation(pages: dict[Path, Page], site: Path) -> None:
    listed = set(re.findall(r"'([\w/-]+\.md)'", repr(CONFIG["nav"])))
    assert {builder.place(source) for source in builder.sources()} == listed
    built = {path.relative_to(site).with_suffix(".md").as_posix() for path in pages}
    assert {name for name in built if not name.startswith("sources/")} == listed


def test_no_link_leads_nowhere(pages: dict[Path, Page]) -> None:
    dead, followed = [], 0
    for path, page in pages.items():
        for link in page.links + page.loaded:
            url = urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            followed += 1
            if not target.is_file() or (url.fragment and unquote(url.fragment) not in pages[target].anchors):
                dead.append((path.name, link))
    assert dead == []
    assert followed > 1000


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, Page], site: Path) -> None:
    loaded = {url for page in pages.values() for url in page.loaded}
    for style in site.rglob("*.css"):
        loaded |= set(re.findall(r"(?:url\(|@import\s)[\"']?([^\"')]+)", style.read_text("utf-8")))
    assert {url for url in loaded if urlsplit(url).scheme not in ("", "data") or urlsplit(url).netloc} == set()


def test_the_site_reads_a_page_as_code_hosting_sites_do(pages: dict[Path, Page], site: Path) -> None:
    """Dialects of Markdown differ, above all in lists: a list for one must not be a paragraph for the other."""
    reader = MarkdownIt("commonmark").enable("table")
    for source in builder.sources():
        wanted = Counter(re.findall(r"<(\w+)", reader.render(source.read_text("utf-8"))))
        found = pages[site / Path(builder.place(source)).with_suffix(".html")].tags
        assert {tag: found[tag] for tag in COUNTED} == {tag: wanted[tag] for tag in COUNTED}, source


def test_files_outside_the_documentation_are_shown(site: Path) -> None:
    assert "A player in a few lines" in (site / "sources/examples/bot.py.html").read_text("utf-8")
    assert "sources/examples/bot.py.html" in Page(site / "protocol.html").links


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with minimal documentation."""
    docs = tmp_path / "docs"
    for path, text in {
        "docs/README.md": "# Start\n\n[more](more.md#part), `[no](link)`\n",
        "docs/more.md": "# More\n\n## Part\n\n[program](../a.py)\n",
        "a.py": "print('`~')\n",
        "docs/site/zensical.toml": '[project]\nsite_name = "small"\ndocs_dir = "pages"\n',
        "docs/site/assets/style.css": "",
        "web/public/icon.svg": "<svg/>",
        "web/public/fonts/a.woff2": "",
    }.items():
        builder.write(tmp_path / path, text)
    for name, value in {"ROOT": tmp_path, "DOCS": docs, "SETTINGS": docs / "site"}.items():
        monkeypatch.setattr(builder, name, value)
    monkeypatch.setattr(builder, "RENAMED", {"docs/README.md": "index.md"})
    return docs


def test_links_are_changed_to_where_things_are(small: Path, tmp_path: Path) -> None:
    builder.stage(tmp_path / "pages")
    assert (tmp_path / "pages/index.md").read_text() == "# Start\n\n[more](more.md#part), `[no](link)`\n"
    assert "[program](sources/a.py.md)" in (tmp_path / "pages/more.md").read_text()
    assert (tmp_path / "pages/sources/a.py.md").read_text() == "# a.py\n\n~~~~~~python\nprint('`~')\n~~~~~~\n"


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("../b.py", "docs/more.md links to ../b.py, which is no file of the repository."),
        ("gone.md", "docs/more.md links to gone.md, which is no file of the repository."),
        ("README.md#gone", "more.md:3:"),
    ],
)
def test_a_dead_link_stops_the_build_and_is_named(small: Path, tmp_path: Path, link: str, sentence: str) -> None:
    (small / "more.md").write_text(f"# More\n\n[dead]({link})\n\n## Part\n")
    with pytest.raises(builder.BuildError) as caught:
        builder.build(tmp_path / "out")
    assert sentence in str(caught.value)
    assert "Traceback" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


@pytest.mark.slow
def test_pages_that_are_opened_as_files_can_be_searched_and_ask_no_server(site: Path) -> None:
    asked: list[str] = []
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((site / "rules/bratwurmeck.html").as_uri())
        page.keyboard.press("Control+k")
        page.keyboard.type("clean sweep certainty")
        page.get_by_role("option").filter(has_text="Evaluate honestly").click()
        page.wait_for_url("**/evaluate.html*")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Evaluating honestly")
        browser.close()
    assert errors == []
    assert {url for url in asked if urlsplit(url).scheme not in ("file", "data", "blob")} == set()
