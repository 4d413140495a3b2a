"""Docstrings as the site shows them: examples as blocks of code."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*(?:\n\n>>> .*(?:\n(?!\s*$).*)*)*", re.MULTILINE)


def with_blocks(text: str) -> str:
    """A docstring with each run of examples in a block."""
    return _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


class ExamplesAsBlocks(griffe.Extension):
    """Griffe reads the docstrings; this changes what it has read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:  # noqa: ANN401 — as griffe has it
        """For each module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = with_blocks(obj.docstring.value)
