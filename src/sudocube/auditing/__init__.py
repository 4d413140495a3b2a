"""Data sets of millions of puzzles, audited: verdicts, stored answers, duplicates, overlaps.

flaws     what an audit finds fault with: each kind of flaw is one entry of one table
run       `audit`, from files to the summary
plan      data files by path, folder or pattern; the work in parts, and the folder for it
keys      what is kept of each row, so that duplicates can be found; numbers, labels and ids beside it
examine   stage 1: verdicts, answers and keys of rows, in segments of about a million
classes   stage 2: rows of the same class compared: duplicates, overlaps, ratings
summary   stage 3: the summary, with examples; from its type comes its JSON Schema
writing   the rows that are kept, in the form of the input: a clean file, a repaired set
"""
