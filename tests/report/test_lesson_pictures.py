"""The pictures of the lesson's notebook: what is in them, in every size, and as text for a terminal."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube import Geometry, Puzzle, examples
from sudocube.lab import trace
from sudocube.report.board_pictures import CONFLICT, DIFFERS
from sudocube.report.implication_picture import conflict_picture
from sudocube.report.lesson_pictures import Picture, candidates_picture

FOUR = Puzzle("1... ..2. .3.. ...4")
SIZES = [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)]


def elements(picture: Picture, tag: str) -> list[ElementTree.Element]:
    """The elements of one kind; that it can be read shows that it is well formed."""
    tree = ElementTree.fromstring(picture.svg)
    return list(tree.iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


def texts(picture: Picture) -> list[str]:
    return [one.text or "" for one in elements(picture, "text")]


def frames(picture: Picture, colour: str) -> int:
    return sum(one.get("stroke") == colour for one in elements(picture, "rect"))


def test_a_notebook_shows_the_picture_and_a_terminal_the_text():
    picture = candidates_picture(FOUR, [[1, 2]] * 16)
    assert picture.svg in picture._repr_html_()
    assert picture.svg == picture._repr_svg_()
    assert repr(picture) == picture.text == "\n".join(["12  12  12  12"] * 4)


class TestCandidates:
    @settings(max_examples=10)
    @given(shape=st.sampled_from(SIZES), data=st.data())
    def test_any_candidates_of_any_size_can_be_drawn(self, shape, data):
        geometry = Geometry(*shape)
        digits = st.sets(st.sampled_from(list(geometry.digits)), max_size=4)
        candidates = data.draw(st.lists(digits, min_size=geometry.cell_count, max_size=geometry.cell_count))
        puzzle = Puzzle("." * geometry.cell_count, geometry)
        picture = candidates_picture(puzzle, candidates)
        assert frames(picture, CONFLICT) == sum(not cell for cell in candidates)
        drawn = texts(picture)[2 * geometry.size :]  # after the numbers
        assert len(drawn) == sum(map(len, candidates))
        assert len(picture.text.splitlines()) == geometry.size


class TestAnImplicationGraph:
    @pytest.mark.parametrize("encoding", ["minimal", "dual"])
    def test_arrows_lead_from_each_cause_to_the_right(self, encoding):
        """Of each conflict of a search, also with other variables; what is framed is what is learned."""
        traced = trace(examples.puzzles("sizes")[1], encoding, search=True, max_steps=3000)
        for number, conflict in enumerate(traced.conflicts[:8], 1):
            picture = conflict_picture(traced, number)
            assert frames(picture, DIFFERS) == len(conflict.learned)
            for path in elements(picture, "path"):
                d = path.get("d") or ""
                if "C" in d:
                    numbers = [float(one) for one in re.findall(r"-?[\d.]+", d)]
                    assert numbers[0] < numbers[-2]
