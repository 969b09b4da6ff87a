"""Draw the app's icons from `public/icons/app.svg`: `python web/icons.py`, with Playwright and Chromium.

Systems that cut icons to their own shape get the whole square, others one with round corners.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent / "public/icons"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ICONS = {"192.png": (192, 0.2), "512.png": (512, 0.2), "maskable-512.png": (512, 0.0), "apple-180.png": (180, 0.0)}
"""The size in pixels, and how round the corners are."""


def draw(page: Page, drawing: str, size: int, roundness: float) -> bytes:
    """Return the drawing as a PNG."""
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>body {{ margin: 0 }} svg {{ display: block; border-radius: {size * roundness}px }}</style>"
        + drawing.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
    )
    return page.screenshot(omit_background=True)


def main() -> None:
    """Write all icons."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    drawing = (FOLDER / "app.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page()
        for name, (size, roundness) in ICONS.items():
            (FOLDER / name).write_bytes(draw(page, drawing, size, roundness))
        browser.close()


if __name__ == "__main__":
    main()
