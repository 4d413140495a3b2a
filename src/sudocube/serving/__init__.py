"""The page that `sudocube serve` shows in a browser, and its lesson, which also works without a server.

page_commands    commands by name, the fields of a request, and the lines of a job, as a worker makes them
puzzle_rows      puzzles: verdict and solutions, engines, diagnosis; those of a file; puzzles made
reason_rows      why: steps of methods, the proof and its check, clauses and traces
lesson           the scenes of the lesson: their texts, with passages of the written one, and their data
static_edition   the lesson as files for any web server
page_server      the routes of the application, who may ask, jobs and what ends one, and the server itself
preloaded        what these workers have loaded when they are started
"""

from pathlib import Path

STATIC = Path(__file__).with_name("static")
"""The files of the page."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: what this server has, and nothing from elsewhere; no inline script, no frame, no
form."""
