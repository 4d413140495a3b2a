"""The laboratory: encodings proved, refuted, compared and traced.

proving                an encoding -> proved, refuted by a grid, or undecided; redundant statements
encoded_clauses        the clauses that are proved or refuted, and what their variables mean
soundness              is each model a valid grid? counting by linear programs
completeness           is each valid grid a model? auxiliary variables by counter-examples
own_findings           what helps whoever wrote clauses: what forbids a grid, what is missing
grids                  valid grids, grids that break a rule, and all ways to break one
queries                clauses that answer many questions, by unit propagation and by searches
constraints            single constraints of CP-SAT: what they remove, their clauses, their relaxation
programs               linear programs, bounds that are proved, and the relaxation of an encoding
cpsat_propagation      what a CP-SAT encoding infers before a search: in theory, at the root, by presolve
constraint_trace       what each constraint removes from a puzzle, and why
functions, host        encodings by name; functions that make clauses or models, and the process they run in
minizinc               models in MiniZinc
propagation            unit propagation, failed literals, and what looks further ahead
strengths              all that is measured of each puzzle, in one table
measuring              a batch of puzzles measured
full_checks            a solution, and whether there is another: by each solver, with its counters
comparing              encodings side by side: their figures
intervals              quartiles, intervals for means, and which orders are within noise
tracing                a puzzle in an encoding, clause by clause: what follows, decisions, what is learned
trace_steps            the values of a trace
clause_learning        a small solver that learns from its conflicts, and tells each of its steps
decision_choosing      how a trace chooses its decisions: by a rule, or as the reader says
implications           what led to a conflict of a trace: the implication graph and its cut
"""

from sudocube.lab.comparing import Figures, compare
from sudocube.lab.proving import EncodingProof, ProofOutcome, prove
from sudocube.lab.trace_steps import ClauseTrace
from sudocube.lab.tracing import trace

__all__ = ["ClauseTrace", "EncodingProof", "Figures", "ProofOutcome", "compare", "prove", "trace"]
