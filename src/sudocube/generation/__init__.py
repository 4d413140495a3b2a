"""Puzzles made: with one solution, of any symmetry, pattern and difficulty, each with the seed that makes it.

generating               generate: a plan from its arguments, and its puzzles in order
plan                     what is asked for, as one value; what does not go together is refused
impossible               plain facts about puzzles that do not exist
pattern_reading          patterns of clues, from texts
generated_puzzle         a puzzle with all that makes it again; progress
attempt_rounds           rounds of attempts, shared by processes; the first success of each puzzle
attempting               the attempts of one task, and what becomes of them
attempt_batch            what comes of many attempts at puzzles
difficulty_filters       puzzles of a depth, a backdoor, solved by these methods and not by those
puzzle_attempts          from random streams to puzzles of the form that is asked for
fast_grids               random grids, quickly, and biased
uniform_grids            random grids, each with exactly the same probability
grid_ranks               all 9×9 grids, numbered: from a number to its grid
band_classes             how many bands have given columns, how many grids a given band: counted exactly
digit_splits             how the columns and rows of a box split the nine digits
small_grid_lists         all grids of 4×4 and 6×6, numbered
controlled_samples       minimal puzzles with the weight of each, as in a sample of all of them
minimizing               clues taken away in random order until none can go
neighbours               puzzles near to another one
clue_orbits              symmetries, and the orbits of cells under them
board_masks              the candidates of many boards as masks
solution_counters        no, one or several solutions: by the kernel, or by SAT for other sizes than 9×9
rechecking               each puzzle counted again, by another level and other engines
random_streams           random numbers that are the same everywhere, a stream for each attempt
"""
