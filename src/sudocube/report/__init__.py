"""From results to what people and programs read.

rows        results as JSON rows
words       verdicts, reasons and summaries in words, a line each; imports nothing that takes time
agreement   what several engines said: the table, and a block for each puzzle worth a look
grids       grids drawn for a terminal
engines     the list of engines
bench       engines side by side
"""
