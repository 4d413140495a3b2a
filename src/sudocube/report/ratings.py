"""What `rate` says: sentences on one puzzle, a line for each of several, rows, and fields of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from sudocube.rating import Rating
from sudocube.rating.puzzle_rating import RATED_METHODS
from sudocube.report.document import Document, Phrase, Sentence, Tone, Toned
from sudocube.report.words import Report, counted, entry_of, listed, texts
from sudocube.rows import Entry
from sudocube.solvers.techniques.solving import HARDEST, word_of
from sudocube.verdict import Verdict as VerdictKind

COLUMNS = (
    *("source", "box", "verdict", "level", "level_name", "depth", "depth_at_least"),
    *("backdoor", "backdoor_at_least", "backdoor_at_most", *RATED_METHODS),
    *("proof_steps_at_most", "guesses", "undecided", "reason"),
)
"""The columns of a table of ratings."""


class RateReport(Report[Sequence[Rating]]):
    """Says how hard each puzzle is, a batch at a time; one that `is_alone` gets sentences."""

    columns = COLUMNS

    def __init__(self, *, is_alone: bool = False) -> None:
        self._is_alone = is_alone
        self._counts = Counter[tuple[bool, str]]()
        """How many have which depth, and then how many have which verdict and no depth."""

    def add(self, result: Sequence[Rating]) -> None:
        """Count ratings."""
        for found in result:
            has_none = found.verdict is not VerdictKind.UNIQUE or found.depth_at_least is None
            depth = _number(found.depth, found.depth_at_least or 0)
            self._counts[has_none, found.verdict if has_none else f"of depth {depth}"] += 1

    def outcomes(self, result: Sequence[Rating]) -> Iterator[str]:
        """The verdict, or that it is refused, or that time ran out for a measure."""
        for one in result:
            undecided = VerdictKind.UNKNOWN if one.undecided else one.verdict
            yield VerdictKind.INVALID if one.is_left_out else undecided

    def in_table(self, one: Rating) -> dict[str, Any]:
        """Why something is not known, and each method by its name."""
        return {"reason": one.reason, **one.methods}

    def document(self, result: Sequence[Rating]) -> Document:
        """Sentences on the only puzzle; a line for each of several."""
        return [block for one in result for block in self._blocks(one)]

    def _blocks(self, found: Rating) -> Iterator[Sentence]:
        if self._is_alone and found.verdict is VerdictKind.UNIQUE:
            for heading, text in rating_sentences(found):
                yield Sentence((Toned(heading, Tone.STRONG),))
                yield Sentence((text,), indent=2, hanging=2)
        elif found.puzzle is not None and not found.is_left_out:
            source = () if self._is_alone else (f"{found.place}: ",)
            yield Sentence((*source, *rated_phrase(found)), wraps=False)

    def remarks(self, result: Sequence[Rating]) -> Iterator[str | Entry]:
        """What is no puzzle, or of a kind that is not rated."""
        for one in result:
            if one.puzzle is None:
                yield entry_of(one)
            elif one.is_left_out:
                yield f"{one.source}: {one.reason}"

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """How many puzzles have which depth, and how many have none."""
        if (total := self._counts.total()) > 1:
            some = [f"{count:,} {what}" for (_, what), count in sorted(self._counts.items())]
            yield (f"{counted(total, 'puzzle')}: {', '.join(some)} ({seconds:,.2f} s)",)


def rated_phrase(found: Rating) -> Phrase:
    """The rating of a puzzle on one line; where it has none, the verdict, and why.

    >>> from sudocube import rate
    >>> "".join(rated_phrase(rate("1... ..2. .3.. ...4", only=["depth", "backdoor", "methods"])))
    'depth 0; backdoor 0; solved by sets, possibles and cube:propagate'
    """
    if found.verdict is not VerdictKind.UNIQUE:
        why = found.error or found.reason or "not rated, as it does not have one solution"
        return found.verdict, f": {why}"
    return ("; ".join(heading for heading, _ in rating_sentences(found)),)


def _number(exactly: int | None, at_least: int, at_most: int | None = None) -> str:
    """A number, or its bounds."""
    if exactly is not None:
        return str(exactly)
    return f"{at_least} or more" if at_most is None else f"{at_least} to {at_most}"


def _reach(found: Rating) -> str:
    """Which methods solve the puzzle."""
    solving = [name for name, solves in found.methods.items() if solves]
    unknown = [name for name, solves in found.methods.items() if solves is None]
    said = [f"solved by {listed(solving)}"] * bool(solving)
    said += [f"undecided for {listed(unknown)}"] * bool(unknown)
    return ", ".join(said) or "solved by no documented method"


def level_in_words(level: int) -> str:
    """The level of a puzzle, a number and a word.

    >>> level_in_words(7)
    'level 7: expert'
    """
    return f"level {level}: {word_of(level)}"


def rating_sentences(found: Rating) -> list[tuple[str, str]]:
    """What a rating says, and does not say: a heading and sentences for each measure."""
    said, told = texts("pages")["rate"], list[tuple[str, str]]()
    if found.level is not None:
        how = f" See explain --up-to {found.level}." if 0 < found.level < HARDEST else ""
        told.append((level_in_words(found.level), texts("pages")["levels"][found.level] + how))
    if found.depth_at_least is not None:
        depth = _number(found.depth, found.depth_at_least)
        told.append((f"depth {depth}", " ".join(_on_depth(found, said))))
    if found.backdoor_at_least is not None:
        numbers = _number(found.backdoor, found.backdoor_at_least, found.backdoor_at_most)
        told.append((f"backdoor {numbers}", _on_backdoor(found, said["backdoor"])))
    if found.methods:
        told.append((_reach(found), said["methods"]))
    if (steps := found.proof_steps_at_most) is not None:
        told.append((f"a proof of {counted(steps, 'step')}", said["proof"][min(steps, 1)]))
    if (guesses := found.guesses) is not None:
        told.append(("1 guess" if guesses == 1 else f"{guesses:,} guesses", said["guesses"]))
    if found.undecided:
        names = ("proof of the depth" if name == "verify" else name for name in found.undecided)
        told.append((f"undecided: {', '.join(names)} ({found.reason})", said["undecided"]))
    if not told and found.verdict is VerdictKind.UNIQUE:
        told.append((said["no guesses"], said["other measures"]))
    return told


def _on_depth(found: Rating, said: Any) -> Iterator[str]:  # noqa: ANN401 -- tables of tables
    """What a depth means, or its bound, and whether it was verified."""
    at_least, steps, late = found.depth_at_least or 0, found.depth_steps, found.undecided or ()
    if found.depth is not None:
        yield said["depth"][min(found.depth, 2)].format(found.depth)
    else:
        yield said["depth at least"][min(at_least, 2)].format(at_least - 1)
        yield said["depth late" if "depth" in late else "depth not tried"].format(at_least - 1)
    if steps:
        literals = counted(found.depth or 0, "literal")
        yield said["steps accepted"].format(counted(len(steps), "step"), literals)
    elif steps is not None or "verify" in late:
        yield said["no steps" if steps is not None else "steps late"]
    yield said["not said of depth"]


def _on_backdoor(found: Rating, said: Any) -> str:  # noqa: ANN401 -- tables of tables
    """Which cells are enough, and whether fewer are not."""
    assert found.puzzle is not None  # else there is no rating
    cells = [found.puzzle.geometry.cell_name(cell) for cell in found.backdoor_cells or ()]
    kind = "none" if not cells else "bounds" if found.backdoor is None else "exact"
    fewest = counted(found.backdoor_at_least or 0, "cell")
    return str(said[kind].format(cells=listed(cells), fewest=fewest))
