"""One certificate as text, and what is read of it again; what it looks like is told in `trusted.folder`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from sudocube.engines.proof_engine import ProvedAnswer
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.trusted.folder import FORMAT, LONGEST_LINE
from sudocube.verdict import Answer, Verdict


def certificate_of(index: int, puzzle: Puzzle, answer: Answer) -> str:
    """The text of a certificate, from its empty line to its `end`."""
    shape = puzzle.geometry
    lines = [
        "",
        f"puzzle {index}",
        f"box {shape.box_rows}x{shape.box_columns}",
        f"clues {puzzle}",
        f"verdict {answer.verdict}",
    ]
    if answer.verdict is Verdict.UNKNOWN:
        lines.append(f"reason {_one_line(answer.reason or 'unknown')}")
    else:
        lines += [f"solution {grid}" for grid in answer.solutions]
    if isinstance(answer, ProvedAnswer) and answer.steps is not None:
        lines += [f"proof {len(answer.steps)}", *answer.steps]
    return "".join(f"{line}\n" for line in (*lines, "end"))


def fits(answer: Answer) -> bool:
    """Whether each line of its certificate is short enough to be read again."""
    return not isinstance(answer, ProvedAnswer) or all(
        len(step) < LONGEST_LINE for step in answer.steps or ()
    )


def _one_line(text: str) -> str:
    """A text in plain ASCII and on one line."""
    return " ".join(text.encode("ascii", "backslashreplace").decode("ascii").split()) or "unknown"


@dataclass(frozen=True, slots=True)
class CertificateText:
    """What stands in a file already: `end` is where the certificate ends, in bytes.

    `steps` is the length of its proof, None where it has none; `reason` why a verdict is unknown.
    """

    index: int
    puzzle: Puzzle
    verdict: Verdict
    steps: int | None
    reason: str | None
    end: int


def written_in(stream: BinaryIO) -> Iterator[CertificateText]:
    """The certificates in a file that was perhaps broken off; ends at the first one that is not whole.

    Raises ValueError where something is not as it was written.
    """
    header = f"{FORMAT}\n".encode()
    found = stream.read(len(header))
    if found != header:
        if header.startswith(found):
            return
        raise ValueError(f"it does not begin with {FORMAT!r}")
    fields: dict[str, str] = {}
    steps = 0
    while (line := stream.readline(LONGEST_LINE)).endswith(b"\n"):
        if line.startswith(b"#"):
            steps += 1
        elif line != b"end\n":
            name, _, value = line.decode("ascii").rstrip("\n").partition(" ")
            if name not in _FIELDS or (name in fields and name != "solution"):
                raise ValueError(f"{name[:40]!r} is out of place")
            fields[name] = value
        else:
            yield _written(fields, steps, stream.tell())
            fields, steps = {}, 0


_FIELDS = frozenset({"", "puzzle", "box", "clues", "verdict", "reason", "solution", "proof"})


def _written(fields: Mapping[str, str], steps: int, end: int) -> CertificateText:
    """A certificate from its fields; raises ValueError."""
    try:
        rows, columns = map(int, fields["box"].split("x"))
        proof = int(fields["proof"]) if "proof" in fields else None
        if steps != (proof or 0):
            raise ValueError(f"{steps} steps of a proof that has {proof}")
        puzzle = Puzzle(fields["clues"], Geometry(rows, columns))
        verdict = Verdict(fields["verdict"])
        return CertificateText(int(fields["puzzle"]), puzzle, verdict, proof, fields.get("reason"), end)
    except KeyError as missing:
        raise ValueError(f"a certificate without {missing}") from None
