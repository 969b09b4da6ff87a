"""Build the documentation site from docs/. Run by `scripts/docs`, which installs what this needs.

The sources are plain Markdown that a code-hosting site shows as it is, so their links lead through the repository. Here
they are copied together with README.md and similar pages, and links that lead out of docs/ are changed to those copies
or to a page that shows the file. Zensical builds HTML from the copies; docs/site has its settings and theme.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SETTINGS = DOCS / "site"
OUTPUT = ROOT / "build" / "docs"

RENAMED = {
    "docs/README.md": "index.md",
    "README.md": "project.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
"""Pages whose name on the site differs from that in the repository."""
LANGUAGES = {".py": "python", ".conf": "nginx", ".service": "ini"}
"""The language for highlighting files that are shown as they are, by extension."""

CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")
COLOUR = re.compile("\x1b\\[[0-9;]*m")


class BuildError(Exception):
    """The site cannot be built; the message is a sentence."""


def build(folder: Path = OUTPUT) -> Path:
    """Build the site in a folder and return its first page."""
    for name in ("pages", "site"):
        shutil.rmtree(folder / name, ignore_errors=True)
    shutil.copytree(SETTINGS, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("assets"))
    stage(folder / "pages")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", "zensical.toml"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        said = COLOUR.sub("", done.stdout + done.stderr).partition("Traceback")[0].strip()
        raise BuildError(f"{said}\nThe site was not built: mend what is named above, in docs/, and try again.")
    return folder / "site" / "index.html"


def stage(pages: Path) -> None:
    """Copy everything that the site is built from."""
    shutil.copytree(DOCS, pages, ignore=shutil.ignore_patterns("*.md", "site"))
    shutil.copytree(SETTINGS / "assets", pages / "assets")
    shutil.copytree(ROOT / "web/public/fonts", pages / "assets/fonts")
    shutil.copy(ROOT / "web/public/icon.svg", pages / "assets")
    shown: set[Path] = set()
    for source in sources():
        text = source.read_text("utf-8")
        write(pages / place(source), page(text, source))
        shown |= {target for target in targets(text, source) if is_shown_as_it_is(target)}
    for source in shown:
        write(pages / place(source), listing(source))


def sources() -> Iterator[Path]:
    """Yield the Markdown pages of the repository that are pages of the site."""
    yield from (ROOT / name for name in RENAMED if not name.startswith("docs/"))
    yield from (path for path in sorted(DOCS.rglob("*.md")) if SETTINGS not in path.parents)


def place(path: Path) -> str:
    """Return the place of a file of the repository on the site."""
    name = path.relative_to(ROOT).as_posix()
    if name in RENAMED:
        return RENAMED[name]
    return f"sources/{name}.md" if is_shown_as_it_is(path) else path.relative_to(DOCS).as_posix()


def is_shown_as_it_is(path: Path) -> bool:
    """Return whether a file outside docs/ is not a page, but may be linked to."""
    return DOCS not in path.parents and path.relative_to(ROOT).as_posix() not in RENAMED


def page(text: str, source: Path) -> str:
    """Return a page with its links changed to the places on the site."""
    parts = CODE.split(text)
    parts[::2] = [LINK.sub(lambda found: _moved(found[1], source), part) for part in parts[::2]]
    return "".join(parts).replace("<details>", "<details markdown>")  # otherwise its content is not parsed as Markdown


def targets(text: str, source: Path) -> Iterator[Path]:
    """Yield the files that a page links to."""
    for part in CODE.split(text)[::2]:
        yield from (_target(link, source) for link in LINK.findall(part))


def _target(link: str, source: Path) -> Path:
    target = Path(os.path.normpath(source.parent / link))
    if not target.is_file():
        raise BuildError(f"{source.relative_to(ROOT)} links to {link}, which is no file of the repository.")
    return target


def _moved(link: str, source: Path) -> str:
    return Path(os.path.relpath(place(_target(link, source)), Path(place(source)).parent)).as_posix()


def listing(source: Path) -> str:
    """Return a page that shows a file as it is."""
    fence = "~~~~~~"
    code = source.read_text("utf-8").rstrip("\n")
    return f"# {source.relative_to(ROOT)}\n\n{fence}{LANGUAGES.get(source.suffix, 'text')}\n{code}\n{fence}\n"


def write(path: Path, text: str) -> None:
    """Write a file, and create its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def main() -> None:
    """Build the site and print where it is."""
    try:
        first = build()
    except BuildError as error:
        sys.exit(str(error))
    sys.stdout.write(f"The site is built: {first.as_uri()}\n")


if __name__ == "__main__":
    main()
