"""Data sets of millions of puzzles, audited: verdicts, stored answers, duplicates, overlaps.

flaws     what an audit finds fault with: each kind of flaw is one entry of one table
run       `audit`, from files to the summary
files     files by path, folder, pattern or URL
plan      the work in parts, which can be done anywhere and resumed, and the folder for it
store     the folder that the results of these parts are written to
columns   what stands beside the puzzles: numbers, labels, ids
examine   stage 1: verdicts, answers and keys of rows, in segments of about a million
keys      what is kept of each row, so that duplicates can be found, and the index of it
classes   stage 2: rows of the same class compared: duplicates, overlaps, ratings
summary   stage 3: the summary
telling   flaws of rows in words: the table of flaws, and examples
workers   who does the work, threads or a cluster, and how far it has come
clean     the rows that are kept, in the form of the input
repair    a set without flaws, and what was changed for it
"""
