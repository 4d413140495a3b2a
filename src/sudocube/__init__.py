"""sudocube says of a Sudoku whether it has no, one or several solutions, and why one may believe it."""
