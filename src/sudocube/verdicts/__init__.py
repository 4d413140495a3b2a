"""Verdicts on puzzles: by one engine and by several, with proofs, and why.

By one engine:
checking            check, solve, count, solutions: an answer of one engine to a puzzle
batches             check_rows, check_many: rows of any input, by the compiled kernel, or row by row
frames              check_frame, solve_frame: data frames, with further columns
estimating          estimate_count: how many solutions, where they are too many to count

By several:
judging             who is refuted, and what shows it; the verdict that the answers justify together
crosschecking       crosscheck: several engines asked about puzzle after puzzle
stored_answers      solutions that a table stores beside its puzzles: what is to be said of one
shrinking           a small puzzle on which an engine is refuted in the same way

With proofs (`sudocube.trusted.folder` describes what a folder holds):
certificates        certificate_of, verify: certificates as texts, checked one by one or in a folder
certifying          certify: a folder of certificates while it is written, or taken up again
proof_reading       a proof event by event: what is supposed, what follows, where it ends

Why:
diagnosing          diagnose: what a diagnosis holds, its parts in order, and their time
conflicts           clues that cannot stand together, that are needed, and changes that mend a puzzle
ambiguity           how solutions differ: digits that occur, the closest two, what to add
clue_solver         SAT solvers: with clues as assumptions, for confirmation, and for smallest hitting sets
"""
