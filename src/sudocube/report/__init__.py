"""From results to what people and programs read.

rows        results as JSON rows
words       verdicts, reasons and summaries in words, a line each; imports nothing that takes time
agreement   what several engines said: the table, and a block for each puzzle worth a look
grids       grids drawn for a terminal
diagnosed   a diagnosis in words and grids; diagnosed_rows, as a JSON row
engines     the list of engines
text_layout wraps text to a width
encodings   the catalogue, and all that an encoding says; with encoding_formulas and encoding_constraints
compared    encodings side by side: tables and rows
plotted     the same as a picture; needs matplotlib
bench       engines side by side
"""
