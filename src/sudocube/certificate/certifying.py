"""`certify`: verdicts with proofs, written to a folder of certificates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sudocube.arguments import as_puzzle, check_limits, numbered
from sudocube.certificate.folder_writing import FolderWriter, WrittenCertificate, proof_steps
from sudocube.engines import kept_engine
from sudocube.errors import FormatError, InputError, UnsupportedError
from sudocube.formats import Entry
from sudocube.jobs import ask
from sudocube.puzzle import Puzzle
from sudocube.trusted.folder import LONGEST_LINE
from sudocube.verdict import Answer, Evidence, Verdict

ENGINE = "proof"


@dataclass(frozen=True, slots=True)
class CertifiedPuzzle:
    """What became of one puzzle.

    `index` counts from 1, `source` says where the puzzle came from, and `error` why it could not be read.
    `steps` is the length of the proof: 0 where naked and hidden singles solve the puzzle or lead to a
    contradiction, None where there is no proof. `reason` says why a verdict is unknown. `was_there` says that
    the certificate was written before the run was resumed; `is_left_out`, that the folder holds nothing of
    this puzzle: it could not be read, or it has pencilmarks, which proofs do not support.
    """

    index: int
    source: str
    puzzle: Puzzle | None
    verdict: Verdict
    evidence: Evidence | None = None
    steps: int | None = None
    reason: str | None = None
    was_there: bool = False
    is_left_out: bool = False
    error: FormatError | None = None


@dataclass(frozen=True, slots=True)
class CertifiedFolder:
    """What became of all puzzles: how many have which verdict, and how many proofs have no steps.

    `resumed` is the number of certificates that were written by an earlier run.
    """

    folder: Path
    verdicts: Counter[Verdict]
    empty_proofs: int
    resumed: int

    @property
    def is_whole(self) -> bool:
        """Whether every puzzle has its certificate."""
        return not self.verdicts[Verdict.UNKNOWN]


def certify(
    puzzles: Iterable[Puzzle | str | Entry],
    folder: str | Path,
    *,
    self_contained: bool = False,
    timeout: float | None = None,
    jobs: int | None = None,
    on_result: Callable[[CertifiedPuzzle], object] | None = None,
) -> CertifiedFolder:
    """Write a certificate for each puzzle to a folder, in order.

    For `unique`, a certificate holds the solution and a refutation of the puzzle with "not this solution";
    for `none`, a refutation of the puzzle; for `multiple`, two solutions. With `self_contained`, a DIMACS
    file and a DRAT file are written for each refutation as well, for proof checkers of others. `on_result` is
    called with what became of each puzzle, after its certificate has been written.

    `timeout` is in seconds for one puzzle. `jobs` is the number of processes; with None, all cores take
    over after a second of work (see `sudocube.jobs.ask`). A text that is no puzzle, and a puzzle with
    pencilmarks, get no certificate, but keep their numbers; where there are no others, no folder is left.
    An unfinished folder is resumed where the same version began it, with the same puzzles and choices.

    Raises InputError for a folder that cannot be resumed, OSError where it cannot be written (what has been
    written stays, and can be resumed), TypeError for a single puzzle in place of several, ValueError for a
    timeout that is no time or a number of jobs that is no integer above 0, UnavailableError without PySAT,
    and EngineError where a worker process cannot be started.

    >>> import tempfile
    >>> from sudocube import certify, verify
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4", "1... .... .... ...."], f"{place}/certificates")
    ...     dict(made.verdicts), verify(made.folder).holds
    ({<Verdict.UNIQUE: 'unique'>: 1, <Verdict.MULTIPLE: 'multiple'>: 1}, True)
    """
    check_limits(timeout=timeout, jobs=jobs)
    verdicts: Counter[Verdict] = Counter()
    counts: Counter[str] = Counter()
    empty_proofs = resumed = 0
    with FolderWriter(folder, self_contained=self_contained) as target:
        for one in _all(target, numbered(puzzles), timeout, jobs):
            verdicts[one.verdict] += 1
            counts[str(one.verdict)] += not one.is_left_out
            empty_proofs += one.steps == 0
            resumed += one.was_there
            if on_result is not None:
                on_result(one)
        if counts.total():
            target.finish(counts)
        else:
            target.discard()
    return CertifiedFolder(Path(folder), verdicts, empty_proofs, resumed)


Item = tuple[tuple[int, Entry], Puzzle | None]


def _all(
    folder: FolderWriter, items: Iterator[Item], timeout: float | None, jobs: int | None
) -> Iterator[CertifiedPuzzle]:
    """The puzzles whose certificates the folder already holds, then those that are certified now."""
    for written in folder.written():
        for (index, entry), _ in items:
            if (left_out := _left_out(index, entry)) is None:
                break
            yield left_out
        else:
            reason = f"it was begun with more puzzles: puzzle {written.index} is not in the input any more"
            raise InputError(str(folder.path), reason)
        if (index, entry.puzzle) != (written.index, written.puzzle):
            reason = f"it was begun with other puzzles: puzzle {written.index} was {written.puzzle}"
            raise InputError(str(folder.path), reason)
        yield _was_there(entry, written)
    asked = ((key, None if _left_out(*key) else puzzle) for key, puzzle in items)
    with closing(ask([kept_engine(ENGINE)], asked, timeout=timeout, jobs=jobs)) as answers:
        for (index, entry), by_engine in answers:
            if (left_out := _left_out(index, entry)) is not None:
                yield left_out
                continue
            assert entry.puzzle is not None
            answer = by_engine[ENGINE]
            if any(len(step) >= LONGEST_LINE for step in proof_steps(answer) or ()):
                answer = Answer.unknown("a step of the proof is too long for a certificate")
            folder.add(index, entry.puzzle, answer)
            steps = proof_steps(answer)
            length = None if steps is None else len(steps)
            yield CertifiedPuzzle(
                index, entry.source, entry.puzzle, answer.verdict, answer.evidence, length, answer.reason
            )


def _left_out(index: int, entry: Entry) -> CertifiedPuzzle | None:
    """The result for an entry that can have no certificate; None for all others."""
    if entry.puzzle is None:
        return CertifiedPuzzle(
            index, entry.source, None, Verdict.INVALID, is_left_out=True, error=entry.error
        )
    try:
        as_puzzle(entry.puzzle, clues_only="certify")
    except UnsupportedError as error:
        return CertifiedPuzzle(
            index, entry.source, entry.puzzle, Verdict.UNKNOWN, reason=str(error), is_left_out=True
        )
    return None


def _was_there(entry: Entry, written: WrittenCertificate) -> CertifiedPuzzle:
    """The result for a puzzle whose certificate was written by an earlier run."""
    verdict, steps, reason = written.verdict, written.steps, written.reason
    evidence = {Verdict.MULTIPLE: Evidence.WITNESS, Verdict.UNKNOWN: None}.get(verdict, Evidence.PROOF)
    return CertifiedPuzzle(
        written.index, entry.source, written.puzzle, verdict, evidence, steps, reason, was_there=True
    )
