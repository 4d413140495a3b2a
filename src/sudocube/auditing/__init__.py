"""Data sets of millions of puzzles, audited: verdicts, stored answers, duplicates, overlaps.

data_files     what is audited: files, their kinds, their columns
row_batches    rows as they are read, in arrays, and rows that were lost
flaw_kinds     what an audit finds fault with, and the examples of it
audit_plan     the work in parts, which can be done anywhere and resumed
shared_folder  the folder that the results of these parts are written to
audit_result   the summary, and what follows from it
"""
