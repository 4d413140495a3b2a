"""Verdicts on puzzles: by one engine and by several, with proofs, and why.

By one engine:
checking            check, solve, count, solutions: an answer of one engine to a puzzle
batches             check_rows, check_many: rows of any input, by the compiled kernel, or row by row
answers             what is to be said of many stored answers at once
frames              check_frame, solve_frame: data frames, with further columns
estimating          estimate_count: how many solutions, where they are too many to count; counts in rounds
sampling            samples of that number, in which parts of a puzzle are split and drawn

By several:
judging             who is refuted, and what shows it; the verdict that the answers justify together
crosschecking       crosscheck: several engines asked about puzzle after puzzle
shrinking           a small puzzle on which an engine is refuted in the same way

With proofs (`sudocube.trusted.folder` describes what a folder holds):
certificates        certificate_of; certificates as texts: written, read back, checked one by one
certifying          certify: verdicts with proofs, written to a folder of certificates
certificate_folder  the folder while it is written, or taken up again
verifying           verify: a folder of certificates, checked by `sudocube.trusted`, and held against a list
proof_reading       a proof event by event: what is supposed, what follows, where it ends

Why:
diagnosing          diagnose, minimal_conflict: the parts of a diagnosis in order, and their time
diagnosis           what a diagnosis holds
clue_solver         a SAT solver with the rules, where clues are assumptions; confirmation by a second solver
conflicts           clues that cannot stand together, that are needed, and changes that mend a puzzle
ambiguity           how solutions differ: digits that occur, the closest and farthest, what to add
hitting_sets        smallest sets that hit others; "at most k of these" as clauses
"""
