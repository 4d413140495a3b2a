"""Engines side by side on the same puzzles: how fast each is on this machine, and whether they agree.

    contenders  bench: rounds in which each engine decides all puzzles, and the results
    sample.txt  120 puzzles of size 9, measured where no list is given

>>> from sudocube.puzzle import Puzzle
>>> [one, other] = bench([Puzzle("1... ..2. .3.. ...4")], ["phases", "cube"], rounds=2).contenders
>>> one.name, one.counts, len(one.seconds)
('phases', [1], 2)
"""

from sudocube.bench.contenders import UNDECIDED, BenchResult, Contender, bench, default_contenders, sample

__all__ = ["UNDECIDED", "BenchResult", "Contender", "bench", "default_contenders", "sample"]
