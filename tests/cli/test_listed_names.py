"""Names in lists: commas part them, quotes protect a comma, and an option may be repeated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.cli.listed_names import names_in
from tests.cli.command import UNIQUE, invoke


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["phases"], ["phases"]),
        (["phases,sat"], ["phases", "sat"]),
        (["phases", "sat"], ["phases", "sat"]),
        ([" phases , sat:extended ", "cpsat"], ["phases", "sat:extended", "cpsat"]),
        (["sat:'my,own.toml',phases"], ["sat:my,own.toml", "phases"]),
        (['"sat:my,own.toml",phases'], ["sat:my,own.toml", "phases"]),
        (["x:./run 'a,b' c,phases"], ["x:./run 'a,b' c", "phases"]),
        (["sat:o'brien.toml,sat:o'neil.toml"], ["sat:o'brien.toml", "sat:o'neil.toml"]),
        (["phases,"], ["phases", ""]),
        ([""], [""]),
    ],
)
def test_commas_part_names_except_within_quotes(texts, names):
    assert names_in(texts) == names


def test_a_quote_that_is_not_closed_is_an_error():
    with pytest.raises(ValueError, match=r"the quote ' is not closed in sat:'my,own\.toml"):
        names_in(["sat:'my,own.toml"])
    outcome = invoke("crosscheck", UNIQUE, "-e", "sat:'my,own.toml")
    assert (outcome.status, outcome.out) == (2, "")
    assert "is not closed" in outcome.err


@pytest.mark.parametrize(
    ("command", "names"),
    [("check", "sat:minimal,,"), ("crosscheck", "sat,,phases"), ("crosscheck", "phases,")],
)
def test_an_empty_name_is_said(command, names):
    outcome = invoke(command, UNIQUE, "-e", names)
    assert (outcome.status, outcome.out) == (2, "")
    assert f"a name is empty in {names!r}: commas stand between names" in " ".join(outcome.err.split())


@given(st.lists(st.text("abc:@.,' -", min_size=1).map(str.strip).filter(bool), min_size=1))
def test_any_names_in_double_quotes_are_read_back(names):
    """Where names hold no double quotes themselves, quoting each makes one list of them."""
    assert names_in([",".join(f'"{name}"' for name in names)]) == names
