"""The lesson as files that need no server of ours: for any web server, below any path.

    index.html                the lesson's overview
    lesson/NAME/index.html    a scene
    static/…                  scripts and styles, as the page of `sudocube serve` has them
    data/NAME.json            what the library computes for the scenes, written now

All addresses are relative. Browsers load scripts of this kind over HTTP only, so a page that is opened as a
file says that it needs a web server, and that Python has one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

from sudocube.serving import POLICY, STATIC
from sudocube.serving.lesson import DATA, lesson_data, lesson_row

SHOWN = ("lesson", "scripts", "style", "vendor", "icon.svg")
"""What the lesson needs of `static`: not the panels, which ask the library."""

START = "index.html"

_WAITING = """\
<p class="waiting">The scene is being loaded …</p>
<p class="soft">If nothing comes: the scenes need a web server. In the folder with these files,
<code>python -m http.server</code> starts one, and prints its address.</p>"""


def edition_files() -> Iterator[tuple[str, bytes]]:
    """All files of the edition: the place of each below its folder, with `/`, and what is in it.

    >>> places = [place for place, _ in edition_pages()]
    >>> places[0], places[2]
    ('index.html', 'lesson/cube/index.html')
    """
    for place, page in edition_pages():
        yield place, page.encode()
    for file in sorted(STATIC.rglob("*.*")):
        below = file.relative_to(STATIC)
        if below.parts[0] in SHOWN:
            yield f"static/{below.as_posix()}", file.read_bytes()
    for name in DATA:
        text = json.dumps(lesson_data(name), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        yield f"data/{name}.json", text.encode()


def edition_pages() -> Iterator[tuple[str, str]]:
    """The pages: the overview, also where links to the lesson lead, and each scene."""
    summary = "How the rules of Sudoku become clauses, in scenes to play with."
    yield START, _page("lesson", "The lesson", summary, "./")
    yield f"lesson/{START}", _page("lesson", "The lesson", summary, "../")
    for scene in lesson_row()["scenes"]:
        place = f"lesson/{scene['name']}"
        yield f"{place}/{START}", _page(place, scene["title"], scene["summary"], "../../")


def write_edition(folder: Path) -> None:
    """Write all files into a folder, which is made where it is missing. Raises OSError where it cannot be."""
    for place, content in edition_files():
        path = folder.joinpath(*place.split("/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _page(panel: str, title: str, summary: str, base: str) -> str:
    """The shell of the page for one scene; `base` leads from it to the folder of the edition."""
    policy = "; ".join(one for one in POLICY.split("; ") if not one.startswith("frame-ancestors"))
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        f'<meta name="description" content="{escape(summary)}">\n'
        f'<meta name="sudocube-static" content="">\n<meta name="sudocube-panel" content="{panel}">'
    )
    title = f"{escape(title)} · sudocube"
    return (STATIC / START).read_text("utf-8").format(head=head, base=base, title=title, waiting=_WAITING)
