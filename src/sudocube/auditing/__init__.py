"""Data sets of millions of puzzles, audited: verdicts, stored answers, duplicates, overlaps.

data_files     what is audited: files, their kinds, their columns
file_opening   files, local ones and those behind a URL, opened
role_columns   which column plays which role
file_finding   files by path, folder, pattern or URL, and what they hold
row_batches    rows as they are read, in arrays, and rows that were lost
puzzle_values  a value of a table as a puzzle, or what is wrong with it
cell_columns   a column of puzzles or answers: rows of 81 bytes, and values that are none
arrow_columns  columns of Arrow as arrays
parquet_rows   rows of Parquet files
text_rows      rows of text and of tables
row_reading    rows of any file
flaw_kinds     what an audit finds fault with, and the examples of it
audit_plan     the work in parts, which can be done anywhere and resumed
shared_folder  the folder that the results of these parts are written to
audit_result   the summary, and what follows from it
"""
