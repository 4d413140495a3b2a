"""Certificates altered in every part, thousands of times, the sums left alone and the sums recomputed.

With the sums left alone, every alteration is refused. With the sums recomputed, what remains is the checker
itself. There an alteration may leave a certificate that is right: another word about who made it, a literal
more in a clause, a clue that the solution has anyway. So what is promised is this: whatever is accepted is
true of the puzzle that stands there, by the independent count of `tests.puzzles`.
"""

import re
from functools import cache
from random import Random

import pytest

from sudocube.arguments import as_puzzle
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from sudocube.trusted.folder import MANIFEST, CertificateRow
from tests.puzzles import count_solutions
from tests.verdicts.samples import (
    ALL_KINDS,
    Files,
    first_refusal,
    made,
    refusals,
    rows_of,
    with_sums_recomputed,
)

SHARD = "certificates-000001.txt"
TRUE = {0: "none", 1: "unique", 2: "multiple"}


@cache
def solutions_of(cells: str, geometry: Geometry) -> int:
    """How many solutions there are, up to two."""
    return count_solutions(Puzzle(cells, geometry))


def untrue(rows: list[CertificateRow], shard: bytes) -> list[CertificateRow]:
    """The rows that were accepted and are not true, with the box shapes that the file names."""
    shapes = {
        clues.decode(): Geometry(int(rows), int(columns))
        for rows, columns, clues in re.findall(rb"\nbox ([2-5])x([2-5])\nclues ([!-~]+)\n", shard)
    }
    return [
        row
        for row in rows
        if row.reason is None and TRUE[solutions_of(str(row.puzzle), shapes[str(row.puzzle)])] != row.verdict
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("altered") / "certificates"


def test_what_was_not_altered_is_accepted(folder):
    for self_contained in (False, True):
        files = made(self_contained=self_contained)
        assert with_sums_recomputed(files) == files
        rows = rows_of(files, folder)
        assert [row.verdict for row in rows] == ["unique", "multiple", "unique", "none", "unique"]
        assert list(refusals(rows)) == []


@pytest.mark.parametrize("name", [MANIFEST, SHARD, "puzzle-000001.cnf", "puzzle-000001.drat"])
def test_one_byte_altered_anywhere_is_refused(folder, name):
    files = made(self_contained=True)
    content = files[name]
    step = max(1, len(content) // 60)
    for at in range(0, len(content), step):
        altered = content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :]
        assert first_refusal({**files, name: altered}, folder)


def test_that_a_certificate_ends_too_early_is_said_once(folder):
    files = made()
    cut = with_sums_recomputed({**files, SHARD: files[SHARD].rpartition(b"end\n")[0]})
    assert list(refusals(rows_of(cut, folder))) == ["it ends too early"]


def byte_altered(text: str, rng: Random) -> str:
    """One byte changed, left out or added."""
    at = rng.randrange(len(text))
    byte = rng.choice([chr((ord(text[at]) ^ 1 << rng.randrange(8)) & 255), rng.choice(text)])
    return text[:at] + rng.choice([byte, "", byte + text[at]]) + text[at + 1 :]


def word_altered(text: str, rng: Random) -> str:
    """A word exchanged for another of its kind: literals, lines, steps, digits, verdicts, boxes, cells."""
    pieces = re.split(r"([ \n])", text)
    at = rng.choice([at for at, piece in enumerate(pieces) if piece.strip()])
    piece = pieces[at]
    if len(piece) > 15:  # cells
        cell = rng.randrange(len(piece))
        pieces[at] = piece[:cell] + rng.choice(SYMBOLS[: round(len(piece) ** 0.5) + 1]) + piece[cell + 1 :]
    else:
        words = sorted(set(text.split()) - {piece})
        pieces[at] = rng.choice([word for word in words if word[0] == piece[0]] or words)
    return "".join(pieces)


def lines_altered(text: str, rng: Random) -> str:
    """Lines dropped, doubled, exchanged or moved, and the steps of each proof counted anew."""
    lines = text.splitlines(keepends=True)
    for _ in range(rng.choice([1, 1, 2])):
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(4):
            case 0:
                del lines[one]
            case 1:
                lines.insert(other, lines[one])
            case 2:
                lines[one], lines[other] = lines[other], lines[one]
            case _:
                lines.insert(other, lines.pop(one))

    def counted_again(found: re.Match[str]) -> str:
        steps = found[0].splitlines(keepends=True)[1:]
        counted = [re.sub(r"^#\d+", f"#{number}", step) for number, step in enumerate(steps, 1)]
        return "".join([f"proof {len(steps)}\n", *counted])

    return re.sub(r"proof \d+\n(#.*\n)*", counted_again, "".join(lines))


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
@pytest.mark.parametrize("altered", [byte_altered, word_altered, lines_altered])
def test_whatever_is_altered_with_the_sums_recomputed_nothing_untrue_is_accepted(folder, altered, seed):
    files, rng = made(), Random(seed)
    text = files[SHARD].decode()
    for _ in range(130):
        shard = altered(text, rng).encode("latin-1")
        assert not untrue(rows_of(with_sums_recomputed({**files, SHARD: shard}), folder), shard)


def certificate(text: str, number: int) -> str:
    """The text of one certificate."""
    return next(re.finditer(rf"\npuzzle {number}\n(?:.*\n)*?end\n", text))[0]


def with_certificate(files: Files, number: int, old: str, new: str) -> Files:
    """One certificate altered, the sums and the verdicts in the manifest set right."""
    text = files[SHARD].decode()
    before = certificate(text, number)
    assert old in before
    files = {**files, SHARD: text.replace(before, before.replace(old, new, 1)).encode()}
    verdicts = re.findall(rb"\nverdict (.*)\n", files[SHARD])
    counts = [b"%d %s" % (verdicts.count(one), one) for one in (b"unique", b"multiple", b"none", b"unknown")]
    manifest = re.sub(rb"verdicts: .*", b"verdicts: " + b", ".join(counts), files[MANIFEST])
    return with_sums_recomputed({**files, MANIFEST: manifest})


CLUES = [str(as_puzzle(one)) for one in ALL_KINDS]


@pytest.mark.parametrize("number", [1, 4, 5])  # those whose proofs have steps
def test_for_another_puzzle_it_is_refused(folder, number):
    files = made()
    clues = CLUES[number - 1]
    rng = Random(number)
    given = [cell for cell in range(len(clues)) if clues[cell] != "."]
    for cell in rng.sample(given, 12):
        digit = rng.choice([one for one in SYMBOLS[1 : round(len(clues) ** 0.5) + 1] if one != clues[cell]])
        other = clues[:cell] + digit + clues[cell + 1 :]
        rows = rows_of(with_certificate(files, number, clues, other), folder)
        assert not untrue(rows, files[SHARD].replace(clues.encode(), other.encode()))
        if number != 4:
            assert rows[number - 1].reason is not None
    swapped = with_certificate(files, 1, CLUES[0], CLUES[3])
    assert next(refusals(rows_of(swapped, folder))).startswith("a solution that is none")


@pytest.mark.parametrize(
    ("number", "old", "new", "reason"),
    [
        (2, "verdict multiple", "verdict unique", "'proof"),
        (1, "verdict unique", "verdict none", "'proof"),
        (1, "verdict unique", "verdict multiple", "solution"),
        (4, "verdict none", "verdict unique", "solution"),
        (1, "verdict unique", "verdict true", "verdict"),
        (1, "verdict unique", "verdict unknown", "reason"),
        (1, "box 3x3", "box 3x4", "clues"),
        (1, "box 3x3", "box 99999999999999999999x1", "box"),
        (5, "box 2x4", "box 4x2", "solution that is none|#1"),
        (1, "puzzle 1", "puzzle 01", "puzzle"),
        (2, "puzzle 2", "puzzle 1", "follows"),
        (1, "proof 16", "proof 15", "contradiction"),
        (1, "proof 16", "proof 17", "out of place|known"),
        (1, "proof 16", "proof 0", "contradiction"),
        (1, "proof 16", "proof -1", "proof"),
        (1, "proof 16", "proof 999999999", "out of place|known"),
        (1, "proof 16", "proof ١٦", "proof"),
        (3, "end", "end ", "end"),
        (3, "clues ", "clues  ", "clues"),
    ],
)
def test_each_field_is_looked_at(folder, number, old, new, reason):
    """What was recomputed to match is refused all the same, with the reason."""
    files = with_certificate(made(), number, old, new)
    said = list(refusals(rows_of(files, folder)))
    assert said
    assert re.search(reason, said[0])


def test_written_for_a_puzzle_with_two_solutions_it_is_refused(folder):
    """With either of them as the only one, and no proof, or the proof of another puzzle."""
    files = made()
    second = certificate(files[SHARD].decode(), 2)
    first, other = re.findall(r"solution .*\n", second)
    proof = next(re.finditer(r"proof 16\n(#.*\n)*", files[SHARD].decode()))
    for kept in (first, other):
        for claimed in ("proof 0\n", proof[0]):
            text = second.replace("verdict multiple", "verdict unique")
            text = text.replace(first + other, kept + claimed)
            rows = rows_of(with_certificate(files, 2, second, text), folder)
            assert rows[1].verdict == "unique"
            assert rows[1].reason is not None
    same = with_certificate(files, 2, other, first)
    assert rows_of(same, folder)[1].reason == "both solutions are the same"


def test_the_files_for_other_checkers_have_to_be_those_of_the_certificate(folder):
    """Sums recomputed: a clause more, a clause less, the proof of another puzzle, one of two missing."""
    files = made(self_contained=True)
    cnf, drat = "puzzle-000001.cnf", "puzzle-000001.drat"
    lines = files[cnf].splitlines(keepends=True)
    for altered in (
        {cnf: b"".join(lines[:-1])},
        {cnf: b"".join([*lines, b"1 0\n"])},
        {drat: files["puzzle-000004.drat"]},
        {drat: files[drat] + b"0\n"},
        {drat: b""},
    ):
        rows = rows_of(with_sums_recomputed({**files, **altered}), folder)
        assert "is missing, or not what belongs to it" in str(rows[0].reason)
    for name in (cnf, drat):
        missing = {other: content for other, content in files.items() if other != name}
        line = next(line for line in files[MANIFEST].splitlines(keepends=True) if name.encode() in line)
        missing[MANIFEST] = files[MANIFEST].replace(line, b"")
        assert first_refusal(with_sums_recomputed(missing), folder)
