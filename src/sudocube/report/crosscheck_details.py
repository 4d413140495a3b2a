"""What several engines answered to single puzzles: a block of text for each that is worth a look.

Of a long list, the first few are shown, and the others counted. Disagreements are counted by themselves, so
that what else there is does not hide them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.text import Text

from sudocube.crosschecking import Crosschecked
from sudocube.puzzle import differing_cells
from sudocube.report.document import TONES, Phrase
from sudocube.report.grid_drawing import beside_each_other, legend
from sudocube.report.refutation_text import DIFFERENT, ShownEvidence, refuted_in_words, shown_evidence
from sudocube.report.shrunk_text import shrunk_in_words
from sudocube.report.terminal import STYLES, toned_text
from sudocube.report.text_layout import wrapped
from sudocube.report.words import (
    counted,
    invalid_in_words,
    is_place,
    listed,
    named_clashes,
    stored_in_words,
    tally_in_words,
    titled,
)
from sudocube.verdict import Verdict


class PuzzlesInDetail:
    """Chooses the first `most` puzzles worth a look, and as many disagreements; None for all."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._shown = {True: 0, False: 0}  # by whether the engines agree
        self._more: Counter[Verdict] = Counter()
        self._more_disagreements = self._more_stored = 0

    def takes(self, checked: Crosschecked) -> bool:
        """Whether the next puzzle is shown; false if it is not worth a look, or one too many."""
        if not is_worth_a_look(checked):
            return False
        if self._most is None or self._shown[checked.agree] < self._most:
            self._shown[checked.agree] += 1
            return True
        if not checked.agree:
            self._more_disagreements += 1
        elif checked.verdict is Verdict.UNIQUE and checked.stored_fault is not None:
            self._more_stored += 1
        else:
            self._more[checked.verdict] += 1
        return False

    def more_in_words(self) -> Phrase:
        """How many more there were; empty if there were none."""
        numbers = {"stored solution": self._more_stored, "disagreement": self._more_disagreements}
        found = ", ".join(counted(number, noun) for noun, number in numbers.items() if number)
        if not (self._more or found):
            return ()
        comma = ", " if self._more and found else ""
        return "not shown: ", *tally_in_words(self._more), f"{comma}{found} (--details all shows them)"


class CrosscheckDetails:
    """Writes the blocks of the puzzles that `PuzzlesInDetail` chooses.

    The first picture of its kind has a legend.
    """

    def __init__(self, most: int | None, width: int) -> None:
        self._most, self._width = most, width
        self._chosen = PuzzlesInDetail(most)
        self._legends: set[str] = set()

    def block(self, checked: Crosschecked) -> list[Text]:
        """The block of the next puzzle; empty if it is not worth a look, or one too many."""
        if not self._chosen.takes(checked):
            return []
        lines = [*_head(checked)]
        for answer in _answers(checked):
            lines += wrapped(answer, self._width, "  ", "    ")
        evidence = [*shown_evidence(checked)]
        if not any(len(one.grids) == 2 for one in evidence):
            evidence += _two_solutions(checked)
        for number, one in enumerate(evidence):
            if number and evidence[number - 1].grids:
                lines.append(Text())
            lines += _sentences(one.sentences, self._width)
            lines += self._picture(checked, one)
        if checked.shrunk and evidence and evidence[-1].grids:
            lines.append(Text())
        return [*lines, *self._small_puzzles(checked)]

    def more_in_words(self) -> Phrase:
        """How many more there were; empty if there were none, or none were to be shown."""
        return self._chosen.more_in_words() if self._most else ()

    def _picture(self, checked: Crosschecked, shown: ShownEvidence) -> Iterator[Text]:
        if checked.puzzle is None or not shown.grids:
            return
        yield from beside_each_other(
            shown.headings, shown.grids, clues=checked.puzzle, marked=shown.marked, width=self._width
        )
        if shown.meaning and shown.meaning not in self._legends:
            yield from legend(shown.meaning)
            self._legends.add(shown.meaning)

    def _small_puzzles(self, checked: Crosschecked) -> Iterator[Text]:
        """What refuted answers are shrunk to, as texts to copy and as pictures."""
        for number, (name, shrunk) in enumerate(checked.shrunk.items()):
            if number:
                yield Text()
            for sentence, small in shrunk_in_words(name, shrunk):
                yield from wrapped(Text(sentence), self._width, "  ", "    ")
                if small is not None:
                    yield Text(f"    {small}", no_wrap=True)
                if small is not None and checked.puzzle is not None:
                    is_few_clues = small is not shrunk.puzzle
                    heading = "with few clues" if is_few_clues else "shrunk, to trace by hand"
                    yield from beside_each_other(
                        [heading], [small], clues=checked.puzzle, marked=(), width=self._width
                    )


def crosschecked_in_words(checked: Crosschecked) -> str:
    """The block of text for a puzzle, without pictures: `str` of a Crosschecked."""
    refuted = [Text(f"  {refuted_in_words(name, checked)}") for name in checked.refuted]
    shrunk = [
        Text(f"  {sentence}" + (f"\n    {puzzle}" if puzzle else ""))
        for name, one in checked.shrunk.items()
        for sentence, puzzle in shrunk_in_words(name, one)
    ]
    answers = [Text.assemble("  ", answer) for answer in _answers(checked)]
    lines = [*_head(checked), *answers, *refuted, *shrunk]
    first, *others = (text.plain.rstrip() for text in lines)
    if checked.error is None and not is_place(checked.source):
        first = first.removeprefix(checked.source).lstrip()
    return "\n".join([first, *others])


def is_worth_a_look(checked: Crosschecked) -> bool:
    """Whether a puzzle is shown: it is not unique, answers or a stored fault are, or a proof is missing."""
    is_missing = checked.unproved is not None or checked.stored_fault is not None
    return checked.verdict is not Verdict.UNIQUE or _shows_answers(checked) or is_missing


def _shows_answers(checked: Crosschecked) -> bool:
    """Whether each engine's answer is shown: they do not agree, fewer than two decided, or one failed.

    If only one of several engines decided, that is no agreement.
    """
    is_shaky = not checked.agree or checked.decided_by < min(2, len(checked.answers))
    return is_shaky or bool(checked.failed)


def _head(checked: Crosschecked) -> Iterator[Text]:
    """The first lines of the block of a puzzle: its verdict, and the reason."""
    if checked.error is not None:
        yield toned_text(invalid_in_words(checked.error, checked.title))
        return
    assert checked.puzzle is not None  # else there is an error
    yield Text.assemble((titled(checked.source, checked.title), "bold"), "  ", *_headline(checked))
    if checked.verdict is Verdict.NONE:
        for named in named_clashes(checked.puzzle) or ["no two clues clash; still there is no solution"]:
            yield Text(f"  {named}")
    if checked.unproved is not None:
        yield Text(f"  not proved: {checked.unproved}")
    if stored := stored_in_words(checked):
        yield Text(f"{checked.source}: {stored}" if is_place(checked.source) else f"  {stored}")


def _two_solutions(checked: Crosschecked) -> Iterator[ShownEvidence]:
    """Two solutions of the puzzle, if there are."""
    if len(checked.solutions) == 2:
        marked = differing_cells(*checked.solutions)
        yield ShownEvidence((), ("one solution", "another"), checked.solutions, marked, DIFFERENT)


def _sentences(sentences: Sequence[str], width: int) -> Iterator[Text]:
    """Who is refuted, and by what."""
    for sentence in sentences:
        yield from wrapped(Text(sentence, "red"), width, "  ", "    ")


def _answers(checked: Crosschecked) -> Iterator[Text]:
    """What each engine says that is not refuted, where that matters."""
    if _shows_answers(checked):
        for name, answer in checked.answers.items():
            if name not in checked.refuted:
                reason = f" ({answer.reason})" if answer.reason else ""
                yield Text.assemble(f"{name}: ", (answer.verdict, STYLES[TONES[answer.verdict]]), reason)


def _headline(checked: Crosschecked) -> Sequence[tuple[str, str] | str]:
    words: list[tuple[str, str] | str] = [(str(checked.verdict), STYLES[TONES[checked.verdict]])]
    if checked.is_open:
        words = [("the engines disagree", "bold red")]
    elif checked.evidence is not None:
        words.append(f" ({checked.evidence})")
    if checked.refuted:
        words += ["; ", (f"{counted(len(checked.refuted), 'engine')} refuted", "bold red")]
    if checked.decided_by == 1 and len(checked.answers) > 1 and checked.agree:
        words.append(", decided by one engine only")
    if failed := [name for name in checked.failed if name not in checked.refuted]:
        words.append(f"; {listed(failed)} failed")
    return words
