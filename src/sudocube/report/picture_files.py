"""Pictures in files that matplotlib draws: whether they can be written, how they look, how they are saved.

Equal figures give equal files, byte for byte: they contain no date and no random names.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudocube.errors import InputError, UnsupportedError, reason_of
from sudocube.file_names import check_can_be_written

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".pdf", ".png")
DARK, LIGHT, GREY = "#1b4f72", "#a9cce3", "#566573"
SETTINGS: dict[Any, Any] = {  # matplotlib's type for it lists all keys
    "svg.hashsalt": "sudocube",
    "svg.fonttype": "path",  # letters as shapes: the picture looks the same on every machine
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
"""What all pictures have in common."""

_UNDATED = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}


def check_plot(file: Path) -> None:
    """Check that a picture can be written to that file, before any work is done for it.

    Raises UnsupportedError for an unknown suffix, and InputError if the file cannot be written.
    """
    if file.suffix not in SUFFIXES:
        found = f"a file ending in {file.suffix}" if file.suffix else "a file without a suffix"
        raise UnsupportedError(f"{file}: {found} cannot be drawn; known are {', '.join(SUFFIXES)}")
    check_can_be_written(file)


def svg_of(figure: Figure) -> str:
    """A picture as SVG, to stand in a page; it is made with `SETTINGS`, as all are."""
    drawn = BytesIO()
    figure.savefig(drawn, format="svg", metadata=_UNDATED[".svg"])
    text = drawn.getvalue().decode("utf-8")
    return text[text.index("<svg") :]


def save_picture(figure: Figure, file: Path) -> None:
    """Write a picture in the format of the file's suffix; raises InputError if that fails."""
    drawn = BytesIO()
    figure.savefig(drawn, format=file.suffix[1:], metadata=_UNDATED[file.suffix], dpi=150)
    try:
        file.write_bytes(drawn.getvalue())
    except OSError as error:
        raise InputError(str(file), reason_of(error)) from None
