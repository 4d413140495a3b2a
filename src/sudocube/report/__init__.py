"""Results as text for people and as JSON rows for programs.

words                short phrases: verdicts, reasons, numbers, summaries
verdict_colours      the colour of each verdict, and phrases that hold verdicts
text_layout          text wrapped to a width
grid_drawing         grids and candidates, with cells marked
json_rows            JSON rows for puzzles: check, crosscheck, solve, count, decode, diagnose
crosscheck_text      what several engines answered, counted: a table and a summary
crosscheck_details   what they answered to single puzzles, of which a long list has the first few
shrunk_text          small puzzles on which an engine is refuted in the same way, in sentences
refutation_text      who is refuted and by what, in sentences, and the grids that show it
batch_text           batches of results as lines and JSON rows, without an object for each puzzle
canonical_text       canonical forms: words, JSON rows, lines
table_columns        columns of a table: check, count
board_pictures       boards as pictures for notebooks (SVG)
result_pictures      results as pictures for notebooks: check, crosscheck, diagnosis
diagnosis_sentences  what a diagnosis says, part by part
diagnosis_text       a diagnosis as text, with grids
step_sentences       a step of a solving method as a sentence
explanation_text     steps numbered and indented
explanation_summary  how an explanation ends, and the rules used; for one puzzle and for several
certificate_text     certificates written and verified, in words and as JSON rows
engine_tables        the list of engines, and engines measured side by side; with JSON rows
encoding_statements  what each statement of an encoding says: sentence, formulas, counts, sample clauses
encoding_text        encodings listed and shown, in words and as JSON rows
encoding_proof_text  what was proved about an encoding, in words and as a JSON row
comparison_text      encodings compared, in tables and as JSON rows
comparison_plot      encodings compared, as a picture
picture_files        pictures in files; they need matplotlib
conformance_text     what the conformance suite says of a solver, in words
conformance_rows     the same as JSON rows and as JUnit XML; the latter needs junitparser
audit_findings       what an audit found wrong, by severity: titles, meanings, shares, the headline
audit_names          what the data set and its files are called
audit_tables         its figures in tables: verdicts, doubles, overlaps, clues, ratings, files
audit_examples       rows that show a flaw, with the boards and the cells that show it
audit_text           an audit as text
audit_notebook       an audit in a notebook
audit_page           an audit as one page of HTML; needs jinja2
audit_plot           its clues and ratings as a picture

Each function returns text or rows; nothing here prints.
"""
