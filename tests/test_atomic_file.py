"""Atomic files: the old content or the new one, whatever happens while it is written."""

import os
import stat
from pathlib import Path
from threading import Thread

import pytest

from heckmeck.atomic_file import replacing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    return path


def interrupted(path: Path, keep: str | None = None) -> None:
    """Write half a file."""
    with replacing(path, keep=keep) as file:
        file.write(b"half")
        raise KeyboardInterrupt


def test_the_old_content_is_there_until_the_new_is_complete(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert os.listdir(path.parent) == ["file"]


def test_an_error_leaves_the_old_file_and_nothing_else(path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(path)
    assert path.read_bytes() == b"old"
    assert os.listdir(path.parent) == ["file"]


def test_a_full_disk_is_noticed_before_the_old_file_is_replaced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"), replacing(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(path.parent) == ["file"]


def test_what_was_written_before_an_error_can_be_kept(path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(path, keep=".partial")
    assert path.read_bytes() == b"old"
    assert path.with_name("file.partial").read_bytes() == b"half"
    with replacing(path, keep=".partial") as file:
        file.write(b"whole")
    assert path.read_bytes() == b"whole"
    assert os.listdir(path.parent) == ["file"]


def test_a_private_file_is_for_its_owner_alone_from_the_beginning(path: Path) -> None:
    path.chmod(0o644)
    with replacing(path, private=True) as file:
        assert stat.S_IMODE(os.fstat(file.fileno()).st_mode) == 0o600
        file.write(b"secret")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes() == b"secret"


def test_without_overwriting_the_first_file_stays(path: Path) -> None:
    with replacing(path, overwrite=False) as file:
        file.write(b"second")
    assert path.read_bytes() == b"old"
    path.unlink()
    with replacing(path, overwrite=False) as file:
        file.write(b"first")
    assert path.read_bytes() == b"first"
    assert os.listdir(path.parent) == ["file"]


def test_a_link_is_followed(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    with replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    with replacing(pipe) as file:
        file.write(b"new")
    reader.join()
    assert read == [b"new"]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError), replacing(tmp_path):
        pass
