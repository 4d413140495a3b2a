"""From the answers of several engines to one result: judged, settled by a proof, and shrunk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from sudocube.engines import Answer, Engine, is_of_package, kept_engine
from sudocube.engines.outsider import Outsider
from sudocube.engines.stored_answers import STORED, StoredEngine, judged_answer
from sudocube.jobs import AskingLimits, ask
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.verdict import Verdict
from sudocube.verdicts.asked_alone import confirmed_alone
from sudocube.verdicts.crosschecked import PROVER, Crosschecked, compared
from sudocube.verdicts.shrinking import shrunk_refutation

PROOF_SECONDS = 60.0
"""How long a proof is looked for that settles a disagreement, where there is no time limit."""


class AnswerJudge:
    """Compares the answers to puzzle after puzzle.

    `choose` gives those of the `engines` that support a puzzle. With `prove`, the prover is asked about each
    puzzle. `asked` are all engines that have to be asked, the prover among them: not `stored`, whose answers
    come with the puzzles.
    """

    def __init__(
        self,
        engines: Sequence[Engine],
        choose: Callable[[Puzzle], Sequence[Engine]],
        limits: AskingLimits,
        *,
        prove: bool,
    ) -> None:
        self._choose, self._limits, self._prove = choose, limits, prove
        self._compared = [one for one in engines if not isinstance(one, StoredEngine)]
        self._outsiders = {one.name for one in engines if not is_of_package(one)}
        is_prover_named = any(one.name == PROVER for one in engines)
        self._provers = [kept_engine(PROVER)] if prove and not is_prover_named else []
        self.asked = [*self._compared, *self._provers]

    def chosen(self, puzzle: Puzzle) -> list[Engine]:
        """The engines to ask about a puzzle."""
        return [*(one for one in self._choose(puzzle) if one in self._compared), *self._provers]

    def crosschecked(self, index: int, entry: Entry, answers: Mapping[str, Answer]) -> Crosschecked:
        """The result for an entry, from what the engines that were asked have said."""
        puzzle = entry.puzzle
        if puzzle is None:
            return Crosschecked(
                index, entry.source, None, Verdict.INVALID, error=entry.error, title=entry.title
            )
        stored = StoredEngine().answer_in(entry.stored, puzzle)
        said = {STORED: stored, **answers}
        own = {one.name: said[one.name] for one in self._choose(puzzle) if one.name in said}
        proof = answers[PROVER] if self._prove else None
        judged = partial(compared, index, entry.source, puzzle, stored=stored, outsiders=self._outsiders)
        found = judged(own, proof)
        if not self._prove and found.calls_for_proof:
            proof = own.get(PROVER) or self._proof(puzzle)
            found = compared(
                index, entry.source, puzzle, own, proof, stored=stored, outsiders=self._outsiders
            )
        if kept := [one for one in self._refuted(found) if isinstance(one, Outsider) and one.is_kept]:
            for one in kept:
                seconds = self._limits.timeout_of(one)
                own[one.name] = confirmed_alone(one, puzzle, own[one.name], timeout=seconds)
            found = compared(
                index, entry.source, puzzle, own, proof, stored=stored, outsiders=self._outsiders
            )
        found = replace(found, title=entry.title)
        if entry.stored is None:
            return found
        answer = judged_answer(entry.stored, puzzle, found.verdict, found.solutions)
        return replace(found, stored=answer.kind, stored_fault=answer.fault)

    def with_shrunk(self, found: Crosschecked, *, tries: int, fewest_clues: bool) -> Crosschecked:
        """The result with a small puzzle for each engine that is refuted."""
        if found.puzzle is None:
            return found
        shrunk = {
            one.name: shrunk_refutation(
                one,
                found.puzzle,
                found.refuted[one.name],
                tries=tries,
                fewest_clues=fewest_clues,
                timeout=self._limits.timeout_of(one),
            )
            for one in self._refuted(found)
        }
        return replace(found, shrunk=shrunk) if shrunk else found

    def _refuted(self, found: Crosschecked) -> list[Engine]:
        return [one for one in self._compared if one.name in found.refuted]

    def _proof(self, puzzle: Puzzle) -> Answer:
        """What the prover says of a puzzle; for 9×9, that takes milliseconds."""
        prover = kept_engine(PROVER)
        seconds = self._limits.timeout_of(prover)
        seconds = PROOF_SECONDS if seconds is None else seconds
        [(_, answers)] = ask([prover], [(None, puzzle)], timeout=seconds, jobs=1)
        return answers[PROVER]
