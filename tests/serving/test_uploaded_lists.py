"""Lists come in parts, within limits of size, number and age; nothing is left of them."""

import sys
from types import SimpleNamespace

import pytest

from sudocube.serving import uploaded_lists
from sudocube.serving.request_guard import BODY_AT_MOST
from sudocube.serving.uploaded_lists import KEPT_FOR, LISTS_AT_MOST, MAKE_ROOM, UploadedLists, UploadError
from tests.serving.client import MEMORY, running_server

LINE = "1.....2..3.....4\n"


@pytest.fixture
def clock():
    """A clock that a test sets."""
    return SimpleNamespace(now=0.0)


@pytest.fixture
def lists(clock):
    kept = UploadedLists(lambda: clock.now)
    yield kept
    kept.close()


def test_parts_are_put_together_in_their_order_under_an_id_that_cannot_be_guessed(lists):
    first, second = lists.begin(), lists.begin()
    assert [lists.add(first, part) for part in (b"ab", b"", b"c")] == [2, 2, 3]
    lists.add(second, b"other")
    assert (lists.content(first), lists.content(second)) == (b"abc", b"other")
    assert first != second
    assert min(len(first), len(second)) >= 20
    with pytest.raises(UploadError, match="open the file again"):
        lists.content("1")


def test_lists_that_nobody_uses_are_given_up_for_another_one_or_in_time(lists, clock):
    names = []
    for clock.now in range(LISTS_AT_MOST):
        names.append(lists.begin())
    clock.now += 1
    lists.add(names[0], b"used again")
    names.append(lists.begin())
    assert lists.content(names[0]) == b"used again"
    with pytest.raises(UploadError):
        lists.add(names[1], b"")
    clock.now += KEPT_FOR + 1
    lists.begin()
    with pytest.raises(UploadError):
        lists.content(names[0])


def test_a_list_has_a_limit_and_so_have_all(lists, monkeypatch, clock):
    monkeypatch.setattr(uploaded_lists, "LIST_AT_MOST", 10)
    monkeypatch.setattr(uploaded_lists, "ALL_AT_MOST", 15)
    first = lists.begin()
    lists.add(first, 10 * b"x")
    clock.now += 1
    second = lists.begin()
    assert lists.add(second, 10 * b"y") == 10
    with pytest.raises(UploadError):  # there was no room for both
        lists.content(first)
    with pytest.raises(UploadError, match="more than 10 bytes"):
        lists.add(second, b"y")


SMALL_FILES = """
import resource, runpy, signal, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
runpy.run_module("tests.serving.odd_commands", run_name="__main__")
"""
"""A server that can write files of 1,000 bytes only; what is longer is refused as on a full disk."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no limit of files")
def test_a_part_that_cannot_be_written_is_told_with_what_to_do_and_other_jobs_go_on():
    with running_server("-c", SMALL_FILES, str(MEMORY)) as client:
        reply = client.post("/upload", 2000 * b"x", Content_Type="application/octet-stream")
        assert reply.status == 507
        assert reply.error == f"the list cannot be kept: file too large; {MAKE_ROOM}"
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

    def test_a_part_that_is_too_long_or_of_a_list_that_is_not_kept_is_refused(self, odd):
        assert odd.post("/upload", (BODY_AT_MOST + 1) * b"x").status == 413
        for name in ("x", "../x", "%00", "__class__"):
            assert odd.post(f"/upload/{name}", b"x").status == 404
            reply = odd.command("measure", upload=name)
            assert (reply.status, reply.error) == (404, "this list is not kept any more: open the file again")
