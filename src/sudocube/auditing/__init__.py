"""Data sets of millions of puzzles, audited: verdicts, stored answers, duplicates, overlaps.

data_files         what is audited: files, their kinds, their columns
file_opening       files, local ones and those behind a URL, opened
role_columns       which column plays which role
file_looking       what is in a file: its kind, its columns, its row groups
file_finding       files by path, folder, pattern or URL
row_batches        rows as they are read, in arrays, and rows that were lost
puzzle_values      a value of a table as a puzzle, or what is wrong with it
cell_columns       a column of puzzles or answers: rows of 81 bytes, and values that are none
number_columns     columns of ratings and of numbers of clues
arrow_columns      columns of Arrow as arrays
arrow_batches      record batches of Arrow as rows
parquet_rows       rows of Parquet files
arrow_rows         rows of Arrow files and streams
jsonl_rows         rows of JSON Lines
npy_rows           rows of arrays of NumPy
text_rows          rows of text and of tables
row_reading        rows of any file
row_lookup         given rows of a file, one by one
row_sets           a set of rows of one file
clean_writing      the rows that are kept, in the form of the input
clean_arrow        … of Parquet and Arrow files
clean_text         … of tables and other texts
flaw_kinds         what an audit finds fault with, and the examples of it
audit_plan         the work in parts, which can be done anywhere and resumed
shared_folder      the folder that the results of these parts are written to
work_folder        where that folder is, and who may write to it
row_examination    stage 1: verdicts, answers and keys of a batch of rows
answer_judging     what is to be said of many stored answers at once
row_findings       what a batch of rows adds: numbers, flaws, key records
key_records        what is kept of each row, so that duplicates can be found
flaw_table          the table with a row for each flaw: its parts, and the whole
answer_messages    what is wrong with many stored answers, in words
flaw_telling        flaws of rows in words
segment_writing    the results of about a million rows, written to the work folder
segment_examining  a part of a file, from its rows to its segments
segment_index      stage 2: where the records of each hash prefix stand
class_comparing    rows of the same class compared: duplicates, overlaps, ratings
overlap_counting   how many rows of one side are on another, too
summary_numbers    numbers of parts added up
summary_making     stage 3: the summary
pair_telling       examples of what rows have in common
audit_workers      who does the work, and how far it has come
cluster_workers    the workers of a Dask cluster
data_set_auditing  `audit`, from files to the summary
audit_result       what `audit` gives
"""
