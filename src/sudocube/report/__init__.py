"""Results as text for people and as JSON rows for programs.

words                short phrases: verdicts, reasons, numbers, summaries
estimate_text        estimated numbers of solutions: the report of count --estimate
fault_text           an error that the program should not have made, in words
document             what is said to people, in blocks: sentences, boards, tables, sections; plain text
terminal             documents on a terminal
terminal_boards      boards and candidates as text lines, with cells marked
html                 documents as pieces of HTML and as pages; needs jinja2
row                  rows for programs: their base, their fields, JSON, tables, JSON Schemas
base                 what a command says of its results, as one class
checks               the reports of check and count; a check in a notebook
crosschecks          crosschecks: single puzzles, what became of each engine, the page of all
diagnoses            diagnoses: why, what to change, in full and in a line
diagnosis_rows       their rows
certificates         certificates written and verified
puzzle_pages         what pages of results of puzzles have in common: a table, sections
documents            the document of every kind of result, for str and notebooks
puzzle_rows          the rows of check, solve and count
text_layout          text wrapped to a width
grid_drawing         boards for callers that give no documents yet
json_rows            JSON rows for puzzles: decode, convert
batch_text           batches of results as lines and JSON rows, without an object for each puzzle
generation_text      puzzles that were made: JSON rows, fields of a table, a summary
canonical_text       canonical forms: words, JSON rows, lines
rating_text          ratings: sentences, lines, JSON rows, fields of a table
depth_batch_text     the same for batches of which only the depth is told
board_pictures       boards as pictures for notebooks (SVG)
step_sentences       a step of a solving method as a sentence
explanation_text     steps numbered and indented
explanation_summary  how an explanation ends, and the rules used; for one puzzle and for several
explained_rows       steps as JSON rows for a page, each with its sentence and what changes on the board
sentence_parts       a sentence in parts with roles, for a page
board_changes        what changes on a board from one step to the next, for a page
proof_events         the events of a proof as sentences
checker_source       the source of the trusted code, for those who want to read it
engine_tables        the list of engines, and engines measured side by side; with JSON rows
encodings            encodings listed, shown and clause by clause: rows, documents; words in statements.toml
proofs               what was proved about an encoding, or refutes it
traces               what follows from clauses or constraints of a puzzle, step by step
comparisons          encodings compared: rows, tables, the page
charts               charts by matplotlib: comparisons, implication graphs, audits
conformance          what the conformance suite says of a solver; JUnit XML, which needs junitparser
audits               an audit in a document: the verdict, what is wrong, figures, examples; its page
html_pages           pages of HTML to send, made of the templates beside it; needs jinja2
puzzle_sheet         puzzles that were made, as a page to print, with solutions
visible_characters   characters that nobody sees, made visible

Each function returns text or rows; nothing here prints.
"""
