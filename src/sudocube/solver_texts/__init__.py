"""What outside solvers read and print: one module for each format, and their models checked.

solver_formats       all formats by name, and which format an output is in
solver_output        what a solver answers, in whatever format
model_checking       whether a model is one of the puzzle in its encoding
competition_formats  DIMACS and OPB, with the answers that the competitions of their solvers ask for
lp                   integer programmes
smtlib               SMT-LIB
asp                  answer set programmes
minizinc             MiniZinc
cpsat_text           CP-SAT models of OR-tools as text
"""
