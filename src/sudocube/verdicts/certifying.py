"""`certify`: verdicts with proofs, written to a folder of certificates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sudocube.arguments import as_puzzle, check_limits, numbered
from sudocube.engines import kept_engine
from sudocube.engines.asking import ask
from sudocube.errors import FormatError, UnsupportedError
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.trusted.folder import contents
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts import certificate_folder
from sudocube.verdicts.certificate_folder import FolderWriter, WrittenCertificate, WrittenFile
from sudocube.verdicts.certificates import ENGINE, evidence_for, that_fits


@dataclass(frozen=True, slots=True)
class CertifiedPuzzle:
    """What became of one puzzle.

    `index` counts from 1, `source` says where the puzzle came from, `title` what a text calls it, and `error`
    why it could not be read.
    `steps` is the length of the proof: 0 where naked and hidden singles solve the puzzle or lead to a
    contradiction, None where there is no proof. `reason` says why a verdict is unknown. `was_there` says that
    the certificate was written before the run was resumed, and holds; `made_again`, why one that was written
    before was not kept; `is_left_out`, that the folder holds nothing of this puzzle, which could not be read
    or has pencilmarks.

    >>> import tempfile
    >>> seen = []
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4"], f"{place}/certificates", on_result=seen.append)
    >>> seen[0].verdict, seen[0].evidence, seen[0].steps
    (<Verdict.UNIQUE: 'unique'>, <Evidence.PROOF: 'proof'>, 0)
    """

    index: int
    source: str
    puzzle: Puzzle | None
    verdict: Verdict
    evidence: Evidence | None = None
    steps: int | None = None
    reason: str | None = None
    was_there: bool = False
    made_again: str | None = None
    is_left_out: bool = False
    error: FormatError | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class CertifiedFolder:
    """What became of all puzzles: how many have which verdict, and how many proofs have no steps.

    `resumed` is the number of certificates that were written by an earlier run.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4"], f"{place}/certificates")
    >>> made.is_whole, made.empty_proofs, made.verdicts[Verdict.UNIQUE], made.resumed
    (True, 1, 1, 0)
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
    over after a second of work (see `engines.asking`). A text that is no puzzle, and a puzzle with
    pencilmarks, get no certificate, but keep their numbers; where there are no others, no folder is left.
    An unfinished folder is resumed where the same version began it, with the same puzzles and choices: what
    is there is checked by `sudocube.trusted`, and made again where it does not hold. Puzzles that were
    undecided are asked again, in a finished folder as well. A finished folder where all are decided is
    refused.

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
    listed = sha256()
    with FolderWriter(folder, self_contained=self_contained) as target:
        with closing(_results(target, numbered(puzzles), timeout, jobs)) as results:
            for one in results:
                verdicts[one.verdict] += 1
                empty_proofs += one.steps == 0
                resumed += one.was_there
                if not one.is_left_out:
                    counts[str(one.verdict)] += 1
                    listed.update(f"{one.puzzle}\n".encode())
                if on_result is not None:
                    on_result(one)
        if counts.total():
            target.finish(contents(counts, listed.hexdigest()))
        else:
            target.discard()
    return CertifiedFolder(Path(folder), verdicts, empty_proofs, resumed)


Item = tuple[tuple[int, Entry], Puzzle | None]


class _Planned(NamedTuple):
    """An entry, the file for its certificate, and the one that is there or why it is not there any more.

    `other` is the result for an entry that can have no certificate.
    """

    number: int
    entry: Entry
    file: WrittenFile
    written: WrittenCertificate | None = None
    lost: str | None = None
    other: CertifiedPuzzle | None = None

    @property
    def to_ask(self) -> Puzzle | None:
        """The puzzle, where a certificate has to be made."""
        is_kept = self.written is not None and self.written.is_decided
        return None if is_kept or self.other is not None else self.entry.puzzle


def _results(
    folder: FolderWriter, items: Iterator[Item], timeout: float | None, jobs: int | None
) -> Generator[CertifiedPuzzle, None, None]:
    """What became of each puzzle, in order; certificates that are there and hold are kept, others made."""
    asked = ((one, one.to_ask) for one in _planned(folder, items))
    with closing(ask([kept_engine(ENGINE)], asked, timeout=timeout, jobs=jobs)) as answered:
        for one, answers in answered:
            index, entry, file, written, lost, other = one
            if other is not None:
                yield other
                continue
            assert entry.puzzle is not None
            result = partial(CertifiedPuzzle, index, entry.source, entry.puzzle, title=entry.title)
            if written is not None and written.is_decided:
                folder.keep(file, index)
                verdict = Verdict(str(written.row.verdict))
                yield result(verdict, evidence_for(verdict), written.steps, was_there=True)
                continue
            answer = that_fits(answers[ENGINE])
            folder.add(file, index, entry.puzzle, answer)
            steps = None if answer.steps is None else len(answer.steps)
            yield result(answer.verdict, answer.evidence, steps, answer.reason, made_again=lost)


def _planned(folder: FolderWriter, items: Iterator[Item]) -> Iterator[_Planned]:
    """The entries in order: first those that the folder's files are for, file by file, then the others.

    Raises InputError where a certificate in a file is not for the puzzle of that number.
    """
    per_file = certificate_folder.PER_FILE
    number, wanted, file = 0, per_file, None
    for number in range(1, folder.files + 1):
        file, wanted, batch = folder.written(number), 0, list[_Planned]()
        for (index, entry), puzzle in items:
            other, written = left_out(index, entry), file.certificates.get(index)
            if written is not None and (other is not None or not written.is_for(puzzle)):
                reason = f"it was begun with other puzzles: puzzle {index} was {written.row.puzzle}"
                raise folder.refused(reason)
            is_lost = written is None and (number < folder.files or index <= file.last)
            lost = file.faults.get(index, "it was not there any more") if is_lost else None
            batch.append(_Planned(index, entry, file, written, lost, other))
            wanted += other is None
            if wanted == per_file or (number == folder.files and index >= file.last):
                break
        end = batch[-1].number if batch else 0
        if more := [index for index in file.certificates if index > end]:
            reason = f"it was begun with more puzzles: puzzle {more[0]} is not in the input any more"
            raise folder.refused(reason)
        yield from batch
    for (index, entry), _ in items:
        if file is None or wanted == per_file:
            number, wanted = number + 1, 0
            file = folder.written(number)
        other = left_out(index, entry)
        wanted += other is None
        yield _Planned(index, entry, file, other=other)


def left_out(index: int, entry: Entry) -> CertifiedPuzzle | None:
    """The result for an entry that can have no certificate; None for all others."""
    result = partial(CertifiedPuzzle, index, entry.source, is_left_out=True, title=entry.title)
    if entry.puzzle is None:
        return result(None, Verdict.INVALID, error=entry.error)
    try:
        as_puzzle(entry.puzzle, clues_only="certify")
    except UnsupportedError as error:
        return result(entry.puzzle, Verdict.UNKNOWN, reason=str(error))
    return None
