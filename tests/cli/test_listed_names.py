"""Names in lists: commas part them, quotes protect a comma, and an option may be repeated."""

import pytest

from sudocube.cli.options import names_in
from tests.cli.command import UNIQUE, invoke


def test_commas_part_names_except_within_quotes():
    """A quote within a word is none."""
    for texts, names in [
        (["phases"], ["phases"]),
        (["phases", "sat"], ["phases", "sat"]),
        ([" phases , sat:extended ", "cpsat"], ["phases", "sat:extended", "cpsat"]),
        (["sat:'my,own.toml',phases"], ["sat:my,own.toml", "phases"]),
        (['"sat:my,own.toml",phases'], ["sat:my,own.toml", "phases"]),
        (["x:./run 'a,b' c,phases"], ["x:./run 'a,b' c", "phases"]),
        (["sat:o'brien.toml,sat:o'neil.toml"], ["sat:o'brien.toml", "sat:o'neil.toml"]),
        (["phases,"], ["phases", ""]),
        ([""], [""]),
    ]:
        assert names_in(texts) == names


@pytest.mark.parametrize(
    ("command", "spelling"),
    [
        (["crosscheck"], ["-e", "phases", "-e", "cube"]),
        (["bench", "--rounds", "1"], ["--engines", "phases", "--engine", "cube"]),
        (["encodings", "compare", "--no-search"], ["-e", "minimal", "--encoding", "extended"]),
    ],
)
def test_a_list_has_two_names_and_one_letter_and_may_be_repeated(command, spelling):
    """Engines and encodings alike."""
    first, second, *_ = rows = invoke(*command, UNIQUE, *spelling, "--json").rows
    if command[0] == "crosscheck":
        assert list(first["engines"]) == ["phases", "cube"]
    else:
        name = "engine" if command[0] == "bench" else "encoding"
        expected = ["phases", "cube"] if command[0] == "bench" else ["minimal", "extended"]
        assert [first[name], second[name]] == expected, rows
