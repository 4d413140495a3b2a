"""The laboratory: encodings proved, refuted and compared.

proving               an encoding -> proved, refuted by a counter-example, or undecided; redundant statements
soundness             is each model a valid grid?
counting              ways to break a rule that are ruled out by counting
completeness          is each valid grid a model?
reductions            are formulas that are reduced for a puzzle worth as much as the unreduced one?
cpsat_proofs          soundness and completeness of CP-SAT models
encoded_clauses       the clauses that are proved or refuted, and the meaning of their variables
violations            the ways to break a rule, and grids that break one
valid_grids           valid grids to try encodings on
slips                 which known slips explain why own clauses are wrong
whole_text_slips      slips that are in all clauses: where they end, numbers, signs
family_slips          slips in what is said of single families
family_mentions       of which families clauses speak, even wrongly or by auxiliary variables
slip_lines            wrong lines: loops, boxes and indices
slip_clauses          wrong clauses of right lines
slip_numberings       wrong numberings of the elements
slip_words            what is said of a slip
rule_clauses          the clauses of the rules, to compare with
queries               clauses that answer many questions, by unit propagation and by searches
own_clauses           an encoding by its name, for one geometry: clauses of one's own, too
clause_host           what runs in the process of a function that makes clauses
own_findings          what helps whoever wrote clauses that are refuted
missing_constraints   what somebody has to add to clauses that are not sound
forbidding_clauses    the clauses by which somebody loses a valid grid
comparing             encodings side by side: sizes, what they infer, what a full check costs
comparison_figures    the figures of an encoding, made of what was measured puzzle by puzzle
puzzle_samples        what was measured puzzle by puzzle
encoding_measurement  what is measured of an encoding on a batch of puzzles
strengths             what else can be measured of each puzzle; here a further column is added
strength_meters       what measures them, puzzle by puzzle
full_checking         a solution, and whether there is another: by each solver, with its counters
clause_order          the same clauses in an order at random
sample_statistics     quartiles, intervals for means, and which orders are within noise
software_versions     what made a comparison: versions of the library and of the solvers
propagation           what an encoding infers by unit propagation, and by failed literals
literature            what papers measured, measured again on a list of puzzles
lookahead             what it infers by shaving, hyper-binary resolution and binary failed literals
all_different         what constraint programming infers: forward checking, bounds and domain consistency
cpsat_propagation     what a CP-SAT encoding infers before a search: in theory, at the root, by presolve
tracing               a puzzle in an encoding -> what follows clause by clause; decisions, conflicts
trace_steps           what happens while clauses are propagated and learned: the values of a trace
implications          what led to a conflict of a trace: the implication graph and its cut
clause_learning       a small solver that learns from its conflicts, and tells each of its steps
decision_choosing     how a trace chooses its decisions: by a rule, or as the reader says
"""

from sudocube.lab.comparing import Figures, compare
from sudocube.lab.proving import EncodingProof, ProofOutcome, prove
from sudocube.lab.trace_steps import ClauseTrace
from sudocube.lab.tracing import trace

__all__ = ["ClauseTrace", "EncodingProof", "Figures", "ProofOutcome", "compare", "prove", "trace"]
