"""Pages of HTML to send: one file each, which loads nothing, holds no scripts and needs no sudocube.

Templates lie beside this module, and so does their common style, `page_style.css`. All text is escaped where
a template shows it, and what cannot be seen is made visible: names of files and what is quoted from other
programs can hold anything. Importing this module takes jinja2.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment, FunctionLoader, StrictUndefined

from sudocube.report.visible_characters import visible
from sudocube.rows.text_input import in_utf8


class PageHead(NamedTuple):
    """What every page of results begins and ends with.

    `title` names what was looked at; `command` is the command line that repeats it. `errors` say what could
    not be read. `is_whole` is false for a page of what was finished when the command was interrupted.
    """

    title: str
    command: str
    errors: Sequence[str] = ()
    is_whole: bool = True


def html_page(template: str, **values: Any) -> str:  # noqa: ANN401 -- whatever a template shows
    """The page that a template of this folder makes of the values."""
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_seen,
        loader=FunctionLoader(lambda name: files(__package__).joinpath(name).read_text("utf-8")),
    )
    return in_utf8(environment.get_template(template).render(version=version("sudocube"), **values)) + "\n"


def _seen(value: Any) -> Any:  # noqa: ANN401 -- whatever a template shows
    """A value as a page shows it; what is HTML of our own stays as it is."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return visible(value, keep="\n\t")
    return value


def sentence(text: str, *, begins_with_name: bool = False) -> str:
    """A text as a sentence: with a full stop, and a capital letter unless it begins with a name.

    Names of cells are known as such.

    >>> sentence("the engines disagree"), sentence("r1c1 and r1c5 both hold 5 in row 1")
    ('The engines disagree.', 'r1c1 and r1c5 both hold 5 in row 1.')
    >>> sentence("kernel is refuted", begins_with_name=True)
    'kernel is refuted.'
    """
    first = text.split(" ", 1)[0].rstrip(":,;")
    is_word = not begins_with_name and first.isalpha() and first.islower()
    return f"{text[:1].upper() if is_word else text[:1]}{text[1:]}{'' if text.endswith(('.', ':')) else '.'}"
