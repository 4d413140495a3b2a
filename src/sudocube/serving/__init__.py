"""The page that `sudocube serve` shows in a browser, and its lesson, which also works without a server.

page_commands    what a page can ask for: commands by name, their lanes and limits of time
request_fields   the body of one request, read field by field with limits
page_engines     the engines that a request may name
puzzle_rows      the puzzle on the board: read and written, its verdict and solutions, engines, diagnosis
reason_rows      why: steps of methods, the proof and its check, clauses and traces
made_rows        puzzles made: the form, one puzzle, a sheet to print
list_rows        a row for each puzzle of a file
lesson_rows      the data of the lesson's scenes, and clauses that somebody types
lesson_text      the texts of the scenes, with passages of the written lesson, as HTML
static_edition   the lesson as files for any web server
page_server      the routes of the application, and the server itself
request_guard    who may ask: host, origin, token, length; and the headers of every answer
job_answers      one job as the answer to a request: rows as they come, ended when the reader is gone
page_jobs        jobs, done by the workers of a pool; how many wait, and what ends one
preloaded        what these workers have loaded when they are started
uploaded_lists   lists that come in parts, kept for a while
"""
