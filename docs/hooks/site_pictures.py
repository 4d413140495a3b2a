"""What a notebook shows of a check, as a picture in the page on Python."""

from sudocube import check

PUZZLE = "..2.9....1..2.4.....5.7.............81....5..26...38.73....14.....6...95...5..7.."


def in_a_notebook() -> str:
    """What a notebook shows of `check(puzzle)`, in HTML."""
    shown = " ".join(check(PUZZLE)._repr_html_().splitlines())  # a blank line would end the block
    return f'<div class="in-a-notebook">{shown}</div>'
