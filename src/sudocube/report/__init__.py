"""From results to what people and programs read.

rows    results as JSON rows
text    verdicts, reasons and the agreement table in words
grids   grids drawn for a terminal
"""
