"""What `audit` gives: the summary, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sudocube.auditing.flaw_kinds import FlawKind
from sudocube.higher_layers import ask_above


@dataclass(frozen=True, slots=True, eq=False)
class Audit:
    """What an audit found out.

    `summary` is a plain JSON object, the one that `sudocube audit --json` prints. `flaws_file` is the path of
    the table with a row for each flaw, None where no folder was given for it. `already_audited` names the
    files that were to be compared with, and are audited themselves: they are not compared with themselves.

    >>> import tempfile
    >>> from sudocube import audit
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     print("." * 81, file=file, flush=True)
    ...     found = audit(file.name)
    >>> found.summary["flaws"], found.has_flaws, found.has_undecided, found.is_complete
    ({'several_solutions': 1}, True, False, True)
    >>> print(str(found).partition(": ")[2])
    1 of 1 row has a flaw (100%)
      several solutions: 1 row (100%)
    """

    summary: dict[str, Any]
    flaws_file: str | None = None
    already_audited: tuple[str, ...] = ()

    def __str__(self) -> str:
        words: str = ask_above("words of an audit", self)
        return words

    def _repr_html_(self) -> str:
        """The verdict and a table of what is wrong, in a notebook."""
        return str(ask_above("notebook view of an audit", self))

    @property
    def is_complete(self) -> bool:
        """Whether all files were read to their end."""
        return not self.summary["lost"]

    @property
    def has_flaws(self) -> bool:
        """Whether some row is not unique, malformed, a duplicate, and so on."""
        return any(FlawKind(kind).is_flaw for kind in self.summary["flaws"])

    @property
    def has_undecided(self) -> bool:
        """Whether of some puzzle it is not known how many solutions it has."""
        return bool(self.summary["verdicts"]["unknown"])
