"""Lists that are widely used have as many classes as is known of them.

The lists are not part of the project: the environment variable SUDOCUBE_LISTS names a folder with 17-clue.txt
(G. Royle's collection and later finds) and top1465.txt. Puzzles stand first on their lines, after comments.
"""

import os
from pathlib import Path

import pytest

from sudocube import canonical_many

FOLDER = os.environ.get("SUDOCUBE_LISTS")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not FOLDER, reason="SUDOCUBE_LISTS names no folder with the lists"),
]


def puzzles_of(name: str) -> list[str]:
    lines = (Path(FOLDER or "") / name).read_text("ascii").splitlines()
    return [line[:81] for line in lines if line and not line.startswith("#")]


def classes_of(puzzles: list[str]) -> set[bytes]:
    """The keys of the puzzles, each of which has a form."""
    found = canonical_many(puzzles)
    assert (found.automorphisms > 0).all()
    return {key.tobytes() for key in found.keys}


def test_no_two_puzzles_with_17_clues_are_isomorphic_and_69_are_in_both_lists_with_other_texts():
    few_clues, top = puzzles_of("17-clue.txt"), puzzles_of("top1465.txt")
    classes = classes_of(few_clues)
    assert len(classes) == len(few_clues) == 49_158
    assert len(classes & classes_of(top)) == 69
    as_text = str.maketrans("0", ".")
    assert not {text.translate(as_text) for text in few_clues} & {text.translate(as_text) for text in top}
