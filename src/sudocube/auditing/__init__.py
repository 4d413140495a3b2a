"""Data sets of millions of puzzles, audited: verdicts, stored answers, duplicates, overlaps.

data_files   what is audited: files, their kinds, their columns
row_batches  rows as they are read, in arrays, and rows that were lost
"""
