"""An engine asked about one puzzle after the other: is it refuted in the same way again?

"In the same way" means that the cause is the same, and the engine says the same verdict. An engine that runs
out of time, breaks off or is refuted in another way is not refuted so. An engine that does not always answer
the same is put each puzzle several times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter

from sudocube.engines import Answer, Engine, Failed, Undecided
from sudocube.jobs import ask
from sudocube.puzzle import Puzzle
from sudocube.verdict import Verdict
from sudocube.verdicts.delta_debugging import OutOfTriesError
from sudocube.verdicts.refutation import Cause, Refutation

ASKED_AGAIN = 5
"""How often a puzzle is put to an engine that does not always answer the same."""

UNDECIDED_SECONDS = 60.0
"""After waiting so long for answers that were then undecided, the engine is not asked any more: each may take
the whole time limit."""

Judge = Callable[[Puzzle, Answer], Refutation | None]
"""Why this answer to this puzzle is refuted; None where it is not, or nothing shows it."""


class RepeatedAsking:
    """Asks an engine at most `tries` times whether it is refuted with this cause, and counts.

    After `reproduce`, the verdict is fixed, too, and an engine that was not refuted each time is asked more
    often. `tries` counts the questions so far, `undecided` those that were answered by `unknown` and are no
    refutation. By puzzle, `asked` and `refuted` count questions and refutations, and `refutations` holds the
    first.
    """

    def __init__(
        self, engine: Engine, cause: Cause, judge: Judge, tries: int, *, limit: int, timeout: float | None
    ) -> None:
        self._engine, self._cause, self._judge = engine, cause, judge
        self._tries_at_most, self._limit, self._timeout = tries, limit, timeout
        self._verdict: Verdict | None = None
        self._times = 1
        self.tries = self.undecided = 0
        self._undecided_seconds = 0.0
        self.asked: Counter[Puzzle] = Counter()
        self.refuted: Counter[Puzzle] = Counter()
        self.refutations: dict[Puzzle, Refutation] = {}

    @property
    def has_tries_left(self) -> bool:
        """Whether the engine may be asked as far as the number of tries goes."""
        return self.tries < self._tries_at_most

    @property
    def is_undecided_too_long(self) -> bool:
        """Whether the engine is not asked any more, because too much time went into no answer."""
        return self._undecided_seconds > UNDECIDED_SECONDS

    def reproduce(self, puzzle: Puzzle) -> bool:
        """Whether the engine is refuted again on the first puzzle; asks twice, or up to ASKED_AGAIN times."""
        with suppress(OutOfTriesError):
            self._put(puzzle, times=2)
            if self.refuted[puzzle] < self.asked[puzzle]:
                self._times = ASKED_AGAIN
                self._put(puzzle, times=ASKED_AGAIN)
        return self.refuted[puzzle] > 0

    def is_refuted(self, puzzle: Puzzle) -> bool:
        """Whether the engine is refuted in this way; raises OutOfTriesError where it may not be asked."""
        while not self.refuted[puzzle] and self.asked[puzzle] < self._times:
            self._put(puzzle, times=self.asked[puzzle] + 1)
        return self.refuted[puzzle] > 0

    def confirm(self, puzzle: Puzzle, times: int) -> None:
        """Put this puzzle so often in all, as far as tries are left, and count."""
        with suppress(OutOfTriesError):
            self._put(puzzle, times=times)

    def _put(self, puzzle: Puzzle, *, times: int) -> None:
        """Put this puzzle to the engine until it got it so often in all."""
        while self.asked[puzzle] < times:
            if self.is_undecided_too_long or not self.has_tries_left:
                raise OutOfTriesError
            self.tries += 1
            self.asked[puzzle] += 1
            start = perf_counter()
            answer = self._answer(puzzle)
            if (refutation := self._refutation(puzzle, answer)) is not None:
                self._verdict = answer.verdict
                self.refuted[puzzle] += 1
                self.refutations.setdefault(puzzle, refutation)
            elif isinstance(answer, Undecided | Failed):
                self.undecided += 1
                self._undecided_seconds += perf_counter() - start

    def _answer(self, puzzle: Puzzle) -> Answer:
        asked = ask([self._engine], [(None, puzzle)], limit=self._limit, timeout=self._timeout, jobs=1)
        ((_, answers),) = asked
        return answers[self._engine.name]

    def _refutation(self, puzzle: Puzzle, answer: Answer) -> Refutation | None:
        """What refutes the answer, if it is in this way; the judge is not asked about another verdict."""
        if self._verdict not in (None, answer.verdict):
            return None
        refutation = self._judge(puzzle, answer)
        return refutation if refutation is not None and refutation.cause is self._cause else None
