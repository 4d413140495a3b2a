"""Links between Markdown files of the checkout, as the site needs them.

A page of the checkout has its links as GitHub follows them: relative to the file. On the site some pages
stand elsewhere, and what is no page has a page that shows it.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from posixpath import normpath, relpath

PAGES = {
    "README.md": "index.md",
    "encodings/README.md": "lessons/encodings.md",
    "src/sudocube/solvers/README.md": "lessons/methods.md",
    "src/sudocube/verdicts/README.md": "lessons/diagnosis.md",
    "src/kernel/README.md": "lessons/kernel.md",
    "benchmarks/README.md": "lessons/benchmarks.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
}
"""Where pages outside of docs/ stand on the site."""

_CODE_OR_LINK = re.compile(
    r"(?P<code>^ *```.*?^ *```$|(?<!\[)`[^`\n]+`)|\]\((?P<target>[^)\s]+)\)", re.DOTALL | re.MULTILINE
)


def site_path(path: str) -> str:
    """Where a file of the checkout stands on the site.

    >>> site_path("docs/formats.md"), site_path("CHANGELOG.md"), site_path("examples/puzzles.txt")
    ('formats.md', 'project/changelog.md', 'files/examples/puzzles.txt.md')
    """
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if path in PAGES:
        return PAGES[path]
    return f"files/{path}" if path.endswith(".ipynb") else f"files/{path}.md"


def links(text: str, origin: str) -> Iterator[str]:
    """The files of the checkout that a page links to; `origin` is the page's own path.

    >>> list(links("[a](../x.txt#top) `[b](c)` [d](https://e.org) [f](#g)", "docs/page.md"))
    ['x.txt']
    """
    for found in _CODE_OR_LINK.finditer(text):
        if (target := found["target"]) and not _is_elsewhere(target):
            yield _resolved(target.partition("#")[0], origin)


def rewritten(text: str, origin: str) -> str:
    """The page with its links as they are on the site.

    >>> rewritten("[a](../encodings/README.md#1-the-cube), [b](formats.md)", "docs/page.md")
    '[a](lessons/encodings.md#1-the-cube), [b](formats.md)'
    """
    here = PurePosixPath(site_path(origin)).parent

    def link(found: re.Match[str]) -> str:
        target = found["target"]
        if not target or _is_elsewhere(target):
            return found[0]
        path, sign, anchor = target.partition("#")
        return f"]({relpath(site_path(_resolved(path, origin)), here)}{sign}{anchor})"

    return _replaced(text, link)


def _replaced(text: str, link: Callable[[re.Match[str]], str]) -> str:
    return _CODE_OR_LINK.sub(link, text)


def _is_elsewhere(target: str) -> bool:
    return target.startswith("#") or re.match("[a-z]+:", target) is not None


def _resolved(path: str, origin: str) -> str:
    return normpath(f"{PurePosixPath(origin).parent}/{path}")
