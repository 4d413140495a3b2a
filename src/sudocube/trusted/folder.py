"""A folder of certificates: its contents, and whether they are valid.

    certificates-000001.txt …  the certificates, in the order of the puzzles
    puzzle-000007.cnf, .drat   with --self-contained, for a puzzle that is unique or has no solution: its
                               formula in DIMACS, and the steps of its proof in the format of other checkers
    manifest.txt               the format, the number of puzzles with each verdict, and the SHA-256 of every
                               other file; its last line is the SHA-256 of all lines before it

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
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .referee import objection
from .refutation import Refused, Refutation
from .rules import ENCODING, SYMBOLS, Rules, dimacs, members, rules_of

FORMAT = "sudocube certificates, format 1"
MANIFEST, UNFINISHED = "manifest.txt", "manifest.unfinished"
VERDICTS = {"unique": 1, "multiple": 2, "none": 0, "unknown": 0}
"""The verdicts, and how many solutions a certificate with that verdict has."""
LONGEST_LINE, LONGEST_MANIFEST = 1 << 20, 1 << 26
TOO_SHORT = "it ends too early"


class CertificateRow(NamedTuple):
    """The result for one certificate: `reason` is None if it holds, otherwise it says why not.

    If something is wrong with the folder itself, number, puzzle and verdict are None.
    """

    number: int | None = None
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
        counts, sums = _manifest(path / MANIFEST)
    except Refused as refused:
        yield CertificateRow(reason=f"{MANIFEST}: {refused}")
        return
    faults = {name: f"{name!a}: not named in the manifest" for name in names.keys() - {MANIFEST, *sums}}
    for name in sums:
        if not names.get(name):
            faults[name] = f"{name}: no regular file" if name in names else f"{name}: missing"
        elif _sum_of(path / name) != sums[name]:
            faults[name] = f"{name}: altered, its SHA-256 is not that in the manifest"
    yield from (CertificateRow(reason=faults[name]) for name in sorted(faults))
    found: Counter[str | None] = Counter()
    reader = _CertificateReader(sums)
    for name in [name for name in sums if name.endswith(".txt") and names.get(name)]:
        for row in reader.rows(path / name):
            found[row.verdict] += 1
            yield row._replace(reason=row.reason or faults.get(name))
    if not found or any(found[verdict] != counts[verdict] for verdict in VERDICTS):
        yield CertificateRow(reason=f"{MANIFEST}: not the verdicts of the certificates, or there are none")
    yield from (CertificateRow(reason=f"{name}: belongs to no certificate") for name in sorted(reader.unused))


def drat(refutation: Refutation) -> str:
    """The checked steps in the DRAT format, which other checkers read, with the empty clause at the end."""
    steps = [refutation.clauses[f"#{number}"] for number in range(1, refutation.steps + 1)]
    clauses = [[*members(yes), *(-one for one in members(no))] for yes, no in steps if yes | no]
    return "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in (*clauses, []))


def manifest_text(made_by: str, counts: Counter[str], sums: dict[str, str]) -> str:
    """The only valid text of a manifest with these contents."""
    verdicts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
    lines = [FORMAT, f"made by: {made_by}", f"encoding: {ENCODING}", f"verdicts: {verdicts}"]
    text = "".join(f"{line}\n" for line in (*lines, *(f"{digest}  {name}" for name, digest in sums.items())))
    return f"{text}{hashlib.sha256(text.encode('latin-1')).hexdigest()}  all lines above\n"


def _sum_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _manifest(path: Path) -> tuple[Counter[str], dict[str, str]]:
    """The number of puzzles by verdict, and the SHA-256 of each file by name; raises Refused."""
    if path.stat().st_size > LONGEST_MANIFEST:
        raise Refused("it is too long")
    text = path.read_bytes().decode("latin-1")
    if not text.startswith(FORMAT + "\n"):
        raise Refused(f"it begins with {text[:40]!a}; what is understood is {FORMAT!a}")
    head = re.match(r".*\nmade by: (.{1,500})\n.*\nverdicts: (.{1,200})\n", text)
    counts = re.findall(r"([0-9]{1,12}) ([a-z]+)", head[2] if head else "")
    sums = re.findall(r"^([0-9a-f]{64})  ([a-z]+-[0-9]{6,9}\.(?:txt|cnf|drat))$", text, re.MULTILINE)
    parsed = Counter({verdict: int(count) for count, verdict in counts}), {name: sum_ for sum_, name in sums}
    if not head or text != manifest_text(head[1], *parsed):
        raise Refused("altered, its last line is not the SHA-256 of all before it, or not as it has to be")
    return parsed


class _CertificateReader:
    """Checks certificates one by one; `unused` are the files for other checkers that none has used yet."""

    def __init__(self, sums: dict[str, str]) -> None:
        self._sums, self._number = sums, 0
        self.unused = {name for name in sums if not name.endswith(".txt")}

    def rows(self, path: Path) -> Iterator[CertificateRow]:
        """The result for each certificate in a file."""
        with path.open("rb") as self._stream:
            try:
                self._next(re.escape(FORMAT))
                while line := self._stream.readline(LONGEST_LINE):
                    self._row = CertificateRow()
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
        line = self._stream.readline(LONGEST_LINE)
        if not line.endswith(b"\n"):
            raise Refused("a line is too long" if len(line) == LONGEST_LINE else TOO_SHORT)
        self._last = line[:-1].decode("latin-1")
        if not (found := re.fullmatch(pattern, self._last)):
            raise Refused(f"{self._last[:60]!a} where {pattern[:60]!a} was to come")
        return found.expand(r"\1") if found.re.groups else ""

    def _cells(self, name: str, symbols: str, size: int) -> list[int]:
        """The digits in the cells of the next text line, which must begin with that name; raises Refused."""
        return [SYMBOLS.index(symbol) for symbol in self._next(f"{name} ([{symbols}]{{{size**2}}})")]

    def _certificate(self, line: bytes) -> None:
        """Check the certificate that begins with this line, the empty one; raises Refused."""
        self._last = ""
        number = int(self._next("puzzle ([1-9][0-9]{0,11})"))
        if line != b"\n" or number <= self._number:
            raise Refused(f"puzzle {number} follows puzzle {self._number}, or no empty line")
        self._number, self._row = number, CertificateRow(number)
        rows, columns = map(int, self._next("box ([2-5]x[2-5])").split("x"))
        symbols = SYMBOLS[1 : rows * columns + 1]
        clues = self._cells("clues", f".{symbols}", rows * columns)
        puzzle, verdict = self._last.removeprefix("clues "), self._next(f"verdict ({'|'.join(VERDICTS)})")
        self._row = CertificateRow(number, puzzle, verdict)
        if verdict == "unknown":
            raise Refused(f"there is no certificate: {self._next('reason ([ -~]+)')}")
        solutions = [self._cells("solution", symbols, rows * columns) for _ in range(VERDICTS[verdict])]
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
        refutation = Refutation(rules, clues)
        if solution:
            refutation.forbid(solution)
        for _ in range(int(self._next("proof (0|[1-9][0-9]{0,8})"))):
            refutation.step(self._next())
        if not refutation.is_complete:
            raise Refused("the proof does not come to a contradiction")
        name = f"puzzle-{self._number:06}"
        if self.unused & {f"{name}.cnf", f"{name}.drat"}:
            texts = {f"{name}.cnf": dimacs(rules, clues, solution), f"{name}.drat": drat(refutation)}
            self.unused -= texts.keys()
            for file, text in texts.items():
                if self._sums.get(file) != hashlib.sha256(text.encode()).hexdigest():
                    raise Refused(f"{file} is not what belongs to it")
