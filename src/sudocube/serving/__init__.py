"""The page that `sudocube serve` shows in a browser, and its lesson, which also works without a server.

page_commands    commands by name, and the fields of a request, read as the parameters of one
puzzle_rows      the puzzle on the board: its verdict and solutions, engines, diagnosis; puzzles of a file
reason_rows      why: steps of methods, the proof and its check, clauses and traces
made_rows        puzzles made: the form, one puzzle, a sheet to print
lesson_rows      the data of the lesson's scenes
lesson_text      the texts of the scenes, with passages of the written lesson, as HTML
static_edition   the lesson as files for any web server
page_server      the routes of the application, and the server itself
request_guard    who may ask: host, origin, token; and the headers of every answer
page_jobs        jobs, done by the workers of a pool, and what ends one
preloaded        what these workers have loaded when they are started
"""
