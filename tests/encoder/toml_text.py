"""Encodings as text, for tests that need one that is a little different."""

from collections.abc import Mapping

CNF: Mapping[str, str] = {"at_least_one": "clause", "at_most_one": "pairwise"}
FAMILIES = ("cell", "row", "column", "box")


def toml(
    families: Mapping[str, Mapping[str, str]] | None = None,
    *,
    formalism: str = "cnf",
    variables: str = "direct",
) -> str:
    """A file that is in order; without `families`, exactly one on all lines, pairwise."""
    blocks = dict.fromkeys(FAMILIES, CNF) if families is None else families
    lines = [
        'title = "A title"',
        f'formalism = "{formalism}"',
        f'variables = "{variables}"',
        'idea = """',
        "An idea,",
        "on two lines.",
        '"""',
        "",
        "[source]",
        'author = "A. N. Author"',
        'title = "A source"',
        "year = 2006",
        "",
    ]
    for family, statements in blocks.items():
        lines += [f"[families.{family}]", *(f'{key} = "{block}"' for key, block in statements.items()), ""]
    if not blocks:
        lines.append("[families]")
    return "\n".join(lines)
