"""Native solvers: documented algorithms in plain Python, one module each.

bits     the cube as one integer, and the questions that solvers ask of it
phases   forced moves, a guess, undoing (gnudoq's SOLVING_ALGORITHM)
"""
