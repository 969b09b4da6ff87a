"""The memory of the machine."""

from pathlib import Path

import pytest

from heckmeck.cli import memory


@pytest.mark.parametrize(
    ("content", "available"), [("MemFree: 1 kB\nMemAvailable:   2048 kB\n", 2**21), ("", None), (None, None)]
)
def test_the_free_memory_is_what_the_system_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None, available: int | None
) -> None:
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "meminfo")
    if content is not None:
        memory.MEMINFO.write_text(content)
    assert memory.available_memory() == available
