"""Verdicts that several engines reach independently, compared.

Two engines disagree if both decided and their verdicts differ, or their solutions of a unique puzzle do, and
if one shows a solution where the other says that there is none. What the referee or the trusted checker
passed settles it, and whoever says otherwise is refuted. `unknown` is never refuted, and neither is an
engine that crashed, was killed or ran out of time. What only claims a solution never decides.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", "sat"])
    >>> checked.verdict, checked.evidence, checked.agree
    (<Verdict.UNIQUE: 'unique'>, <Evidence.AGREEMENT: 'agreement'>, True)

several_engines     `crosscheck`: several engines asked about puzzle after puzzle
growing_crosscheck  one puzzle, and what is known of it after each engine's answer
answer_judge        one result from their answers: settled by a proof where they disagree, and shrunk
crosschecked        the verdict that their answers justify together, and its evidence
refutation          who is wrong, and what shows it
shrinking           a small puzzle on which an engine is refuted in the same way
delta_debugging     what is left of a list when everything is dropped that a failure does not need
filling_grids       grids from which blanks are filled
repeated_asking     whether an engine is refuted in the same way again
asked_alone         answers that may belong to another puzzle, asked for again
"""

from sudocube.crosschecking.crosschecked import PROVER, Crosschecked, Standing, compared
from sudocube.crosschecking.refutation import Cause, Facts, Refutation
from sudocube.crosschecking.repeated_asking import Judge
from sudocube.crosschecking.several_engines import crosscheck, crosscheck_many, made_engines
from sudocube.crosschecking.shrinking import DEFAULT_TRIES, Goal, Reached, Shrunk, shrunk_refutation

__all__ = [
    "DEFAULT_TRIES",
    "PROVER",
    "Cause",
    "Crosschecked",
    "Facts",
    "Goal",
    "Judge",
    "Reached",
    "Refutation",
    "Shrunk",
    "Standing",
    "compared",
    "crosscheck",
    "crosscheck_many",
    "made_engines",
    "shrunk_refutation",
]
