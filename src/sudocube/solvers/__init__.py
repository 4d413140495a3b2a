"""Native solvers: documented algorithms in plain Python, one module each, and what they share.

trace      what a solver did, step by step, with reasons
methods    the algorithms by name

bits       the cube as one integer, and the questions that solvers ask of it
given      the state that clues make, for solvers on that integer
phases     forced moves, a guess, undoing (gnudoq's SOLVING_ALGORITHM)
cube       propagation in three directions, a tree of assumptions

sets       27 sets of squares, three tricks
arrays     board and possibles, for the following
possibles  permanent values, solos, must-be's; the Magic Touch
groups     the rule of pairs, outside and inside, and of larger groups
odometer   trial and error, a wheel for each square
"""
