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


def test_what_is_written_is_read_listed_replaced_copied_and_removed(folder):
    """A copy by pickle is the same folder."""
    for name in ("b", "c", "a"):
        folder.write(f"keys/{name}", b"first")
    folder.write("keys/a", b"0123456789")
    copied = pickle.loads(pickle.dumps(folder))
    assert (copied.read("keys/a"), folder.read("keys/a", 2, 5)) == (b"0123456789", b"234")
    with folder.reading("keys/a") as file:
        assert file.read() == b"0123456789"
    assert (folder.names("keys"), folder.names("others")) == (["a", "b", "c"], [])
    assert (folder.exists("keys/a"), folder.exists("keys/d")) == (True, False)
    folder.remove()
    folder.remove()
    assert not folder.exists("keys/a")


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
