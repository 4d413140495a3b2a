"""Lines of literals of which exactly one is true, and what follows from some literals, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class ExactlyOneLines:
    """Lines of literals; in each, exactly one literal is true.

    Literals are numbered as in CP-SAT: variable v is v, from 0, and its negation is -1 - v.

    >>> lines = ExactlyOneLines([(0, 1, 2), (1, 2, 3)])
    >>> sorted(lines.consequences([0]))
    [-3, -2, 0, 3]
    >>> lines.consequences([0, 2]) is None
    True
    """

    def __init__(self, lines: Iterable[Sequence[int]]) -> None:
        self._lines = [tuple(line) for line in lines]
        self._lines_of: dict[int, list[int]] = {}
        for index, line in enumerate(self._lines):
            for literal in line:
                self._lines_of.setdefault(literal, []).append(index)

    def consequences(self, literals: Iterable[int]) -> set[int] | None:
        """These literals and all that follow from them; None where they contradict the lines.

        Two steps are repeated until nothing new follows: a true literal makes the others of its lines false,
        and the last one of a line that is not false is true. Afterwards, either one literal of a line is
        true and the others are false, or at least two are open and none is true.
        """
        true: set[int] = set()
        is_open = [len(line) for line in self._lines]  # how many literals of a line are not false
        waiting = list(literals)
        while waiting:
            literal = waiting.pop()
            negation = -1 - literal
            if negation in true:
                return None
            if literal in true:
                continue
            true.add(literal)
            for index in self._lines_of.get(literal, ()):
                waiting.extend(-1 - other for other in self._lines[index] if other != literal)
            for index in self._lines_of.get(negation, ()):
                is_open[index] -= 1
                if is_open[index] == 1:
                    waiting.extend(one for one in self._lines[index] if -1 - one not in true)
        return true
