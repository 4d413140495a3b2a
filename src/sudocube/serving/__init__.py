"""The page that `sudocube serve` shows in a browser, and its lesson, which also works without a server.

request_fields     the body of one request, read field by field with limits
page_commands      what a page can ask for: commands by name, their lanes and limits of time
verdict_rows       the command `check`: the verdict on a puzzle while it is typed
board_rows         what the board asks: clashes and candidates, puzzles in a text, all formats, examples
crosscheck_rows    the commands `engines` and `crosscheck`: several engines, answer by answer
solution_rows      the commands `solutions` and `count`: all solutions, and how many
diagnosis_rows     the command `diagnose`: why none or several, and what to change
page_engines       the engines that a request may name
page_jobs          jobs, done by the workers of a pool; how many wait, and what ends one
preloaded          what these workers have loaded when they are started
request_guard      who may ask: host, origin, token, length; and the headers of every answer
job_answers        one job as the answer to a request: rows as they come, ended when the reader is gone
uploaded_lists     lists that come in parts, kept for a while
page_server        the routes of the application, and the server itself
lesson_data        the data of the lesson's scenes by name, for the server and for the static edition
lesson_rows        the lesson's commands: `data`, and `prove-clauses` while somebody types
lesson_text        the texts of the scenes, with passages of the written lesson, as HTML
static_edition     the lesson as files for any web server
rule_rows          the clauses of the rules, statement by statement, and those of triads
choice_rows        which of the eight statements are enough together: proved, or refuted by a grid
way_rows           the clauses of each way to write "at most one" of a line
ranking_rows       encodings measured on the twenty puzzles of the lesson, puzzle by puzzle
clause_rows        the panel Clauses: the catalogue, the clauses of a place, traces
step_rows          the panel Step by step: the steps of a method, and cells that somebody chose
proof_rows         the panel Proof: a certificate, the events of its proof, its check
made_plans         what the panel Make one asks for: a plan, and its command line
made_rows          the panel Make one: a new puzzle, from its seed
sheet_rows         the panel Make one: puzzles to print
rating_rows        how hard a puzzle is: the command `rate`, and in words
list_rows          the panel A list: a row for each puzzle of a file
typed_clause_rows  clauses that somebody typed: proved, or refuted by a grid
"""
