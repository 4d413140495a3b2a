"""Folders that are malicious or damaged: each is refused, with the reason."""

import os
import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from sudocube.errors import InputError
from sudocube.trusted.folder import FORMAT, LONGEST_LINE, MANIFEST, UNFINISHED
from sudocube.verdicts.certificates import verify
from tests.verdicts.samples import (
    files_of,
    first_refusal,
    made,
    refusals,
    rows_of,
    with_sums_recomputed,
    written,
)

SHARD = "certificates-000001.txt"


@pytest.mark.parametrize("name", [SHARD, "puzzle-000001.cnf", "puzzle-000004.drat"])
def test_a_missing_part_is_named(tmp_path, name):
    files = made(self_contained=True)
    del files[name]
    assert f"{name}: missing" in list(refusals(rows_of(files, tmp_path / "c")))


NOTHING = f"{MANIFEST}: not the puzzles of the certificates, or there are none"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"format 2", b"format 3", "what is understood is"),
        (FORMAT.encode(), b"\xff\xfe", "what is understood is"),
        (b"pairwise", b"otherwise", "as it has to be"),
        (b"3 unique", b"4 unique", NOTHING),
    ],
)
def test_a_manifest_of_another_version_encoding_or_number_is_refused(tmp_path, old, new, reason):
    files = made()
    files[MANIFEST] = files[MANIFEST].replace(old, new)
    assert reason in str(first_refusal(with_sums_recomputed(files), tmp_path / "c"))


def test_a_folder_that_is_unfinished_or_has_no_manifest_or_no_certificate_is_refused(tmp_path):
    """Without a certificate it is in order, and shows nothing: a list of puzzles has been left out."""
    files = made()
    manifest = files.pop(MANIFEST)
    assert "not there" in str(first_refusal(files, tmp_path / "c"))
    assert "unfinished" in str(first_refusal({**files, UNFINISHED: manifest}, tmp_path / "c"))
    counts = b"verdicts: 0 unique, 0 multiple, 0 none, 0 unknown"
    none = {SHARD: f"{FORMAT}\n".encode(), MANIFEST: re.sub(rb"verdicts: .*", counts, manifest)}
    assert list(refusals(rows_of(with_sums_recomputed(none), tmp_path / "c"))) == [NOTHING]


@pytest.mark.parametrize("name", ["more.txt", ".hidden", UNFINISHED, "certificates-000002.txt", "a folder"])
def test_what_the_manifest_does_not_name_is_refused(tmp_path, name):
    folder = written(made(), tmp_path / "c")
    (folder / name).mkdir() if name == "a folder" else (folder / name).touch()
    said = verify(folder)
    assert (said.faults, said.refused, said.accepted.total(), said.holds) == (1, 0, 5, False)


def test_a_symbol_above_the_size_is_no_clue(tmp_path):
    """Nothing of it is decided: it stands on no line of the rules, and would count as a blank."""
    files = made()
    files[SHARD] = re.sub(rb"clues .", b"clues A", files[SHARD])
    reasons = list(refusals(rows_of(with_sums_recomputed(files), tmp_path / "c")))
    assert any("where 'clues ([123456789.]{81})' was to come" in str(one) for one in reasons), reasons


def test_what_is_shown_of_a_hostile_file_cannot_steer_a_terminal(tmp_path):
    """Escape sequences, and letters that it may not have, in a name, a field, a literal and a reason."""
    for old, new in (
        (b"verdict unique", b"verdict \x1b[2Junique"),
        (b"r9c9", b"\x1b]0;r9c9\x07"),
        (b"proof 16", b"proof 16\x9b"),
        (b"r9c9", "r9c\u00b9".encode("latin-1")),
    ):
        files = made()
        files[SHARD] = files[SHARD].replace(old, new)
        (tmp_path / "c").mkdir(exist_ok=True)
        if os.name == "posix":
            files["\x1b[31mred \u6570"] = b""
        for reason in refusals(rows_of(with_sums_recomputed(files), tmp_path / "c")):
            assert reason.isprintable()
            assert reason.isascii()
    unknown = re.sub(
        rb"verdict none\nproof (.*\n)*?end", b"verdict unknown\nreason \x1b[2J\nend", made()[SHARD]
    )
    for reason in refusals(rows_of(with_sums_recomputed({**made(), SHARD: unknown}), tmp_path / "d")):
        assert reason.isprintable()


@pytest.mark.parametrize(
    "name", ["../outside-000001.txt", "/etc/passwd", "a/b-000001.txt", "..", "-000001.txt", "x" * 5000]
)
def test_a_path_that_points_elsewhere_is_never_opened(tmp_path, monkeypatch, name):
    files = made()
    (tmp_path / "outside-000001.txt").write_bytes(files[SHARD])
    files[MANIFEST] = files[MANIFEST].replace(SHARD.encode(), name.encode())
    folder = written(with_sums_recomputed(files), tmp_path / "c")
    opened: list[Path] = []
    for method in ("open", "read_bytes"):
        plain = getattr(Path, method)

        def watched(path: Path, *rest: Any, plain: Any = plain, **named: Any) -> Any:
            opened.append(path)
            return plain(path, *rest, **named)

        monkeypatch.setattr(Path, method, watched)
    assert not verify(folder).holds
    assert {path.resolve().parent for path in opened} == {folder.resolve()}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files on this system")
@pytest.mark.parametrize("name", [SHARD, MANIFEST])
def test_what_is_no_regular_file_is_never_opened(tmp_path, name):
    """A link to the very same content, a directory, and a pipe that nobody writes to."""
    files = made()
    (tmp_path / "elsewhere").write_bytes(files[name])
    folder = written(files, tmp_path / "c")
    (folder / name).unlink()
    (folder / name).symlink_to(tmp_path / "elsewhere")
    assert not verify(folder).holds
    (folder / name).unlink()
    (folder / name).mkdir()
    assert not verify(folder).holds
    (folder / name).rmdir()
    os.mkfifo(folder / name)
    assert not verify(folder).holds


@pytest.mark.parametrize("name", [SHARD, MANIFEST])
def test_gigabytes_in_one_line_are_not_read_into_memory(tmp_path, name):
    """A line is read no further than a megabyte, and such a manifest not at all."""
    folder = written(made(), tmp_path / "c")
    os.truncate(folder / name, 70 << 20)  # zeros, which take no place on most disks
    if name == SHARD:
        files = {**files_of(folder), SHARD: (folder / SHARD).read_bytes()}
        (folder / MANIFEST).write_bytes(with_sums_recomputed(files)[MANIFEST])
        del files
    tracemalloc.start()
    try:
        assert not verify(folder).holds
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


def test_a_line_that_is_too_long_is_refused_with_all_that_follows(tmp_path):
    files = made()
    long = b"reason " + b"x" * (2 * LONGEST_LINE) + b"\n"
    files[SHARD] = files[SHARD].replace(b"proof 0\n", b"proof 0\n" + long, 1)
    rows = rows_of(with_sums_recomputed(files), tmp_path / "c")
    assert [(row.number, row.reason is None) for row in rows] == [
        (1, True), (2, True), (3, False), (None, False), (None, False)
    ]  # fmt: skip
    assert "too long" in str(rows[2].reason)


def test_where_there_is_no_folder_of_certificates_it_says_so(tmp_path):
    (tmp_path / "other.txt").write_text("text")
    for path, reason in (
        (tmp_path / "c", "no such file"),
        (tmp_path / "other.txt", "not a directory"),
        (tmp_path, "this is no folder of certificates"),
    ):
        with pytest.raises(InputError) as caught:
            verify(path)
        assert str(caught.value).startswith(f"{path}: {reason}")
