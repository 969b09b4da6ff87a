"""Files of records: streamed, and written so that nothing is lost."""

import gzip
import os
from pathlib import Path

import pytest

from heckmeck.play import BadRecord, Record, decode, read_records, write_record
from heckmeck.play import record_file as record_file
from helpers.records import EXAMPLE

RECORD = decode(EXAMPLE.encode())


def test_every_line_is_read_and_empty_ones_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + f"{EXAMPLE}\n\n{EXAMPLE}\r\n{EXAMPLE}".encode())
    assert list(read_records(path)) == [(1, RECORD), (3, RECORD), (4, RECORD)]


def test_a_path_can_be_text(tmp_path: Path) -> None:
    write_record(f"{tmp_path}/new/game.jsonl", RECORD)
    assert list(read_records(f"{tmp_path}/new/game.jsonl")) == [(1, RECORD)]


def test_reading_goes_on_after_a_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(f"{EXAMPLE[:50]}\n{EXAMPLE}\n".encode() + b"\xff\n")
    kinds = [(number, type(record)) for number, record in read_records(path)]
    assert kinds == [(1, BadRecord), (2, Record), (3, BadRecord)]


def test_a_line_that_is_too_long_is_refused_without_reading_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_file, "LONGEST_LINE", 1000)
    path = tmp_path / "games.jsonl"
    path.write_bytes(f"{EXAMPLE}\n{'x' * 5000}\n{EXAMPLE}\n".encode())
    (_, first), (line, second) = read_records(path)
    assert first == RECORD
    assert isinstance(second, BadRecord)
    assert (line, second.code) == (2, "too_long")


def test_an_enormous_sparse_file_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "enormous.jsonl"
    with path.open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(BadRecord, match="binary"):
        next(read_records(path))


@pytest.mark.parametrize("content", [gzip.compress(f"{EXAMPLE}\n".encode() * 9), b"\x89PNG\r\n\x1a\n", b"\x00"])
def test_a_binary_file_is_refused_as_a_whole(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match=r"games\.jsonl\.gz is a binary file; .* unpack it") as caught:
        next(read_records(path))
    assert caught.value.code == "binary_file"


def test_a_record_is_written_whole_and_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "game.jsonl"
    write_record(path, RECORD)
    write_record(path, RECORD)
    assert list(read_records(path)) == [(1, RECORD)]
    assert os.listdir(path.parent) == ["game.jsonl"]


def test_when_writing_fails_the_old_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    write_record(path, RECORD)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        write_record(path, RECORD)
    assert list(read_records(path)) == [(1, RECORD)]
    assert os.listdir(tmp_path) == ["game.jsonl"]
