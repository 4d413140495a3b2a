"""Lists are kept within limits of size and number; nothing is left of them."""

import io
import sys
from contextlib import suppress

import pytest

from sudocube.serving import uploaded_lists
from sudocube.serving.requests import RefusedRequestError
from sudocube.serving.uploaded_lists import LIST_AT_MOST, LISTS_AT_MOST, UploadedLists
from tests.serving.client import MEMORY, running_server

LINE = "1.....2..3.....4\n"


@pytest.fixture
def lists():
    kept = UploadedLists()
    yield kept
    kept.close()


def keep(lists, content):
    return lists.keep(io.BytesIO(content), len(content))


def test_a_list_is_known_by_an_id_that_cannot_be_guessed(lists):
    first, second = keep(lists, b"abc"), keep(lists, b"other")
    assert (lists.content(first), lists.content(second), lists.content(first)) == (b"abc", b"other", b"abc")
    assert first != second
    assert min(len(first), len(second)) >= 20
    with pytest.raises(RefusedRequestError, match="open the file again"):
        lists.content("1")


def test_the_list_that_nobody_has_used_for_longest_is_given_up_for_another_one(lists, monkeypatch):
    """Where there are too many, and where all together are too long."""
    names = [keep(lists, b"x") for _ in range(LISTS_AT_MOST)]
    lists.content(names[0])
    names.append(keep(lists, b"x"))

    def kept(*names):
        found = []
        for name in names:
            with suppress(RefusedRequestError):
                lists.content(name)
                found.append(name)
        return found

    assert kept(*names[:3]) == [names[0], names[2]]
    monkeypatch.setattr(uploaded_lists, "ALL_AT_MOST", 15)
    first, second = keep(lists, 10 * b"x"), keep(lists, 10 * b"y")
    assert kept(*names, first, second) == [second]


SMALL_FILES = """
import resource, runpy, signal, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
runpy.run_module("tests.serving.odd_commands", run_name="__main__")
"""
"""A server that can write files of 1,000 bytes only; what is longer is refused as on a full disk."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no limit of files")
def test_a_list_that_cannot_be_written_is_told_with_what_to_do_and_other_jobs_go_on():
    with running_server("-c", SMALL_FILES, str(MEMORY)) as client:
        reply = client.post("/upload", 2000 * b"x", Content_Type="application/octet-stream")
        assert reply.status == 507
        assert reply.error.startswith("the list cannot be kept: file too large; make room in the folder")
        assert client.ask("check", puzzle=LINE)[0]["verdict"] == "unique"


class TestThroughTheServer:
    """As the page sends them."""

    def test_a_command_gets_the_whole_list_and_may_ask_again(self, odd):
        name = odd.upload(LINE.encode() * 8000)
        for _ in range(2):
            assert odd.ask("measure", upload=name) == [{"bytes": 8000 * len(LINE), "end": LINE[-10:]}]

    def test_only_a_command_that_reads_a_list_gets_one(self, odd):
        """Otherwise each verdict could have 256 MB copied first."""
        reply = odd.command("check", puzzle=LINE, upload=odd.upload(b"x"))
        assert (reply.status, reply.error) == (400, "upload: check takes no list; leave this field out")

    def test_a_list_that_is_too_long_or_not_kept_is_refused(self, odd):
        """Before it is sent."""
        headers = {"Content_Type": "application/octet-stream", "Content_Length": str(LIST_AT_MOST + 1)}
        reply = odd.post("/upload", b"", **headers)
        assert (reply.status, reply.error) == (
            413,
            "a request of 268,435,457 bytes: 268,435,456 are the most",
        )
        for name in ("x", "../x", "%00", "__class__"):
            said = odd.command("measure", upload=name).error
            assert said == "this list is not kept any more: open the file again"
