"""The folder that several workers write to: each file is there as a whole, or not at all."""

from __future__ import annotations

import errno
import pickle
from pathlib import Path

import pytest

from sudocube.auditing.shared_folder import SharedFolder


@pytest.fixture(params=["local", "file", "memory"])
def folder(request, tmp_path):
    """A folder by its path, and by URLs."""
    urls = {
        "local": str(tmp_path / "new"),
        "file": f"file://{tmp_path}/new",
        "memory": f"memory://{tmp_path}",
    }
    folder = SharedFolder(urls[request.param])
    yield folder
    folder.remove()


def test_what_is_written_is_read(folder):
    folder.write("keys/one", b"0123456789")
    assert folder.read("keys/one") == b"0123456789"
    assert folder.read("keys/one", 2, 5) == b"234"
    with folder.reading("keys/one") as file:
        assert file.read() == b"0123456789"


def test_names_are_told_in_order(folder):
    for name in ("b", "c", "a"):
        folder.write(f"keys/{name}", b"")
    assert folder.names("keys") == ["a", "b", "c"]
    assert folder.names("others") == []
    assert folder.exists("keys/a")
    assert not folder.exists("keys/d")


def test_a_file_written_again_is_replaced(folder):
    folder.write("one", b"first")
    folder.write("one", b"second")
    assert folder.read("one") == b"second"


def test_a_removed_folder_is_gone(folder):
    folder.write("keys/one", b"1")
    folder.remove()
    folder.remove()
    assert not folder.exists("keys/one")


def test_a_copy_by_pickle_is_the_same_folder(folder):
    folder.write("one", b"1")
    assert pickle.loads(pickle.dumps(folder)).read("one") == b"1"


def test_a_write_that_breaks_off_leaves_the_old_file(tmp_path):
    """Whatever ends it, Ctrl-C included; and nothing else is left."""
    folder = SharedFolder(str(tmp_path))
    folder.write("one", b"old")

    def break_off():
        with folder.writing("one") as file:
            file.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert folder.read("one") == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["one"]


def test_what_is_being_written_is_not_listed(tmp_path):
    folder = SharedFolder(str(tmp_path))
    with folder.writing("keys/one"):
        assert folder.names("keys") == []
    assert folder.names("keys") == ["one"]


def test_a_full_disk_is_told_with_the_path(tmp_path):
    folder = SharedFolder(str(tmp_path))
    with pytest.raises(OSError, match="No space left") as caught, folder.writing("keys/one"):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert Path(caught.value.filename) == tmp_path / "keys/one"
