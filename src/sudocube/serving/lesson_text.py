"""The texts of the lesson's scenes: our own Markdown, with passages of the written lesson, as HTML.

The text of a scene is `lesson_texts/NAME.md`:

    # The cube                      the title
    One sentence.                   the summary
    ## Question                     what is asked before anything is shown, then what one can choose
    - [ ] 9
    - [x] 10                        … and which of it is right
    ## Answer                       what is said when one has chosen
    ## Anything else                the text below the scene; all further headings belong to it

A line `<!-- lesson: NAME -->` stands for a passage of the written lesson, `encodings/README.md`. There the
passage lies between the same line and `<!-- end -->`. So what both say is written once. Links within the
checkout lead nowhere on the page, so they become plain text.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from sudocube.encoder.catalogue import root as catalogue_root
from sudocube.report.row import PlainRow

if TYPE_CHECKING:  # the texts are rendered for the page alone
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

SCENES = ("cube", "exactly-one", "fire", "learn", "views", "at-most-one", "your-own", "ranking", "matching")
"""The scenes, in their order; the names of their texts, of their modules and in their addresses."""

_PASSAGE = re.compile(
    r"^<!-- lesson: (?P<name>[a-z-]+) -->\n(?P<text>.*?)^<!-- end -->$", re.DOTALL | re.MULTILINE
)
_PLACE = re.compile(r"^<!-- lesson: (?P<name>[a-z-]+) -->$", re.MULTILINE)
_COMMENT = re.compile(r"^<!--.*?-->\n?", re.MULTILINE)
_HEADING = re.compile(r"^## (?P<heading>.+)$", re.MULTILINE)
_CHOICE = re.compile(r"^- \[(?P<mark>[ x])\] (?P<text>.+)$", re.MULTILINE)
_LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?!https?:)[^)]*\)")


@cache
def scene_row(name: str) -> PlainRow:
    """What a scene says, as a JSON row. Raises KeyError for a name that is not in `SCENES`.

    `number` counts from 1; `question`, `answer`, `text` and each of the `choices` are HTML.

    >>> scene_row("cube")["title"], [one["html"] for one in scene_row("cube")["choices"] if one["right"]]
    ('The cube', ['10'])
    """
    if name not in SCENES:
        raise KeyError(name)
    text = (files("sudocube.serving") / "lesson_texts" / f"{name}.md").read_text("utf-8")
    head, *sections = _HEADING.split(text)
    title, _, summary = head.strip().partition("\n")
    texts = dict(zip(sections[::2], sections[1::2], strict=True))
    question, answer = texts.pop("Question"), texts.pop("Answer")
    choices = _CHOICE.finditer(question)
    return {
        "name": name,
        "number": SCENES.index(name) + 1,
        "title": title.removeprefix("# "),
        "summary": " ".join(summary.split()),
        "question": as_html(_CHOICE.sub("", question)),
        "choices": [
            {"html": _markdown().renderInline(one["text"]), "right": one["mark"] == "x"} for one in choices
        ],
        "answer": as_html(answer),
        "text": as_html("".join(f"## {heading}\n{body}" for heading, body in texts.items())),
    }


def lesson_row() -> PlainRow:
    """All scenes in their order, with their titles, as a JSON row."""
    heads = ("name", "number", "title", "summary")
    return {"scenes": [{one: scene_row(name)[one] for one in heads} for name in SCENES]}


def as_html(markdown: str) -> str:
    """Markdown of ours as HTML, with the passages of the written lesson in their places.

    Raises KeyError for a passage that the written lesson does not have.
    """
    whole = _PLACE.sub(lambda found: passages()[found["name"]], markdown)
    html: str = _markdown().render(_LINK.sub(r"\g<text>", _COMMENT.sub("", whole)))
    return html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )


@cache
def passages() -> dict[str, str]:
    """The marked passages of the written lesson, as Markdown, by their names."""
    text = (catalogue_root() / "README.md").read_text("utf-8")
    return {found["name"]: found["text"] for found in _PASSAGE.finditer(text)}


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("code_block", _preformatted)
    markdown.add_render_rule("fence", _preformatted)
    return markdown


def _preformatted(_renderer: object, tokens: list[Token], place: int, *_: object) -> str:
    """A block of code, which can be scrolled with the keyboard where it is wide."""
    return f'<pre class="wide" tabindex="0"><code>{escape(tokens[place].content)}</code></pre>\n'
