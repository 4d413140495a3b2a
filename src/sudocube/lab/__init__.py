"""The laboratory: encodings proved, refuted, compared and traced.

proving            an encoding -> proved, refuted by a grid, or undecided; redundant statements
encoded_clauses    the clauses that are proved or refuted, questions to clauses, valid grids to try
soundness          is each model a valid grid? all ways to break a rule; counting by linear programs
completeness       is each valid grid a model? auxiliary variables by counter-examples
own_findings       what helps whoever wrote clauses: what forbids a grid, what is missing
constraints        single constraints of CP-SAT: what they remove, their clauses, their relaxation
programs           linear programs, bounds that are proved, and the relaxation of an encoding
cpsat_propagation  what a CP-SAT encoding infers before a search: step by step, and by OR-tools
functions          encodings by name; functions that make clauses or models, and what their process does
minizinc           models in MiniZinc
propagation        unit propagation and failed literals
measuring          all that is measured of each puzzle, in one table; full checks, with the solvers' counters
comparing          encodings side by side: their figures
intervals          quartiles, intervals for means, and which orders are within noise
tracing            a puzzle in an encoding, clause by clause; decisions; what led to a conflict
clause_learning    a small solver that learns from its conflicts, and tells each of its steps
"""

from sudocube.lab.comparing import Figures, compare
from sudocube.lab.proving import EncodingProof, ProofOutcome, prove
from sudocube.lab.tracing import ClauseTrace, trace

__all__ = ["ClauseTrace", "EncodingProof", "Figures", "ProofOutcome", "compare", "prove", "trace"]
