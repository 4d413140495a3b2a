"""Native solvers: documented algorithms in plain Python, one module each, and what they share.

trace        what a solver did, step by step, with reasons
methods      the algorithms by name

cube_state   the cube as one integer and its lines as masks; what the next two and the techniques ask of it
phases       forced moves, a guess, tracing back (gnudoq's SOLVING_ALGORITHM)
cube_solver  propagation in three directions, a tree of assumptions

sets         27 sets of squares, three tricks

possibles    permanent values, solos, must-be's, the rule of pairs and of larger groups; the Magic Touch
odometer     trial and error, a wheel for each square

techniques   techniques with names: two rules on the lines of the cube
"""
