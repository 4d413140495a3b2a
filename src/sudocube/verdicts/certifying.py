"""`certify`: verdicts with proofs, written to a folder of certificates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path

from sudocube.arguments import as_puzzle, check_limits, numbered
from sudocube.engines import Answer, Undecided, kept_engine
from sudocube.errors import FormatError, InputError, UnsupportedError
from sudocube.jobs import ask
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.trusted.folder import LONGEST_LINE, contents
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.file_checking import WrittenCertificate, WrittenFile
from sudocube.verdicts.folder_writing import FolderWriter

ENGINE = "proof"


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
    over after a second of work (see `sudocube.jobs.ask`). A text that is no puzzle, and a puzzle with
    pencilmarks, get no certificate, but keep their numbers; where there are no others, no folder is left.
    An unfinished folder is resumed where the same version began it, with the same puzzles and choices: what
    is there is checked by `sudocube.trusted`, and made again where it does not hold. Puzzles that were
    undecided are asked again, in a finished folder as well. A finished folder where all are decided, or that
    does not hold, is refused.

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
        items = numbered(puzzles)
        if target.finished_list is not None:
            items = iter(_same_list(target, list(items)))
            target.take_up()
        with closing(_all(target, items, timeout, jobs)) as results:
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


def _same_list(folder: FolderWriter, items: list[Item]) -> list[Item]:
    """The items, where they are the list of a finished folder; raises InputError where they are not."""
    puzzles = [puzzle for key, puzzle in items if left_out(*key) is None]
    listed = sha256("".join(f"{puzzle}\n" for puzzle in puzzles).encode()).hexdigest()
    if f": {len(puzzles)}, SHA-256 {listed}\n" not in str(folder.finished_list):
        raise InputError(str(folder.path), "it is finished, and it was made for other puzzles")
    return items


def _all(
    folder: FolderWriter, items: Iterator[Item], timeout: float | None, jobs: int | None
) -> Generator[CertifiedPuzzle, None, None]:
    """What became of each puzzle: first of those that the folder's files are for, then of the others."""
    for number in range(1, folder.files + 1):
        found = folder.written(number)
        ends = [0, *found.certificates, *(index for index in found.faults if index)]
        last = max(ends) if number == folder.files else None
        batch, items = _batch(items, folder.per_file, last)
        _check_same(folder, found, batch)
        yield from _taken_up(folder, number, found, batch, timeout, jobs)
    for (index, entry), answer in _answered(items, timeout, jobs):
        other = left_out(index, entry)
        if other is None and entry.puzzle is not None:
            folder.add(index, entry.puzzle, answer)
        yield other or _made(index, entry, answer)


def _batch(items: Iterator[Item], size: int, last: int | None) -> tuple[list[Item], Iterator[Item]]:
    """The items that a file is for, and the others: `size` puzzles, in the last file those up to `last`."""
    batch: list[Item] = []
    wanted = 0
    for item in items:
        if last is not None and item[0][0] > last:
            return batch, chain([item], items)
        batch.append(item)
        wanted += left_out(*item[0]) is None
        if wanted == size:
            break
    return batch, items


def _check_same(folder: FolderWriter, found: WrittenFile, batch: list[Item]) -> None:
    """Raise InputError where a certificate in a file is not for the puzzle of that number."""
    puzzles = {index: None if left_out(index, entry) else entry.puzzle for (index, entry), _ in batch}
    for index, one in found.certificates.items():
        puzzle = puzzles.get(index)
        if index > max(puzzles, default=0):
            reason = f"it was begun with more puzzles: puzzle {index} is not in the input any more"
            raise InputError(str(folder.path), reason)
        if puzzle is None or (str(puzzle), puzzle.geometry.box_name) != (one.row.puzzle, one.row.box):
            reason = f"it was begun with other puzzles: puzzle {index} was {one.row.puzzle}"
            raise InputError(str(folder.path), reason)


def _taken_up(
    folder: FolderWriter,
    number: int,
    found: WrittenFile,
    batch: list[Item],
    timeout: float | None,
    jobs: int | None,
) -> Iterator[CertifiedPuzzle]:
    """What became of the puzzles that a file is for; certificates that it lacks are made, and put in."""
    added: dict[int, tuple[Puzzle, Answer]] = {}
    kept = {index: one for index, one in found.certificates.items() if one.is_decided}
    missing = [item for item in batch if item[0][0] not in kept and left_out(*item[0]) is None]
    try:
        with closing(_answered(iter(missing), timeout, jobs)) as answers:
            for (index, entry), _ in batch:
                if (other := left_out(index, entry)) is not None:
                    yield other
                elif index in kept:
                    yield _was_there(index, entry, kept[index])
                else:
                    _, answer = next(answers)
                    assert entry.puzzle is not None
                    added[index] = entry.puzzle, answer
                    was_unknown = index in found.certificates
                    fault = None if was_unknown else found.faults.get(index, "it was not there any more")
                    yield _made(index, entry, answer, made_again=fault)
    finally:
        folder.keep(number, found, added)


def _answered(
    items: Iterator[Item], timeout: float | None, jobs: int | None
) -> Generator[tuple[tuple[int, Entry], Answer], None, None]:
    """The answer for each item; what can have no certificate is not asked."""
    asked = ((key, None if left_out(*key) else puzzle) for key, puzzle in items)
    with closing(ask([kept_engine(ENGINE)], asked, timeout=timeout, jobs=jobs)) as answers:
        for key, by_engine in answers:
            yield key, _that_fits(by_engine.get(ENGINE, Undecided("not asked")))


def certified_answer(puzzle: Puzzle, timeout: float | None) -> Answer:
    """The answer for a puzzle, with its proof where it has one; `unknown` after `timeout` seconds."""
    _, by_engine = next(ask([kept_engine(ENGINE)], [(None, puzzle)], timeout=timeout, jobs=1))
    return _that_fits(by_engine[ENGINE])


def _that_fits(answer: Answer) -> Answer:
    """The answer; `unknown` where its proof does not fit into a certificate."""
    if any(len(step) >= LONGEST_LINE for step in answer.steps or ()):
        return Undecided("a step of the proof is too long for a certificate")
    return answer


def left_out(index: int, entry: Entry) -> CertifiedPuzzle | None:
    """The result for an entry that can have no certificate; None for all others."""
    if entry.puzzle is None:
        return CertifiedPuzzle(
            index,
            entry.source,
            None,
            Verdict.INVALID,
            is_left_out=True,
            error=entry.error,
            title=entry.title,
        )
    try:
        as_puzzle(entry.puzzle, clues_only="certify")
    except UnsupportedError as error:
        return CertifiedPuzzle(
            index,
            entry.source,
            entry.puzzle,
            Verdict.UNKNOWN,
            reason=str(error),
            is_left_out=True,
            title=entry.title,
        )
    return None


def _made(index: int, entry: Entry, answer: Answer, made_again: str | None = None) -> CertifiedPuzzle:
    """The result for a puzzle whose certificate was made now."""
    steps = answer.steps
    return CertifiedPuzzle(
        index,
        entry.source,
        entry.puzzle,
        answer.verdict,
        answer.evidence,
        None if steps is None else len(steps),
        answer.reason,
        made_again=made_again,
        title=entry.title,
    )


def _was_there(index: int, entry: Entry, written: WrittenCertificate) -> CertifiedPuzzle:
    """The result for a puzzle whose certificate was written by an earlier run."""
    verdict = Verdict(str(written.row.verdict))
    evidence = Evidence.WITNESS if verdict is Verdict.MULTIPLE else Evidence.PROOF
    return CertifiedPuzzle(
        index,
        entry.source,
        entry.puzzle,
        verdict,
        evidence,
        written.steps,
        was_there=True,
        title=entry.title,
    )
