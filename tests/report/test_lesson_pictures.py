"""The pictures of the lesson's notebook: what is in them, in every size, and as text for a terminal."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube import Geometry, Puzzle, examples, solve
from sudocube.cube import cube
from sudocube.errors import UnsupportedError
from sudocube.lab import trace
from sudocube.report.board_pictures import CONFLICT, DIFFERS
from sudocube.report.implication_picture import DECIDED, JOINED, conflict_picture, implication_picture
from sudocube.report.lesson_pictures import Picture, candidates_picture, cube_picture

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


def test_a_legend_stands_below_the_picture_and_is_escaped():
    html = Picture("<svg/>", "text", "not <this>")._repr_html_()
    assert html.index("<svg/>") < html.index("not &lt;this&gt;")
    assert "<p" not in Picture("<svg/>", "text")._repr_html_()


class TestCandidates:
    def test_clues_are_bold_solved_cells_are_not_and_several_digits_are_small(self):
        picture = candidates_picture(FOUR, [[1], [2, 4], [3], *[[1, 2]] * 13])
        shown = {(one.text, one.get("font-weight")) for one in elements(picture, "text")}
        assert {("1", "700"), ("3", None), ("4", None)} <= shown
        assert ("2", "700") in shown  # the clue in row 2

    def test_a_cell_without_candidates_is_framed_and_so_is_what_is_marked(self):
        assert frames(candidates_picture(FOUR, [[1]] * 16), CONFLICT) == 0
        assert frames(candidates_picture(FOUR, [[], *[[1]] * 15]), CONFLICT) == 1
        assert frames(candidates_picture(FOUR, [[], *[[1]] * 15], marked=[0, 5]), CONFLICT) == 2

    def test_a_clue_is_drawn_even_where_nothing_is_left(self):
        assert "4" in texts(candidates_picture(FOUR, [[]] * 16))

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


class TestTheCube:
    def test_each_filled_cell_has_a_block(self):
        """Three faces each, in two paths and a shadow."""
        empty = len(elements(cube_picture(Puzzle("." * 16)), "path"))
        assert len(elements(cube_picture(FOUR), "path")) == empty + 4 * 3

    def test_a_line_is_framed_on_each_floor_that_it_passes(self):
        lines = cube(FOUR.geometry).lines
        cell, row = lines[0], next(line for line in lines if line.family == "row")
        for shown, floors, corners in (([], 0, 0), ([cell], 4, 4), ([row], 1, 4), ([cell, row], 4, 7)):
            framed = [
                one for one in elements(cube_picture(FOUR, shown), "path") if one.get("stroke") == DIFFERS
            ]
            assert len(framed) == floors
            assert sum((one.get("d") or "").count("Z") for one in framed) == corners

    @pytest.mark.parametrize("shape", SIZES)
    def test_it_stays_within_its_frame_and_names_its_floors(self, shape):
        geometry = Geometry(*shape)
        grid = solve(Puzzle("." * geometry.cell_count, geometry))
        assert grid
        picture = cube_picture(grid, cube(geometry).lines)
        [svg] = elements(picture, "svg")
        width, height = float(svg.get("width", 0)), float(svg.get("height", 0))
        for path in elements(picture, "path"):
            for x, y in re.findall(r"[ML](\S+) ([\d.-]+)", path.get("d") or ""):
                assert (0 <= float(x) <= width, 0 <= float(y) <= height) == (True, True)
        assert len(texts(picture)) == geometry.size + 1
        assert len(picture.text.splitlines()) == geometry.size


class TestAnImplicationGraph:
    def test_what_did_not_lead_to_the_conflict_is_left_out(self):
        reasons = {1: None, 2: [-1, 2], 3: [-1, 3], 4: None, 5: [-4, 5]}
        picture = implication_picture([-2, -3], reasons, str, learned=[-1])
        assert sorted(text for text in texts(picture) if text.isdigit()) == ["1", "2", "3"]

    def test_what_is_true_for_good_is_no_node(self):
        picture = implication_picture([-2, -9], {1: None, 2: [-1, -8, 2]}, str, learned=[-1])
        assert {text for text in texts(picture) if text.isdigit()} == {"1", "2"}

    def test_decisions_are_round_and_what_is_learned_is_framed(self):
        traced = trace("1.2. .... 2.3. ....", decide="r2c4=4")
        picture = conflict_picture(traced)
        [decision] = [one for one in elements(picture, "rect") if float(one.get("rx", 0)) > 5]
        assert (decision.get("fill"), decision.get("stroke")) == (DECIDED, DIFFERS)
        assert sum(one.get("fill") == JOINED for one in elements(picture, "rect")) == 5

    def test_the_first_unique_implication_point_is_framed_and_not_joined(self):
        """Decision 1 forces 2, and 2 both literals of the conflict: so 2 is learned, and 1 is not red."""
        picture = implication_picture(
            [-3, -4], {1: None, 2: [-1, 2], 3: [-2, 3], 4: [-2, 4]}, str, learned=[-2]
        )
        assert frames(picture, DIFFERS) == 1
        assert sum(one.get("fill") == JOINED for one in elements(picture, "rect")) == 3
        assert picture.text.splitlines()[-1].split() == ["learned", "-2"]

    def test_a_conflict_without_a_decision_is_drawn_alone(self):
        traced = trace("1... 1... .... ....")
        picture = conflict_picture(traced)
        assert "conflict" in texts(picture)
        assert len(elements(picture, "rect")) == 1
        assert "there is no solution" in picture.text

    def test_a_repeated_literal_makes_one_arrow(self):
        once = implication_picture([-2], {1: None, 2: [-1, 2]}, str)
        twice = implication_picture([-2, -2], {1: None, 2: [-1, -1, 2, 2]}, str)
        assert len(elements(once, "path")) == len(elements(twice, "path")) == 4

    @pytest.mark.parametrize("number", [0, 2, -1])
    def test_a_conflict_that_the_trace_has_not_is_refused(self, number):
        traced = trace("1.2. .... 2.3. ....", decide="r2c4=4")
        with pytest.raises(
            UnsupportedError, match=f"there is no conflict {number}; the trace has 1 conflict$"
        ):
            conflict_picture(traced, number)

    def test_a_long_arrow_passes_beside_the_nodes_between(self):
        """From 1 to the conflict there are two columns to pass: the arrow runs where no node is."""
        picture = implication_picture([-1, -3], {1: None, 2: [-1, 2], 3: [-2, 3]}, str, learned=[-1])
        curves = [one.get("d") or "" for one in elements(picture, "path")]
        flat = [re.findall(r"(\S+) (\S+)L(\S+) (\S+?)(?=C|$)", curve) for curve in curves]
        [long] = [runs for runs in flat if runs]
        boxes = [
            [float(one.get(key, 0)) for key in ("x", "y", "width", "height")]
            for one in elements(picture, "rect")
        ]
        assert len(long) == 2
        for from_x, y, to_x, same_y in long:
            assert y == same_y
            for left, top, width, height in boxes:
                is_beside = float(to_x) <= left or left + width <= float(from_x)
                assert is_beside or not top <= float(y) <= top + height

    @pytest.mark.parametrize("encoding", ["minimal", "order-direct", "triads", "commander", "dual"])
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
