"""A folder of certificates: its contents, and whether they are valid.

    certificates-000001.txt …  the certificates, in the order of the puzzles
    puzzle-000007.cnf, .drat   with --self-contained, for a puzzle that is unique or has no solution: its
                               formula in DIMACS, and the steps of its proof in the format of other checkers
    manifest.txt               the format, whether there are such files, the number of puzzles, the SHA-256 of
                               their list, the number with each verdict, and the SHA-256 of every other file;
                               its last line is the SHA-256 of all lines before it

A file of certificates begins with the line FORMAT. Then there is, for each puzzle, an empty line and:

    puzzle 7                 counted from 1 over all files; inputs that are not puzzles leave gaps
    box 3x3                  rows x columns of a box
    clues ..3.2….            n² cells, row by row
    verdict unique           or multiple, or none; or unknown if the time ran out
    solution 483921…         for unique; two of them for multiple
    proof 2                  for unique and none: the number of steps, then the steps; see `refutation`
    #1 r4c7!=3 : 5@r4 r2c2
    #2 r1c2=5 : #1
    end

Unknown has `reason …` in place of solution and proof. Everything is plain ASCII, and there is only one way to
write it: anything else is refused, and so are files that the manifest does not name and files that are not
regular ones. Nothing outside the folder is opened, and no more than LONGEST_LINE bytes of a line are read.

The list whose SHA-256 stands in the manifest has the cells of each puzzle, as they stand after `clues`, each
with a line feed. Only those who have the list themselves can tell that none of its puzzles was left out.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .proof_check import ProofCheck, Refused
from .referee import objection
from .rules import ENCODING, SYMBOLS, Rules, dimacs, members, rules_of

FORMAT = "sudocube certificates, format 2"
MANIFEST, UNFINISHED = "manifest.txt", "manifest.unfinished"
VERDICTS = {"unique": 1, "multiple": 2, "none": 0, "unknown": 0}
"""The verdicts, and how many solutions a certificate with that verdict has."""
LONGEST_LINE, LONGEST_MANIFEST = 1 << 20, 1 << 26
TOO_SHORT, UNDECIDED = "it ends too early", "there is no certificate: "


class CertificateRow(NamedTuple):
    """The result for one certificate: `reason` is None if it holds, otherwise it says why not.

    `box` is the shape of a box, such as "3x3". For a fault of the folder itself, only `reason` is not None.
    """

    number: int | None = None
    box: str | None = None
    puzzle: str | None = None
    verdict: str | None = None
    reason: str | None = None


def verify(folder: str | Path) -> Iterator[CertificateRow]:
    """Check a folder: a row for each certificate, and a row for each fault of the folder itself.

    Raises FileNotFoundError if `folder` is not a folder of certificates, and OSError if it cannot be read.
    """
    path = Path(folder)
    names = {one.name: one.is_file() and not one.is_symlink() for one in path.iterdir()}
    if not names.keys() & {MANIFEST, UNFINISHED, "certificates-000001.txt"}:
        raise FileNotFoundError(f"{path}: this is no folder of certificates")
    try:
        if not names.get(MANIFEST):
            raise Refused("not there: the folder is unfinished, or parts of it are missing")
        _, self_contained, puzzles, sums = manifest_in(path)
    except Refused as refused:
        yield CertificateRow(reason=f"{MANIFEST}: {refused}")
        return
    faults = {name: f"{name!a}: not named in the manifest" for name in names.keys() - {MANIFEST, *sums}}
    for name in sums:
        if not names.get(name):
            faults[name] = f"{name}: no regular file" if name in names else f"{name}: missing"
        elif sum_of(path / name) != sums[name]:
            faults[name] = f"{name}: altered, its SHA-256 is not that in the manifest"
    yield from (CertificateRow(reason=faults[name]) for name in sorted(faults))
    found, listed = Counter[str](), hashlib.sha256()
    reader = CertificateReader(sums if self_contained == "yes" else None)
    for name in [name for name in sums if name.endswith(".txt") and names.get(name)]:
        for row in reader.rows(path / name):
            found[row.verdict or ""] += 1
            listed.update(f"{row.puzzle}\n".encode())
            yield row._replace(reason=row.reason or faults.get(name))
    if not found or contents(found, listed.hexdigest()) != puzzles:
        yield CertificateRow(reason=f"{MANIFEST}: not the puzzles of the certificates, or there are none")
    unused = {name for name in sums if not name.endswith(".txt")} - reader.used
    yield from (CertificateRow(reason=f"{name}: belongs to no certificate") for name in sorted(unused))


def drat(refutation: ProofCheck) -> str:
    """The checked steps in the DRAT format, which other checkers read, with the empty clause at the end."""
    steps = [refutation.clauses[f"#{number}"] for number in range(1, refutation.steps + 1)]
    clauses = [[*members(yes), *(-one for one in members(no))] for yes, no in steps if yes | no]
    return "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in (*clauses, []))


def contents(counts: Counter[str], list_sum: str) -> str:
    """What a manifest says of the puzzles: how many have which verdict, and the SHA-256 of their list."""
    verdicts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
    return f"puzzles: {counts.total()}, SHA-256 {list_sum}\nverdicts: {verdicts}\n"


def manifest_text(made_by: str, self_contained: str, puzzles: str, sums: dict[str, str]) -> str:
    """The only valid text of a manifest with these contents; `puzzles` is what `contents` gives."""
    text = f"{FORMAT}\nmade by: {made_by}\nencoding: {ENCODING}\nself-contained: {self_contained}\n{puzzles}"
    text += "".join(f"{digest}  {name}\n" for name, digest in sums.items())
    return f"{text}{hashlib.sha256(text.encode('latin-1')).hexdigest()}  all lines above\n"


def sum_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def manifest_in(folder: Path) -> tuple[str, str, str, dict[str, str]]:
    """The arguments of `manifest_text` that give the manifest of a folder; raises Refused where none do."""
    if (folder / MANIFEST).stat().st_size > LONGEST_MANIFEST:
        raise Refused("it is too long")
    text = (folder / MANIFEST).read_bytes().decode("latin-1")
    if not text.startswith(FORMAT + "\n"):
        raise Refused(f"it begins with {text[:40]!a}; what is understood is {FORMAT!a}")
    head = re.match(r".*\nmade by: (.{1,500})\n.*\nself-contained: (yes|no)\n(.{1,99}\n.{1,99}\n)", text)
    sums = re.findall(r"^([0-9a-f]{64})  ([a-z]+-[0-9]{6,9}\.(?:txt|cnf|drat))$", text, re.MULTILINE)
    by_name = {name: digest for digest, name in sums}
    if not head or text != manifest_text(head[1], head[2], head[3], by_name):
        raise Refused("altered, its last line is not the SHA-256 of all before it, or not as it has to be")
    return head[1], head[2], head[3], by_name


class CertificateReader:
    """Checks certificates one by one.

    `sums` has the SHA-256 of the files for other checkers by name, or is None where no such files are wanted.
    `used` has the names of those that belong to a certificate.
    """

    def __init__(self, sums: dict[str, str] | None) -> None:
        self._sums, self._number, self._row, self.used = sums, 0, CertificateRow(), set[str]()

    def rows(self, path: Path) -> Iterator[CertificateRow]:
        """The result for each certificate in a file; `stream` is then at its end, if it holds."""
        with path.open("rb") as self.stream:
            try:
                self._next(re.escape(FORMAT))
                while line := self.stream.readline(LONGEST_LINE):
                    try:
                        self._certificate(line)
                    except Refused as refused:
                        self._row = self._row._replace(reason=str(refused))
                    yield self._row
                    while self._last != "end" and self._row.reason != TOO_SHORT:
                        self._next()
            except Refused as refused:
                yield CertificateRow(reason=f"{path.name}: {refused}")

    def _next(self, pattern: str = "(.*)") -> str:
        """The group of this pattern in the next text line; raises Refused for a line of another form."""
        line = self.stream.readline(LONGEST_LINE)
        if not line.endswith(b"\n"):
            raise Refused("a line is too long" if len(line) == LONGEST_LINE else TOO_SHORT)
        self._last = line[:-1].decode("latin-1")
        if not (found := re.fullmatch(pattern, self._last)):
            raise Refused(f"{self._last[:60]!a} where {pattern[:60]!a} was to come")
        return found.expand(r"\1") if found.re.groups else ""

    def _cells(self, name: str, n: int, blank: str = "") -> list[int]:
        """The digits in the cells of the next text line, which must begin with that name; raises Refused."""
        found = self._next(f"{name} ([{SYMBOLS[1 : n + 1]}{blank}]{{{n * n}}})")
        return [SYMBOLS.index(symbol) for symbol in found]

    def _certificate(self, line: bytes) -> None:
        """Check the certificate that begins with this line, the empty one; raises Refused."""
        self._last, self._row = "", CertificateRow()
        number = int(self._next("puzzle ([1-9][0-9]{0,11})"))
        if line != b"\n" or number <= self._number:
            raise Refused(f"puzzle {number} follows puzzle {self._number}, or no empty line")
        self._number, self._row = number, CertificateRow(number)
        rows, columns = map(int, (box := self._next("box ([2-5]x[2-5])")).split("x"))
        clues = self._cells("clues", rows * columns, ".")
        puzzle, verdict = self._last.removeprefix("clues "), self._next(f"verdict ({'|'.join(VERDICTS)})")
        self._row = CertificateRow(number, box, puzzle, verdict)
        if verdict == "unknown":
            raise Refused(UNDECIDED + self._next("reason ([ -~]+)") + self._next("end"))
        solutions = [self._cells("solution", rows * columns) for _ in range(VERDICTS[verdict])]
        for solution in solutions:
            if objected := objection(solution, clues, rows, columns):
                raise Refused(f"a solution that is none: {objected}")
        if verdict != "multiple":
            self._proof(rules_of(rows, columns), clues, *solutions)
        elif solutions[0] == solutions[1]:
            raise Refused("both solutions are the same")
        self._next("end")

    def _proof(self, rules: Rules, clues: list[int], solution: list[int] | None = None) -> None:
        """Check the proof that follows, and the files for other checkers if there are any; raises Refused."""
        refutation = ProofCheck(rules, clues)
        if solution:
            refutation.forbid(solution)
        for _ in range(int(self._next("proof (0|[1-9][0-9]{0,8})"))):
            refutation.step(self._next())
        if not refutation.is_complete:
            raise Refused("the proof does not come to a contradiction")
        for kind in () if self._sums is None else ("cnf", "drat"):
            name = f"puzzle-{self._number:06}.{kind}"
            text = dimacs(rules, clues, solution) if kind == "cnf" else drat(refutation)
            if (self._sums or {}).get(name) != hashlib.sha256(text.encode()).hexdigest():
                raise Refused(f"{name} is missing, or not what belongs to it")
            self.used.add(name)
