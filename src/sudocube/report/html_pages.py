"""Pages of HTML to send: one file each, which loads nothing, holds no scripts and needs no sudocube.

Templates lie beside this module, and so does their common style, `page_style.css`. All text is escaped where
a template shows it, and what cannot be seen is made visible: names of files and what is quoted from other
programs can hold anything. Importing this module takes jinja2.
"""

from __future__ import annotations

from importlib.metadata import version
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from sudocube.report.html import PageHead
from sudocube.report.puzzle_pages import sentence
from sudocube.report.visible_characters import visible

__all__ = ["PageHead", "html_page", "sentence"]
from sudocube.rows.text_input import in_utf8


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
