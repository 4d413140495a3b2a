"""Puzzles made: with one solution, of any symmetry, pattern and difficulty, each with the seed that makes it.

generating               generate: the puzzles of a plan in order, by rounds of attempts that processes share
plan                     what is asked for, as one value; what does not go together is refused
clue_patterns            which cells hold clues: symmetries and their orbits, patterns from texts
attempts                 from random streams to puzzles of the form that is asked for
random_streams           random numbers that are the same everywhere, a stream for each attempt
uniform_grids            random grids, each with exactly the same probability: all are numbered
fast_grids               random grids, quickly, and biased
minimizing               clues taken away in random order until none can go
counters                 no, one or several solutions: by the kernel, or by SAT for other sizes than 9×9
difficulty_filters       puzzles of a depth, a backdoor, solved by these methods and not by those
rechecking               each puzzle counted again, by another level and other engines
"""
