"""What a wrong name was perhaps meant for: the one place that answers "Did you mean ...?"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches

LEAST_LIKENESS = 0.65
"""How like a known name a wrong one has to be, from 0 to 1, as `SequenceMatcher.ratio` has it."""

LEAST_LIKENESS_OF_WORDS = 0.85
"""The same for other words that people use for a known name: these are only slips of the pen."""

SHORTEST_BEGINNING = 3
"""How many characters of a name are taken for its beginning."""

MOST = 4
"""How many names are suggested at most."""

NO_OTHER_WORDS: Mapping[str, str] = {}


def nearest(name: str, known: Iterable[str], *, other_words: Mapping[str, str] = NO_OTHER_WORDS) -> list[str]:
    """The known names that a wrong one was perhaps meant for; empty if none is near.

    `other_words` are words that people use for a known name, with that name. Capital letters, `_` or a blank
    for `-`, and the dashes before an option make no difference. Several names are given where they are
    equally near, or all begin with the wrong one.

    >>> nearest("extnded", ["dual", "extended"]), nearest("glucose", ["glucose3", "glucose4"])
    (['extended'], ['glucose3', 'glucose4'])
    >>> nearest("cnf", ["dimacs", "lp"], other_words={"cnf": "dimacs"}), nearest("pdf", ["line", "sdk"])
    (['dimacs'], [])
    """
    asked = _plain(name)
    meant = {_plain(word): known_name for word, known_name in other_words.items()}
    meant |= {_plain(known_name): known_name for known_name in known}
    if asked in meant:
        return [meant[asked]]
    found = []
    if len(asked) >= SHORTEST_BEGINNING:
        found = [word for word in meant if word.startswith(asked)]
    if not found:
        own = {_plain(known_name) for known_name in meant.values()}
        close = get_close_matches(asked, meant, len(meant), LEAST_LIKENESS) if meant else []
        likeness = {word: SequenceMatcher(None, word, asked).ratio() for word in close}
        close = [word for word in close if word in own or likeness[word] >= LEAST_LIKENESS_OF_WORDS]
        found = [word for word in close[:MOST] if likeness[word] == likeness[close[0]]]
    different = dict.fromkeys(meant[word] for word in found)
    return [] if len(different) > MOST else sorted(different)


def did_you_mean(names: Iterable[str]) -> str:
    """The question after a message, with a blank before it; empty without names.

    >>> did_you_mean(["phases"]), did_you_mean(["avx2", "avx512"]), did_you_mean([])
    (" Did you mean 'phases'?", " Did you mean 'avx2' or 'avx512'?", '')
    """
    *others, last = [*map(repr, names)] or [""]
    named = f"{', '.join(others)} or {last}" if others else last
    return f" Did you mean {named}?" if named else ""


def _plain(name: str) -> str:
    return name.strip().casefold().replace("_", "-").replace(" ", "-").lstrip("-")
