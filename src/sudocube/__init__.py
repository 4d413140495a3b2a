"""sudocube says of a Sudoku whether it has no, one or several solutions, and why one may believe it.

>>> from sudocube import Puzzle, check, crosscheck, solve
>>> puzzle = Puzzle("1... ..2. .3.. ...4")
>>> check(puzzle).verdict, str(solve(puzzle))
(<Verdict.UNIQUE: 'unique'>, '1243342143122134')
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudocube.certificate import (
        CertificateVerification,
        CertifiedFolder,
        CertifiedPuzzle,
        FolderVerification,
        certify,
        verify,
    )
    from sudocube.checking import Checked, Count, check, check_many, count, solve
    from sudocube.crosschecking import Crosschecked, crosscheck, crosscheck_many
    from sudocube.diagnosis import Diagnosis, diagnose
    from sudocube.explanation import ExplanationOutcome, StepVerification, explain, verify_steps
    from sudocube.geometry import Geometry
    from sudocube.kernel.batches import SolvedPuzzles, count_many, solve_many
    from sudocube.puzzle import Grid, Puzzle
    from sudocube.solvers.trace import Step
    from sudocube.verdict import Answer, Evidence, Verdict

_HOMES = {
    "Answer": "sudocube.verdict",
    "CertifiedFolder": "sudocube.certificate",
    "CertifiedPuzzle": "sudocube.certificate",
    "Checked": "sudocube.checking",
    "Count": "sudocube.checking",
    "Crosschecked": "sudocube.crosschecking",
    "Diagnosis": "sudocube.diagnosis",
    "Evidence": "sudocube.verdict",
    "Geometry": "sudocube.geometry",
    "Grid": "sudocube.puzzle",
    "ExplanationOutcome": "sudocube.explanation",
    "Puzzle": "sudocube.puzzle",
    "SolvedPuzzles": "sudocube.kernel.batches",
    "Step": "sudocube.solvers.trace",
    "Verdict": "sudocube.verdict",
    "FolderVerification": "sudocube.certificate",
    "StepVerification": "sudocube.explanation",
    "CertificateVerification": "sudocube.certificate",
    "certify": "sudocube.certificate",
    "check": "sudocube.checking",
    "check_many": "sudocube.checking",
    "count": "sudocube.checking",
    "count_many": "sudocube.kernel.batches",
    "crosscheck": "sudocube.crosschecking",
    "crosscheck_many": "sudocube.crosschecking",
    "diagnose": "sudocube.diagnosis",
    "explain": "sudocube.explanation",
    "solve": "sudocube.checking",
    "solve_many": "sudocube.kernel.batches",
    "verify": "sudocube.certificate",
    "verify_steps": "sudocube.explanation",
}

__all__ = [
    "Answer",
    "CertificateVerification",
    "CertifiedFolder",
    "CertifiedPuzzle",
    "Checked",
    "Count",
    "Crosschecked",
    "Diagnosis",
    "Evidence",
    "ExplanationOutcome",
    "FolderVerification",
    "Geometry",
    "Grid",
    "Puzzle",
    "SolvedPuzzles",
    "Step",
    "StepVerification",
    "Verdict",
    "certify",
    "check",
    "check_many",
    "count",
    "count_many",
    "crosscheck",
    "crosscheck_many",
    "diagnose",
    "explain",
    "solve",
    "solve_many",
    "verify",
    "verify_steps",
]


def __getattr__(name: str) -> object:
    """Import a name when it is first used.

    So `import sudocube` costs nothing, and `sudocube.trusted` runs with nothing else of ours loaded.
    """
    if name not in _HOMES:
        raise AttributeError(f"module 'sudocube' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
