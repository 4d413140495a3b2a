"""The scenes of the lesson, as pages of the site that work without a server of ours."""

from collections.abc import Iterator

from sudocube.serving.lesson import lesson_row
from sudocube.serving.static_edition import edition_files

FOLDER = "scenes"
"""Where the scenes stand on the site."""


def lesson_files() -> Iterator[tuple[str, bytes]]:
    """The files of the static edition, each with its place on the site."""
    for place, content in edition_files():
        yield f"{FOLDER}/{place}", content


def list_of_scenes() -> str:
    """Links to all scenes with what they are about, as Markdown.

    >>> list_of_scenes().splitlines()[0]
    '1. [**The cube**](scenes/lesson/cube/index.html)'
    """
    return "\n".join(
        f"{one['number']}. [**{one['title']}**]({FOLDER}/lesson/{one['name']}/index.html)\n"
        f"    <br>{one['summary']}"
        for one in lesson_row()["scenes"]
    )
