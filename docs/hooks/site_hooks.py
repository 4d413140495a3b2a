"""What the site takes from elsewhere in the checkout: lessons, linked files, generated references."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from site_commands import command_reference
from site_json import json_reference
from site_lesson import lesson_files, list_of_scenes
from site_links import PAGES, links, rewritten, site_path
from site_names import name_reference
from site_pictures import in_a_notebook

CHECKOUT = Path(__file__).resolve().parents[2]
GENERATED = {
    "commands": command_reference,
    "json": json_reference,
    "names": name_reference,
    "notebook": in_a_notebook,
    "scenes": list_of_scenes,
}
LANGUAGES = {".toml": "toml", ".py": "python", ".jsonl": "json", ".csv": "text"}
SEARCH_BOOST = {"project": 0.2, "files": 0.2}
"""What a search shows last: the changelog speaks of everything."""
_ORIGINS = {place: path for path, place in PAGES.items()}


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the lessons, their scenes, and a page for each file of the checkout that a page links to."""
    for place, content in lesson_files():
        files.append(File.generated(config, place, content=content))
    texts = {f"docs/{one.src_uri}": one.content_string for one in files.documentation_pages()}
    for path in PAGES:
        texts[path] = (CHECKOUT / path).read_text("utf-8")
        files.append(File.generated(config, site_path(path), content=texts[path]))
    linked = {target for origin, text in texts.items() for target in links(text, origin)}
    for path in sorted(linked):
        place, file = site_path(path), CHECKOUT / path
        if place.startswith("files/") and file.is_file():
            if place.endswith(".ipynb"):
                files.append(File.generated(config, place, abs_src_path=str(file)))
            else:
                files.append(File.generated(config, place, content=_as_page(path, file)))
    return files


def _as_page(path: str, file: Path) -> str:
    """A page that shows a text file."""
    language = LANGUAGES.get(file.suffix, "text")
    return f"# {path}\n\n````{language}\n{file.read_text('utf-8').rstrip()}\n````\n"


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite the links, open folded answers to Markdown, and put generated references in their places."""
    place = page.file.src_uri
    page.meta.setdefault("search", {"boost": SEARCH_BOOST.get(place.partition("/")[0], 1)})
    if place.startswith("files/"):
        return markdown
    markdown = rewritten(markdown, _ORIGINS.get(place, f"docs/{place}"))
    markdown = markdown.replace("<details>", '<details markdown="1">')
    for name, text in GENERATED.items():
        marker = f"<!-- generated: {name} -->"
        if marker in markdown:
            markdown = markdown.replace(marker, text())
    return markdown
