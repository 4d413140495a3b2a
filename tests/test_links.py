"""Links in all Markdown files of the checkout lead somewhere: to a file, and to a heading in it."""

import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
FOLDERS = ("docs", "encodings", "benchmarks", "src", "tests", "examples")
PAGES = sorted(
    [*CHECKOUT.glob("*.md"), *(page for folder in FOLDERS for page in (CHECKOUT / folder).rglob("*.md"))]
)

_CODE = re.compile(r"^( *)```.*?^\1```$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:href|src)=\"([^\"]+)\"")


def links(page):
    """What a page links to, apart from other sites; code is no link."""
    text = _CODE.sub("code", page.read_text("utf-8"))
    found = [markdown or html for markdown, html in _LINK.findall(text)]
    return [target for target in found if not re.match(r"[a-z]+:", target)]


def anchors(page):
    """The anchors of a page's headings, as GitHub and the site make them."""
    text = re.sub(r"^( *)```.*?^\1```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    found: list[str] = []
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        words = re.sub(r"\]\([^)]*\)", "", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")
        found.append(slug if slug not in found else f"{slug}-{found.count(slug)}")
    return found


def test_links_between_pages_lead_somewhere():
    assert len(links(CHECKOUT / "README.md")) > 5
    for page, target in [(one, target) for one in PAGES for target in links(one)]:
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), (page, target)
        assert not anchor or anchor in anchors(file), (page, target)
