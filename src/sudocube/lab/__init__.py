"""The laboratory: encodings proved, refuted and compared.

proving               an encoding -> proved, refuted by a counter-example, or undecided; redundant statements
soundness             is each model a valid grid?
completeness          is each valid grid a model?
reductions            are formulas that are reduced for a puzzle worth as much as the unreduced one?
cpsat_proofs          soundness and completeness of CP-SAT models
encoded_clauses       the clauses that are proved or refuted, and the meaning of their variables
violations            the ways to break a rule, and grids that break one
valid_grids           valid grids to try encodings on
queries               clauses that answer many questions, by unit propagation and by searches
comparing             encodings side by side: sizes, what they infer, what a full check costs
encoding_measurement  what is measured of an encoding on a batch of puzzles
propagation           what an encoding infers by unit propagation, and by failed literals
"""

from sudocube.lab.comparing import Figures, compare
from sudocube.lab.proving import EncodingProof, ProofOutcome, prove

__all__ = ["EncodingProof", "Figures", "ProofOutcome", "compare", "prove"]
