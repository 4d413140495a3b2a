"""What a solver printed may be anything: it is read in linear time, up to a limit on length and on time."""

import io
from contextlib import suppress
from typing import Any

import pytest

from sudocube.errors import FormatError, InputError, SudocubeError
from sudocube.exchange import FORMATS, decode
from sudocube.solver_texts import solver_output
from sudocube.solver_texts.solver_output import LONGEST_OUTPUT, OutputText, read_output_text
from tests.exchange.outputs import PRINTED
from tests.exchange.test_solver_formats import PUZZLE, model_of
from tests.growth import GENEROUS, growth

REPEATED = [
    (None, "", "\n", ""),
    (None, "", " \n", ""),
    (None, "", "\r", ""),
    (None, "", "sat\n", ""),
    (None, "", "s UNKNOWN\n", ""),
    (None, "", "x=[", ""),
    (None, "", "x=array1d(", ""),
    ("smtlib", "", "\n", "sat"),
    ("smtlib", "sat\n", "(x1 ", ""),
    ("smtlib", "sat\n", "(define-fun x1 (", ""),
    ("minizinc", "", "x=[", "\n----------\n"),
    ("minizinc", "", "x=array1d(", "\n----------\n"),
    ("minizinc", "", "cell = ", "\n----------\n"),
    ("minizinc", "", "x=[]\n----------\n", ""),
    ("minizinc", '{"x":' + 300 * "[", "1,", "1" + 300 * "]" + "}\n----------\n"),
    ("cpsat", "", "\n", "status: OPTIMAL"),
    ("cpsat", "status: OPTIMAL\n", "\n", "solution: 1"),
    ("cpsat", "status: OPTIMAL\n", "solution: [1,\n", ""),
    ("cpsat", "status: OPTIMAL\nsolution: [1", " ", ""),
    ("lp", "Model status", "\n", "7"),
    ("lp", "", "Model status\n", ""),
    ("lp", "Status: OPTIMAL\n", "1 ", "x"),
    ("lp", "Status: OPTIMAL\n1 1 1", "1", "x"),
    ("lp", "s mip 4 64 o 0\n", "j 1 1\n", ""),
    ("asp", "", "Answer: 1\n\n", ""),
    ("asp", "Answer: 1\n", "x(1) ", ""),
    ("dimacs", "v ", "1 ", ""),
    ("dimacs", "SAT\n", "-2\n", ""),
    ("opb", "", "s", ""),
]


@pytest.mark.parametrize(("format", "head", "part", "tail"), REPEATED)
def test_whatever_is_repeated_is_read_in_linear_time(format, head, part, tail):
    """Four times the text takes about four times as long, not sixteen times."""

    def read(times: int) -> None:
        text = OutputText(head + times * part + tail, "output")
        for one in FORMATS.values() if format is None else [FORMATS[format]]:
            with suppress(SudocubeError):
                one.read(text)

    assert growth(read) < GENEROUS


class Endless(io.RawIOBase):
    """A stream without an end, which counts what was read of it."""

    def __init__(self, content: bytes) -> None:
        self._content, self.given = content, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        size = len(buffer)
        buffer[:] = (self._content * (size // len(self._content) + 1))[:size]
        self.given += size
        return size


@pytest.mark.parametrize("content", [b"sat\n", b"x"], ids=["lines", "one line"])
def test_an_endless_output_is_read_up_to_the_limit(content, monkeypatch):
    """The error names the file and the limit; no more than a moment's reading beyond it was read."""
    monkeypatch.setattr(solver_output, "LONGEST_OUTPUT", 1_000_000)
    stream: Any = Endless(content)
    with pytest.raises(InputError, match=r"^output: more than 1,000,000 bytes: "):
        read_output_text(stream, "output")
    assert stream.given <= 1_100_000


def test_what_is_no_text_is_refused_at_once():
    """/dev/zero for example."""
    stream: Any = Endless(b"\0")
    with pytest.raises(InputError, match="output: is not text: it holds NUL bytes"):
        read_output_text(stream, "output")
    assert stream.given <= 100_000


def test_the_limit_is_above_any_answer():
    """The most variables of any encoding at 25×25, in the longest words that a solver has for each."""
    longest = "  (define-fun x1000000 () Bool\n    false)\n"
    assert len(longest) * 1_000_000 < LONGEST_OUTPUT


def test_the_number_of_values_has_a_limit(monkeypatch):
    """A short text could say more of them than fit in memory."""
    monkeypatch.setattr(solver_output, "MOST_VALUES", 1000)
    with pytest.raises(FormatError, match=r"output:2: found more than 1,000 values"):
        decode(PUZZLE, "extended", "s SATISFIABLE\nv " + " ".join(map(str, range(1, 1002))) + " 0\n")


@pytest.mark.parametrize("printed", PRINTED, ids=lambda way: way.__name__)
@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_line_ends_of_other_systems_are_read(printed, end):
    """Whichever system the solver ran on."""
    text = printed(model_of(PUZZLE, "extended"))
    [one] = decode(PUZZLE, "extended", text.replace("\n", end))
    assert (one.format, one.accepted) == (PRINTED[printed], True)


SURPRISES = {
    "x = [" + 4000 * "9" + 63 * ", 1" + "];\n----------\n": "(x[r1c1,1]) is 999999999999…, not 0 or 1",
    "Status: OPTIMAL\n x1 1e999\n": "(x[r1c1,1]) is inf, not 0 or 1",
    '{"x": [null, 1]}\n----------\n': "a solution without x or cell",
    '{"Call": [{"Witnesses": [{"Value": 5}]}], "Result": "SATISFIABLE"}': "the output of a solver",
}


@pytest.mark.parametrize("text", SURPRISES, ids=range(len(SURPRISES)))
def test_numbers_and_kinds_beyond_measure_are_refused_in_words(text):
    """Python raises its own errors for them."""
    try:
        [one] = decode(PUZZLE, "extended", text)
    except FormatError as error:
        found = str(error)
    else:
        assert one.accepted is False
        found = one.reason or ""
    assert SURPRISES[text] in found


@pytest.mark.parametrize("printed", PRINTED, ids=lambda way: way.__name__)
def test_the_time_limit_covers_reading(printed):
    """With no time at all, nothing is said of any answer."""
    text = printed(model_of(PUZZLE, "extended"))
    [one] = decode(PUZZLE, "extended", text, timeout=1e-9)
    assert (one.accepted, one.is_undecided, one.grid) == (None, True, None)
    assert one.reason == "out of time, before all of it was read and checked"


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("dimacs", "v " + 1_000_000 * "1 "),
        ("opb", 1_000_000 * "\n"),
        ("lp", "Status: OPTIMAL\n" + 100_000 * "x1 1\n"),
        ("smtlib", "sat\n" + 200_000 * "(x1 true)"),
        ("minizinc", 100_000 * "x=[]\n----------\n"),
        ("asp", "Answer: 1\n" + 200_000 * "x(1) "),
        ("cpsat", "status: OPTIMAL\n" + 200_000 * "solution: 1\n"),
    ],
)
def test_the_time_limit_stops_within_one_long_line(format, text):
    """The clock is looked at between words, too."""

    class Twice:
        """A clock that is over when it is looked at for the third time."""

        looks = 0

        def check(self) -> None:
            self.looks += 1
            if self.looks > 2:
                raise TimeoutError

    with pytest.raises(TimeoutError):
        FORMATS[format].read(OutputText(text, "output", Twice()))  # type: ignore[arg-type]
