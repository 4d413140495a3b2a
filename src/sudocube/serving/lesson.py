"""The scenes of the lesson: their texts, their data by name, and the proof of clauses that somebody types.

The texts are our own Markdown, with passages of the written lesson. The one of a scene stands in
`lesson_texts/NAME.md`:

    # The cube                      the title
    One sentence.                   the summary
    ## Question                     what is asked before anything is shown, then what one can choose
    - [ ] 9
    - [x] 10                        … and which of it is right
    ## Answer                       what is said when one has chosen
    ## Anything else                the text below the scene; all further headings belong to it

A line `<!-- lesson: NAME -->` stands for a passage of the written lesson, `encodings/README.md`. There the
passage lies between the same line and `<!-- end -->`. So what both say is written once. Links within the
checkout lead nowhere on the page, so they become plain text.

The server sends the data, and the static edition is built from them. A name is all that a scene says, and
each name that there can be is in `DATA`. `extended` has eight statements: for each family of lines at
least one, and at most one. Encodings such as `minimal` and `dual` consist of some of these. Which sets of
the eight are enough? Of 256 few have to be proved or refuted: what is sound stays sound when statements
are added, what is refuted stays so when some are left out, and no set loses a grid, since all follow from
the rules. So these are enough: proved, for each family one of its two statements, not all four the same
(fourteen sets); refuted, all four that say "at least one", all four that say "at most one", and all but
the two of one family, for each of the four families.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from html import escape
from importlib.resources import files
from itertools import groupby, product
from typing import Annotated

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Meta

from sudocube import examples
from sudocube.cube import Family
from sudocube.encoder import load
from sudocube.encoder.at_most_one import WAYS, pattern
from sudocube.encoder.catalogue import root as catalogue_root
from sudocube.encoder.cnf import encoded_lines
from sudocube.encoder.own_clause_file import parse_clauses
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding, Statement
from sudocube.geometry import GEOMETRIES, SIZES, Geometry
from sudocube.lab import compare, prove, trace
from sudocube.lab.measuring import EFFORTS
from sudocube.puzzle import Puzzle
from sudocube.report.comparisons import puzzle_rows
from sudocube.report.encodings import clause_rows
from sudocube.report.lab import trace_rows
from sudocube.report.row import PlainRow, as_dict, row_of
from sudocube.serving.page_commands import known

SCENES = ("cube", "exactly-one", "fire", "learn", "views", "at-most-one", "your-own", "ranking", "matching")
"""The scenes, in their order; the names of their texts, of their modules and in their addresses."""

_PASSAGE = re.compile(
    r"^<!-- lesson: (?P<name>[a-z-]+) -->\n(?P<text>.*?)^<!-- end -->$", re.DOTALL | re.MULTILINE
)
_PLACE = re.compile(r"^<!-- lesson: (?P<name>[a-z-]+) -->$", re.MULTILINE)
_COMMENT = re.compile(r"^<!--.*?-->\n?", re.MULTILINE)
_HEADING = re.compile(r"^## (?P<heading>.+)$", re.MULTILINE)
_CHOICE = re.compile(r"^- \[(?P<mark>[ x])\] (?P<text>.+)$", re.MULTILINE)
_LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?!https?:)[^)]*\)")


@cache
def scene_row(name: str) -> PlainRow:
    """What a scene says, as a JSON row. Raises KeyError for a name that is not in `SCENES`.

    `number` counts from 1; `question`, `answer`, `text` and each of the `choices` are HTML.

    >>> scene_row("cube")["title"], [one["html"] for one in scene_row("cube")["choices"] if one["right"]]
    ('The cube', ['10'])
    """
    if name not in SCENES:
        raise KeyError(name)
    text = (files("sudocube.serving") / "lesson_texts" / f"{name}.md").read_text("utf-8")
    head, *sections = _HEADING.split(text)
    title, _, summary = head.strip().partition("\n")
    texts = dict(zip(sections[::2], sections[1::2], strict=True))
    question, answer = texts.pop("Question"), texts.pop("Answer")
    choices = _CHOICE.finditer(question)
    return {
        "name": name,
        "number": SCENES.index(name) + 1,
        "title": title.removeprefix("# "),
        "summary": " ".join(summary.split()),
        "question": as_html(_CHOICE.sub("", question)),
        "choices": [
            {"html": _markdown().renderInline(one["text"]), "right": one["mark"] == "x"} for one in choices
        ],
        "answer": as_html(answer),
        "text": as_html("".join(f"## {heading}\n{body}" for heading, body in texts.items())),
    }


def lesson_row() -> PlainRow:
    """All scenes in their order, with their titles, as a JSON row."""
    heads = ("name", "number", "title", "summary")
    return {"scenes": [{one: scene_row(name)[one] for one in heads} for name in SCENES]}


def as_html(markdown: str) -> str:
    """Markdown of ours as HTML, with the passages of the written lesson in their places.

    Raises KeyError for a passage that the written lesson does not have.
    """
    whole = _PLACE.sub(lambda found: passages()[found["name"]], markdown)
    html: str = _markdown().render(_LINK.sub(r"\g<text>", _COMMENT.sub("", whole)))
    return html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )


@cache
def passages() -> dict[str, str]:
    """The marked passages of the written lesson, as Markdown, by their names."""
    text = (catalogue_root() / "README.md").read_text("utf-8")
    return {found["name"]: found["text"] for found in _PASSAGE.finditer(text)}


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("code_block", _preformatted)
    markdown.add_render_rule("fence", _preformatted)
    return markdown


def _preformatted(_renderer: object, tokens: list[Token], place: int, *_: object) -> str:
    """A block of code, which can be scrolled with the keyboard where it is wide."""
    return f'<pre class="wide" tabindex="0"><code>{escape(tokens[place].content)}</code></pre>\n'


PART_OF_EXTENDED = ("dual", "minimal", "efficient", "extended")
"""Encodings that consist of statements of `extended`."""


def size_row(geometry: Geometry) -> PlainRow:
    """The fields that name a geometry."""
    return {"size": geometry.size, "box": geometry.box_name}


def rule_clauses_row(geometry: Geometry) -> PlainRow:
    """The eight statements of `extended`, each with its clauses, and which of them each encoding has.

    Clauses that two statements have are in both.

    >>> row = rule_clauses_row(Geometry.of_size(4))
    >>> [(one["name"], len(one["clauses"])) for one in row["statements"]][:2]
    [('cell at least one', 16), ('cell at most one', 96)]
    >>> row["encodings"]["dual"]
    ['cell at most one', 'row at least one', 'column at least one', 'box at least one']
    """
    row = _clauses_row(load("extended"), geometry)
    encodings = {name: [statement_name(one) for one in load(name).statements] for name in PART_OF_EXTENDED}
    return {**row, "encodings": encodings}


def named_clauses_row(geometry: Geometry) -> PlainRow:
    """Each clause of `extended` once, in the order of the encoding, as `encodings show --all --json` has it.

    >>> row = named_clauses_row(Geometry.of_size(4))
    >>> len(row["clauses"]), row["clauses"][0]["line"], row["clauses"][0]["literals"][0]
    (384, 'r1c1', 'x[r1c1,1]')
    """
    clauses = [*map(as_dict, clause_rows(load("extended"), geometry))]
    return {"encoding": "extended", **size_row(geometry), "clauses": clauses}


def triad_clauses_row(geometry: Geometry) -> PlainRow:
    """The statements of `triads`, with their clauses and the names of the triads' variables.

    >>> row = triad_clauses_row(Geometry.of_size(9))
    >>> row["triads"][0]
    't[row 1,box 1,1]'
    """
    encoding = load("triads")
    variables = Variables(encoding, geometry)
    names = [variables.name(n) for n in range(variables.first["triads"], variables.declared + 1)]
    return {**_clauses_row(encoding, geometry), "triads": names}


def statement_name(statement: Statement) -> str:
    """The name of a statement in the lesson, such as "cell at least one"."""
    return f"{statement.subject} {statement.says.replace('_', ' ')}"


def _clauses_row(encoding: Encoding, geometry: Geometry) -> PlainRow:
    """An encoding of which no line has auxiliary variables, with its clauses statement by statement."""
    lines = groupby(encoded_lines(encoding, geometry), lambda line: line.statement)
    statements = [
        {"name": statement_name(one), "clauses": [[*clause] for line in written for clause in line.clauses]}
        for one, written in lines
    ]
    return {"encoding": encoding.name, **size_row(geometry), "statements": statements}


SAYS = ("at_least_one", "at_most_one")


def choices_row(geometry: Geometry) -> PlainRow:
    """The sets of statements that are proved or refuted, each with its row of `encodings prove --json`,
    but for its seconds.

    >>> row = choices_row(Geometry.of_size(4))
    >>> len(row["choices"]), sum(one["proof"]["sound"] for one in row["choices"])
    (20, 14)
    """
    choices = []
    for encoding in map(encoding_of_statements, decisive_sets()):
        proof = as_dict(row_of(prove(encoding, geometry, timeout=None)))
        del proof["seconds"]  # the same data in each build
        choices.append({"statements": [*map(statement_name, encoding.statements)], "proof": proof})
    return {**size_row(geometry), "choices": choices}


def decisive_sets() -> Iterator[frozenset[Statement]]:
    """The twenty sets: fourteen that are enough, and the six largest ones that are not."""
    of = {(one.subject, one.says): one for one in load("extended").statements}
    for choice in product(SAYS, repeat=len(Family)):
        yield frozenset(of[family, says] for family, says in zip(Family, choice, strict=True))
    for without in Family:
        yield frozenset(one for (family, _), one in of.items() if family != without)


def encoding_of_statements(kept: frozenset[Statement]) -> Encoding:
    """`extended` with some of its statements only."""
    encoding = load("extended")
    return replace(encoding, statements=tuple(one for one in encoding.statements if one in kept))


def ways_row() -> PlainRow:
    """How many clauses and auxiliary variables each way takes, for each size.

    >>> row = ways_row()
    >>> row["sizes"], row["ways"][0]["way"], row["ways"][0]["clauses"]
    ([4, 6, 8, 9, 10, 12, 15, 16, 20, 25], 'pairwise', [6, 15, 28, 36, 45, 66, 105, 120, 190, 300])
    """
    ways: list[PlainRow] = []
    for way in WAYS:
        source = None if way == "pairwise" else str(load(way).source)
        clauses, auxiliary = zip(*(pattern(way, size) for size in SIZES), strict=True)
        ways.append(
            {"way": way, "source": source, "clauses": [*map(len, clauses)], "auxiliary": [*auxiliary]}
        )
    return {"sizes": list(SIZES), "ways": ways}


def way_clauses_row(size: int) -> PlainRow:
    """The clauses of each way for the literals 1 to `size`; auxiliary variables have numbers above `size`.

    >>> ways = {one["way"]: one for one in way_clauses_row(9)["ways"]}
    >>> len(ways["commander"]["clauses"]), ways["commander"]["auxiliary"]
    (24, 3)
    """
    patterns = {way: pattern(way, size) for way in WAYS}
    ways = [
        {"way": way, "auxiliary": added, "clauses": [*map(list, clauses)]}
        for way, (clauses, added) in patterns.items()
    ]
    return {"size": size, "ways": ways}


RANKED = ("binary", "triads", "sequential-counter", "dual", "minimal", "extended")
"""The encodings that are ranked, of each strength of unit propagation one or two. They stand in this order
before somebody has ranked them: it tells nothing of theirs."""

PUZZLES = "by-strength"
"""The example with the puzzles."""

KINDS = (
    ("naked singles", 4),
    ("hidden singles in boxes", 4),
    ("hidden singles in rows and columns", 4),
    ("locked candidates", 4),
    ("none of these is enough", 4),
)
"""What the puzzles need, in their order, and how many there are of each kind."""


def ranking_row() -> PlainRow:
    """The puzzles; the figures of each encoding, and what was counted for each puzzle; a shuffled order.

    A puzzle that was not checked in full has no counts: null. Seconds are left out, since they say more of
    the machine than of the encodings.
    """
    wanted = ["unit_propagation", "failed_literals", *(one for one in EFFORTS if one != "seconds")]
    encodings = []
    for figures in compare(examples.puzzles(PUZZLES), sorted(RANKED), jobs=1):
        row = as_dict(row_of(figures, spread=None))
        row["by_puzzle"] = [{name: one[name] for name in wanted} for one in puzzle_rows(figures)]
        encodings.append({name: one for name, one in row.items() if "seconds" not in name})
    return {**strength_puzzles_row(), "encodings": encodings, "shuffled": [*RANKED]}


def strength_puzzles_row() -> PlainRow:
    """The twenty puzzles, with what each of them needs.

    >>> row = strength_puzzles_row()
    >>> len(row["puzzles"]), row["puzzles"][0]["kind"]
    (20, 'naked singles')
    """
    kinds = [kind for kind, number in KINDS for _ in range(number)]
    puzzles = zip(map(str, examples.puzzles(PUZZLES)), kinds, strict=True)
    return {"kinds": [*dict(KINDS)], "puzzles": [{"puzzle": one, "kind": kind} for one, kind in puzzles]}


SMALL_SHAPE = Geometry.of_size(4)
"""The geometry of typed clauses: so small that each proof ends while somebody types."""


STUCK, DECIDED = "..2.....1.3..3..", "r1c2=1, r2c4!=4, r3c2=2"
"""The puzzle of the scene in which a solver gets stuck, and what it decides then."""


def learning_row() -> PlainRow:
    """A trace with decisions, a conflict and what is learned from it: rows of `encodings trace --json`.

    >>> row = learning_row()
    >>> [len(step["resolutions"]) for step in row["steps"] if "conflict" in step]
    [4]
    """
    *steps, _ = trace_rows(trace(Puzzle(STUCK), "extended", decide=DECIDED))
    return {"puzzle": STUCK, "steps": [*map(as_dict, steps)]}


SHAPES = tuple(one for one in GEOMETRIES if one.size in (SMALL_SHAPE.size, 9))
"""The geometries that a puzzle in the lesson may have: 9×9 where a scene says so."""


DATA: dict[str, Callable[[], PlainRow]] = {
    "lesson": lesson_row,
    **{f"scene-{name}": partial(scene_row, name) for name in SCENES},
    "clauses": partial(named_clauses_row, SMALL_SHAPE),
    **{f"rules-{one.box_name}": partial(rule_clauses_row, one) for one in SHAPES},
    **{f"triads-{one.box_name}": partial(triad_clauses_row, one) for one in SHAPES},
    "choices-2x2": partial(choices_row, SMALL_SHAPE),
    "ways": ways_row,
    **{f"way-clauses-{size}": partial(way_clauses_row, size) for size in SIZES},
    "learning": learning_row,
    "strength-puzzles": strength_puzzles_row,
    "ranking": ranking_row,
}
"""What makes the data of each name."""


@cache
def lesson_data(name: str) -> PlainRow:
    """The data of a name in DATA; made once in each worker, as those of some scenes take seconds.

    >>> lesson_data("rules-2x2")["box"]
    '2x2'
    """
    return DATA[name]()


def data_rows(name: str) -> Iterator[PlainRow]:
    """The data of one name: a single row. Raises RefusedRequestError for a name that has none."""
    yield lesson_data(known("name", name, DATA))


VARIABLE_AT_MOST, TYPED_SECONDS = 1_000, 10.0


def proof_of_typed_rows(text: Annotated[str, Meta(max_length=60_000)]) -> Iterator[PlainRow]:
    r"""The row of `encodings prove --json` for clauses in DIMACS without a header, for a grid of 4×4.

    Variables above 64 are auxiliary. All rules as pairs have about 5,000 characters. Raises
    EncodingError where the text is no DIMACS.

    >>> [row] = proof_of_typed_rows("1 2 3 4 0\n")
    >>> row["sound"], row["complete"], row["broken"]["rule"]
    (False, True, 'a digit twice in a unit')
    """
    typed = parse_clauses(f"p cnf {VARIABLE_AT_MOST} {text.split().count('0')}\n{text}", "your clauses")
    yield as_dict(row_of(prove(typed, SMALL_SHAPE, timeout=TYPED_SECONDS)))
