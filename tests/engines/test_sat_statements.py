"""What a SAT solver says, in any layout: the same answer; and in any garbage: an answer or one error."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.clock import NO_LIMIT
from sudocube.engines.sat_command import what_it_says
from sudocube.errors import EngineError
from sudocube.solver_texts.solver_output import SolverOutput, SolverStatus

COMMENTS = ("c", "c 1 2 3 0", "c s UNSATISFIABLE", "", "   ", "c v -1 0", "cpu time 3 s")
SPACES = st.sampled_from((" ", "  ", "\t"))


def said(texts: Sequence[bytes], code: int = 0) -> SolverOutput:
    """All that a program says on standard output, perhaps in a file, and by an exit code."""
    return what_it_says("solver", b"\n".join(texts), code, "", NO_LIMIT)


@st.composite
def layouts(draw: st.DrawFn, literals: Sequence[int]) -> bytes:
    """A model as the competitions ask for it: comments, blanks, line ends and parts as they come."""
    lines: list[str] = []
    left = [*map(str, literals), "0"]
    while left:
        size = draw(st.integers(1, len(left)))
        between = draw(SPACES)
        lines.append(f"v{between}" + between.join(left[:size]) + draw(st.sampled_from(("", " "))))
        left = left[size:]
    lines.insert(draw(st.integers(0, len(lines))), f"s{draw(SPACES)}SATISFIABLE")
    for comment in draw(st.lists(st.sampled_from(COMMENTS), max_size=4)):
        lines.insert(draw(st.integers(0, len(lines))), comment)
    end = draw(st.sampled_from(("\n", "\r\n")))
    return (end.join(lines) + draw(st.sampled_from(("", end)))).encode()


@settings(max_examples=50)
@given(st.data(), st.lists(st.booleans(), min_size=1, max_size=30), st.sampled_from((0, 10)))
def test_a_model_is_the_same_in_every_layout(data, values, code):
    """Whatever stands between the text lines."""
    literals = [variable if value else -variable for variable, value in enumerate(values, 1)]
    output = said([data.draw(layouts(literals))], code)
    assert output.status is SolverStatus.SATISFIABLE
    assert output.models == ({abs(literal): int(literal > 0) for literal in literals},)


PIECES = (
    *("s SATISFIABLE", "s UNSATISFIABLE", "s UNKNOWN", "s", "SAT", "UNSAT", "INDET", "SATISFIABLE", "sat"),
    *("unsat", "v 1 -2 0", "v", "v x1", "v 1 1 -1", "0", "1 2 3", "=====UNSATISFIABLE=====", "{", "[]"),
    *("Answer: 1", "x(1)", "status: OPTIMAL", "solution: 1", '{"Result": "SATISFIABLE", "Call": [1]}'),
    *("\x00", "\x1b[31m", "9" * 4000, "Status: OPTIMAL", "mip o 1", "s mip 1 1 o 0", "\xff\xfe"),
)
LINES = st.lists(st.sampled_from(PIECES), max_size=8).map(lambda lines: "\n".join(lines).encode())
GARBAGE = st.one_of(st.binary(max_size=200), LINES)


@given(st.lists(GARBAGE, max_size=2), st.integers(0, 255))
def test_whatever_is_said_is_an_answer_or_one_kind_of_error(texts, code):
    """No other exception, and unsatisfiable only where something says so and nothing else."""
    try:
        output = said(texts, code)
    except EngineError:
        return
    if output.status is SolverStatus.UNSATISFIABLE:
        assert not output.models
        assert code in (0, 20)
        assert code == 20 or any(b"unsat" in text.lower() for text in texts)
    if output.status is SolverStatus.SATISFIABLE:
        assert code != 20


SAID = [
    ([b"s UNSATISFIABLE\n"], 0, "unsatisfiable"),
    ([b"UNSATISFIABLE\n", b"UNSAT\n"], 20, "unsatisfiable"),
    ([b""], 20, "unsatisfiable"),
    ([b"", b""], 10, "satisfiable"),
    ([b"s SATISFIABLE"], 1, "satisfiable"),
    ([b"INDETERMINATE", b"INDET"], 0, "unknown"),
    ([b"s UNKNOWN"], 0, "unknown"),
    ([b"s SATISFIABLE\nv 1 0\n"], 20, None),
    ([b"s UNSATISFIABLE\n", b"SAT\n1 2 0\n"], 20, None),
    ([b"s UNKNOWN\n"], 10, None),
    ([b"s UNSATISFIABLE\nv 1 0\n"], 20, None),
]


def test_one_word_is_enough_and_what_contradicts_itself_is_garbled():
    """On standard output, in the file, or by the exit status; neither of two answers counts."""
    for texts, code, status in SAID:
        if status is not None:
            assert said(texts, code).status == status
            continue
        with pytest.raises(EngineError, match="garbled: solver"):
            said(texts, code)
