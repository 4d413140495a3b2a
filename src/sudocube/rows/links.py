"""Puzzles in links: the sites whose links hold the puzzle itself, read and written.

| site | link | what it holds |
|---|---|---|
| f-puzzles | `f-puzzles.com/?load=…`, and other sites that load the same | JSON as an LZ-string |
| SudokuPad | `sudokupad.app/scl…`, `ctc…` (its own JSON), `fpuz…` (that of f-puzzles) | the same |
| Penpa+ | `…/penpa-edit/#m=edit&p=…` | lines of text and JSON, deflated |
| Interactive Sudoku Solver | `?q=.~R1C1_5…` | constraints |
| SudokuWiki | `sudoku.htm?bd=…` | 81 digits, or `S9B` and two symbols in base 36 for each cell |

Only what was given is a clue, not what a player entered, and the boxes have to be in the link. What a link
holds besides is either known to carry no rule (title, text of the rules, marks, colours of cells), or it is
named and the puzzle refused: a puzzle with a cage is never decided without it. Free text decides nothing.

Sources: LZ-string by Pieroxy (2013, pieroxy.net/blog/pages/lz-string); SudokuPad's tools by Sven Neumann
(2021, github.com/SudokuPad/sudokutools), for its zipper, too; SudokuSolver by David Clamage (2021,
github.com/dclamage/SudokuSolver), for f-puzzles; Penpa+ by Swaroop Guggilam (2020,
github.com/swaroopg92/penpa-edit); Interactive Sudoku Solver by Sigh (2020,
github.com/sigh/Interactive-Sudoku-Solver).
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

from sudocube.errors import FormatError, PuzzleError, quoted
from sudocube.geometry import BLANKS, GEOMETRIES, SYMBOLS, Geometry
from sudocube.puzzle import Board, Puzzle
from sudocube.rows.entry import Entry, Fault, Style, name_before, title_of

SITES = ("f-puzzles", "sudokupad", "sudokuwiki")
"""The sites to which `link_of` writes links."""


def linked(text: str, fixed: Geometry | None = None) -> Entry | None:
    """The puzzle of the link in a text, or why it is refused, without its place.

    None where there is no link of a site that puts puzzles into links. A link is refused that is damaged,
    whose puzzle is not classic Sudoku of a known size, or not of the geometry that the user `fixed`, or that
    is beside another one. A short link, which only names a puzzle that the site keeps, is refused where it
    stands alone, and else passed over.

    >>> entry = linked("try https://www.sudokuwiki.org/sudoku.htm?bd=" + 78 * "0" + "123")
    >>> str(entry.puzzle)[-5:], entry.title
    ('..123', 'try')
    >>> linked("https://www.example.org/sudoku") is None
    True
    """
    found: Entry | None = None
    for address in _ADDRESS.finditer(text):
        try:
            one = _linked(address[1], is_alone=address[0] == text.strip())
            if one and found:
                raise Fault("several links to puzzles", "one of them on each line")
            if one and one.puzzle and fixed not in (None, one.puzzle.geometry):
                raise Fault(f"a puzzle of {one.puzzle.geometry} in the link", f"{fixed} as asked for")
        except FormatError as error:
            return Entry.wrong(error.moved("", None, address.start() + 1))
        if one:
            found = replace(one, title=one.title or name_before(text[: address.start()]))
    return found


def _linked(address: str, *, is_alone: bool) -> Entry | None:
    """The puzzle of one address; None if it is not of a known site, or short and not alone."""
    for site, pattern, read in _SITES:
        if match := re.fullmatch(pattern, address):
            try:
                return read(*(unquote(part or "") for part in match.groups()))
            except FormatError:
                raise
            except PuzzleError as error:
                raise _not_classic(f"a puzzle that cannot be read ({error})") from None
            except _DAMAGED:
                raise Fault(f"a damaged link of {site}", "the whole link, as the site gives it") from None
    for pattern, expected in _SHORT if is_alone else ():
        if match := re.fullmatch(pattern, address):
            expected = expected.format(*match.groups())
            raise Fault("a link that holds no puzzle in a known form", expected)
    return None


_DAMAGED = (AttributeError, LookupError, NameError, RecursionError, TypeError, ValueError, zlib.error)


def _not_classic(found: str) -> FormatError:
    return Fault(found, "classic Sudoku, with no rules but those of rows, columns and boxes")


# f-puzzles and SudokuPad: JSON, which is read as it comes; what has another form is a damaged link.

_Json: TypeAlias = Any
_ABOUT = """title author authors rules ruleset description source solution video videos duration msgcorrect
setter editor difficulty date copyright id"""
_KNOWN = f"""{_ABOUT} size grid cells cellSize regions settings metadata metaData cage cages
highlightConflicts disabledlogic truecandidatesoptions"""
_CELL = """value given region c cArray color colour highlight centerPencilMarks cornerPencilMarks pencilMarks
centremarks cornermarks"""


def _f_puzzles(data: str) -> Entry:
    """Cells may name their regions; those that do not are in the usual box."""
    document = _json(data)
    cells, usual = _cells_of(document["grid"])
    if document.get("size", usual.size) != usual.size:
        raise ValueError("two sizes")
    regions = [cell.get("region", usual.box(place)) for place, cell in enumerate(cells)]
    values = [cell["value"] if cell.get("given") else None for cell in cells]
    return _entry(_about(document, "cage"), values, _boxes(regions))


def _sudokupad(data: str) -> Entry:
    """Regions are lists of cells, and a value is given."""
    document = _json(data)
    cells, usual = _cells_of(document["cells"])
    listed = list(enumerate(document.get("regions") or []))
    places = [[*divmod(place, usual.size)] for place in range(usual.cell_count)]
    regions = [tuple(number for number, region in listed if place in region) for place in places]
    values = [None if cell.get("given") is False else cell.get("value") for cell in cells]
    return _entry(_about(document, "cages"), values, _boxes(regions))


def _json(data: str) -> _Json:
    """The object in an LZ-string in base 64: JSON, or what SudokuPad's zipper makes of it."""
    from lzstring import LZString

    text = LZString().decompressFromBase64(_BASE_64.findall(data)[0])
    text = text.encode("utf-16", "surrogatepass").decode("utf-16")
    try:
        return json.loads(text)
    except ValueError:
        return json.loads(_ZIPPED.sub(_unzipped, text))


_BASE_64 = re.compile(r"[\w+/-]+=*")
_ZIPPED = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|([^\[\]{},:'"\s]+)(:?)|(?<=[\[,])(?=[\],])""")
_SHORT_KEYS = {"ce": "cells", "ca": "cages", "re": "regions", "v": "value", "t": "title", "cs": "cellSize"}
_SHORT_KEYS |= {"a": "arrows", "l": "lines", "o": "overlays", "u": "underlays", "vd": "videos"}


def _unzipped(token: re.Match[str]) -> str:
    """The JSON for a part of the zipper's text: single quotes, short keys without any, nothing for `{}`."""
    text, word, is_key = token.groups()
    if text:
        return '"' + text[1:-1].replace("\\'", "'") + '"'
    if is_key:
        return f'"{_SHORT_KEYS.get(word, word)}":'
    if word and not re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null", word):
        return {"t": "true", "f": "false"}.get(word, json.dumps(word))
    return word or "{}"


def _cells_of(rows: _Json) -> tuple[list[dict[str, _Json]], Geometry]:
    """The cells of n rows of n, and the usual boxes."""
    if any(len(row) != len(rows) for row in rows):
        raise ValueError("no square")
    cells = [cell for row in rows for cell in row]
    for cell in cells:
        _refuse_others(cell, _CELL)
    return cells, Geometry.of_size(len(rows))


def _about(document: _Json, cages: str) -> dict[str, _Json]:
    """Title, solution and the like, from a document, its metadata, and its cages that hold `name: text`."""
    _refuse_others(document, _KNOWN)
    about = (document.get("metadata") or {}) | (document.get("metaData") or {})
    for cage in document.get(cages) or []:
        named = re.match(r"([^: ]+):\s*(.*)", str(cage.get("value", "")), re.DOTALL)
        about |= {named[1]: named[2]} if named else {cages: True}
    _refuse_others(about, _ABOUT)
    return {**document, **about}


def _refuse_others(item: Mapping[str, object], known: str) -> None:
    """Refuse what is neither among the known words nor empty."""
    others = sorted(quoted(key) for key, value in item.items() if value and key not in known.split())
    if others:
        raise _not_classic(f"a puzzle with {', '.join(others)}")


def _boxes(regions: Sequence[object]) -> Geometry:
    """The geometry whose boxes these are: for each cell, the name of its region."""
    for geometry in GEOMETRIES:
        if geometry.cell_count == len(regions):
            pairs = {(geometry.box(cell), region) for cell, region in enumerate(regions)}
            if len(pairs) == len(set(regions)) == geometry.size:
                return geometry
    raise _not_classic(f"a puzzle with{' regions that are not' if any(regions) else 'out'} boxes")


def _entry(about: _Json, values: Iterable[object], geometry: Geometry) -> Entry:
    """The puzzle of the values of cells (numbers, perhaps as text; nothing), with its title and solution.

    A solution with open cells is none; what else stands in its place is handed on.
    """
    cells = ["" if value is None else str(value) for value in values]
    for place, text in enumerate(cells):
        if text and not (text.isdecimal() and 0 < int(text) <= geometry.size):
            raise Fault(f"{quoted(text)} in {geometry.cell_name(place)}", f"a digit, 1 to {geometry.size}")
    puzzle, solution = Puzzle(bytes(int(text or 0) for text in cells), geometry), about.get("solution") or ""
    symbols = {str(digit): SYMBOLS[digit] for digit in geometry.digits}
    cells = [*map(str, solution.split(",") if "," in solution else solution)]
    answer = [symbols.get(cell, cell) for cell in cells]
    is_open = not {*BLANKS, "", "None"}.isdisjoint(answer)
    stored = None if is_open else "".join(answer) or None
    title = title_of(str(about.get("title") or "")) or None
    return Entry("", puzzle, None, Style(box_shown=True), stored=stored, title=title)


# Penpa+: a drawing, in a grid of places that is two wider on each side; behind them, the corners are counted.

_PENPA = """zG grid zS surface zL line zE lineE zW wall zC cage zN number zY symbol zR command_redo
zU command_undo z8 command_replay z1 numberS zF freeline z2 freelineE zT thermo z3 arrows zD direction
z0 squareframe z5 polygon z4 deletelineE z6 killercages z7 nobulbthermo z_ __a"""
_PENPA_WORDS = {short: f'"{word}"' for short, word in re.findall(r"(z.) (\w+)", _PENPA)}
_PENPA_WORDS |= {"zZ": "z", "zO": "null"}


def _penpa(data: str) -> Entry:
    """Numbers are the clues, and lines have to be those of boxes.

    Line 0 is about the grid; 1 has the space around it, 3 what is drawn, and 17 the kinds of puzzle.
    """
    text = zlib.decompress(b64decode(_BASE_64.findall(data)[0]), -zlib.MAX_WBITS).decode()
    lines = re.sub("z.", lambda short: _PENPA_WORDS.get(short[0], f'"{short[0]}"'), text).split("\n")
    about = lines[0].split(",")
    form, across, down, _, *turned = about[:7]
    if form not in ("sudoku", "square") or across != down or turned != ["0", "1", "1"]:
        raise _not_classic("a drawing that is not an upright square")
    drawn, size = json.loads(lines[3]), Geometry.of_size(int(across)).size
    _refuse_others(dict.fromkeys(json.loads("".join(lines[17:18]) or "[]"), True), "classic")
    _refuse_others(drawn, "number lineE command_redo command_undo command_replay")
    clues = {place: _penpa_clue(*number[:3]) for place, number in drawn["number"].items()}
    places = [str((row + 2) * (size + 4) + column + 2) for row in range(size) for column in range(size)]
    if any(json.loads(lines[1])) or not clues.keys() <= set(places):
        raise _not_classic("a puzzle with space or numbers outside of the grid")
    title = "".join(about[15:16]).removeprefix("Title:").replace("%2C", ",")
    return _entry({"title": title}, map(clues.get, places), _penpa_boxes(size, set(drawn["lineE"])))


def _penpa_clue(text: _Json, colour: object, kind: object) -> str:
    """The digits of a number that is drawn; candidates (kind 7) are a clue if there is only one."""
    if kind == "1":
        return str(text).strip()
    marks = [str(place + 1) for place, mark in enumerate(text) if mark == 1]
    if kind != "7" or len(marks) > 1:
        raise _not_classic("a puzzle with small numbers or candidates in a cell")
    return "".join(marks)


def _penpa_boxes(size: int, drawn: set[str]) -> Geometry:
    """The geometry whose boxes are drawn, with the frame or without it; an edge is a pair of corners."""
    wide = size + 4
    first = wide * wide + wide + 1  # the corner at the top left

    def edges(down: int, across: int) -> set[str]:
        """Those of lines after so many rows, and after so many columns."""
        rows = ((first + row * wide + at, 1) for row in range(0, size + 1, down) for at in range(size))
        columns = ((first + at * wide + k, wide) for k in range(0, size + 1, across) for at in range(size))
        return {f"{corner},{corner + step}" for corner, step in (*rows, *columns)}

    for geometry in (geometry for geometry in GEOMETRIES if geometry.size == size):
        if edges(size, size) | drawn == edges(geometry.box_rows, geometry.box_columns):
            return geometry
    raise _not_classic(f"a {'puzzle with lines that are not those of' if drawn else 'drawing without'} boxes")


def _interactive(query: str) -> Entry:
    """Constraints such as `.Shape~6x6.~R1C1_5~R1C2_3`; symbols may be the regions of a jigsaw there."""
    text = "".join(query.split())
    if not re.search("[.].*[a-z~]", text):
        raise Fault("symbols alone", "constraints, such as .~R1C1_5, or no link around the symbols")
    constraints = [constraint.split("~") for constraint in text.split(".")]
    _refuse_others({name: name for name, *_ in constraints}, "Given Shape")
    shape = ["~".join(form) for name, *form in constraints if name == "Shape"] or ["9x9"]
    square = re.fullmatch(r"(\d+)x\1", ".".join(shape))
    if not square:
        raise _not_classic(f"a grid of {shape[0]}")
    geometry = Geometry.of_size(int(square[1]))
    sides = "123456789abcdefg"[: geometry.size]  # in base 17
    values = {f"r{row}c{column}": "" for row in sides for column in sides}
    for given in (given for name, *givens in constraints if name != "Shape" for given in givens):
        cell, _, digit = given.lower().partition("_")
        if not digit or values.get(cell) not in ("", digit):
            raise Fault(quoted(given), "a cell of the grid with one digit, such as R1C1_5")
        values[cell] = digit
    return _entry({}, values.values(), geometry)


def _sudokuwiki(page: str, board: str) -> Entry:
    """In base 36, 1 to 9 are given, 10 to 18 entered, and others candidates."""
    if page.lower() != "sudoku.htm":
        raise _not_classic(f"the page {quoted(page)} of SudokuWiki")
    if packed := re.fullmatch("S9B([0-9a-z]{162})[.:!]?", board):
        values = [int(packed[1][at : at + 2], 36) for at in range(0, 162, 2)]
    elif re.fullmatch("[0-9.]{81}", board):
        values = [int(cell) for cell in board.replace(".", "0")]
    else:
        raise Fault(f"{len(board)} symbols, {quoted(board[:9])} …", "81 digits, or S9B and 162 symbols")
    return _entry({}, (value if 0 < value < 10 else None for value in values), Geometry(3, 3))


_ADDRESS = re.compile(r"(?i)https?://(?:www\.)?([^\s<>\"'`()\[\]|,;*]+)")
_PAD = (
    r"(?i:(?:[\w-]+\.)?sudokupad\.app|(?:app|test)\.crackingthecryptic\.com)/(?:sudoku/?)?"
    r"(?:[^?#]*[?].*\bpuzzleid=)?"
)
_COPY = "https://sudokupad.app/ and behind it what https://sudokupad.app/api/puzzle/"
_SITES = (
    ("f-puzzles", r"(?i:f-puzzles\.com)/.*[?&]load=([^&#]+).*", _f_puzzles),
    ("f-puzzles", r".*[?&#]load=(N4Ig[^&#]*).*", _f_puzzles),  # `{"` and most of a word, on any site
    ("SudokuPad", _PAD + "fpuz(?:zles)?([^?&#]{21,}).*", _f_puzzles),
    ("SudokuPad", _PAD + "(?:ctc|scl)([^?&#]{21,}).*", _sudokupad),
    ("Penpa+", r".*/penpa-edit.*?[?&#]p=([^&]+).*", _penpa),
    ("Interactive Sudoku Solver", r"(?i:sigh\.github\.io)/.*[?&]q=([^&#]+).*", _interactive),
    ("SudokuWiki", r"(?i:sudokuwiki\.org)/([^?#]*).*[?&]bd=([^&#]+).*", _sudokuwiki),
)
"""The address of each site, without its beginning, with what holds the puzzle as groups; and who reads it."""

_SHORT = (
    (r"(?i:f-puzzles\.com)/.*[?&]id=([^&#]+).*", "the link that Export gives, with ?load= and the puzzle"),
    (_PAD + "scf.*", "a link with the puzzle behind scl, ctc or fpuz"),
    (_PAD + "([^?&#]+?)[.:!]*(?:[?&#].*)?", f"{_COPY}{{}} shows"),
)
"""The addresses of links that hold no puzzle, or in another form, and what to copy instead."""


def link_of(board: Board, site: str) -> str:
    """The link to a board on one of SITES, of a size that it holds; all of its digits are given.

    >>> link_of(Board("1.....2..3.....4"), "f-puzzles")[:37]
    'https://www.f-puzzles.com/?load=N4Igz'
    """
    geometry, size = board.geometry, board.geometry.size
    places = range(geometry.cell_count)

    def rows(cells: Sequence[object]) -> list[Sequence[object]]:
        return [cells[at : at + size] for at in places[::size]]

    if site == "sudokuwiki":
        return f"https://www.sudokuwiki.org/sudoku.htm?bd={str(board).replace('.', '0')}"
    if site == "f-puzzles":
        cells = [{"value": value, "given": True} if value else {} for value in board.cells]
        if geometry != Geometry.of_size(size):
            cells = [cell | {"region": geometry.box(place)} for place, cell in enumerate(cells)]
        return "https://www.f-puzzles.com/?load=" + _compressed({"size": size, "grid": rows(cells)})
    values = [{"value": str(value)} if value else {} for value in board.cells]
    regions = [[divmod(place, size) for place in places if geometry.box(place) == box] for box in range(size)]
    document = {"cellSize": 50, "cells": rows(values), "regions": regions}
    return "https://sudokupad.app/scl" + _compressed(document)


def _compressed(document: object) -> str:
    """JSON as an LZ-string in base 64, for a link."""
    from lzstring import LZString

    return quote(LZString().compressToBase64(json.dumps(document, separators=(",", ":"))), safe="")
