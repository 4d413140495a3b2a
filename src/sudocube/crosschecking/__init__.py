"""Verdicts that several engines reach independently, compared.

Two engines disagree if both decided and their verdicts differ, or their solutions of a unique puzzle do. An
engine whose answer the referee refused disagrees with all others. `unknown` disagrees with nothing, and
neither does an engine that crashed, was killed or ran out of time: nothing contradicts it. What only claims
a solution never decides; it disagrees with `none`, and with `unique` where the solution is another one.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", "sat"])
    >>> checked.verdict, checked.evidence, checked.agree
    (<Verdict.UNIQUE: 'unique'>, <Evidence.AGREEMENT: 'agreement'>, True)

several_engines    `crosscheck`: several engines asked about puzzle after puzzle
crosschecked       the verdict that their answers justify together, and its evidence
differing_answers  whether two answers can both be right
"""

from sudocube.crosschecking.crosschecked import PROVER, Crosschecked, compared
from sudocube.crosschecking.several_engines import crosscheck, crosscheck_many, made_engines

__all__ = ["PROVER", "Crosschecked", "compared", "crosscheck", "crosscheck_many", "made_engines"]
