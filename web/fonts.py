"""Make the files of the slab face from Bitter ExtraBold: `python web/fonts.py <package>`, with fonttools and brotli.

The package is the unpacked output of `npm pack @fontsource/bitter@5.3.0`. This was done once, and the results are in
the repository.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset

FOLDER = Path(__file__).parent / "public/fonts"
LATIN = "".join(map(chr, range(0x20, 0x7F))) + "ÄÖÜäöüßÂÎâîéèêçñáíóúàå§×·«»–—‘’“”„…%"
ROMANIAN = "ĂăȘșȚțŞşŢţ"
"""The characters of the files called latin-ext, which browsers load only on demand."""
FILES = {"bitter-latin": ("latin", LATIN), "bitter-romanian": ("latin-ext", ROMANIAN)}


def main(package: Path) -> None:
    """Write the subsets and their licence."""
    FOLDER.mkdir(exist_ok=True)
    for name, (source, letters) in FILES.items():
        subset.main([
            str(package / f"files/bitter-{source}-800-normal.woff2"), f"--text={letters}", "--flavor=woff2",
            "--layout-features=kern,liga,lnum,tnum,ccmp,locl,mark", "--no-hinting", "--desubroutinize",
            f"--output-file={FOLDER / name}.woff2",
        ])  # fmt: skip
    (FOLDER / "LICENSE.txt").write_text((package / "LICENSE").read_text("utf-8"), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
