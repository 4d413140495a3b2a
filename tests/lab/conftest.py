"""The summary of a run has the counts of the mutation tests."""

from collections import Counter


def pytest_terminal_summary(terminalreporter):
    """Add up the outcomes that tests recorded as properties named "mutants …"."""
    counts: dict[str, Counter[str]] = {}
    for report in terminalreporter.getreports("passed"):
        for name, found in report.user_properties:
            if name.startswith("mutants "):
                counts.setdefault(name, Counter()).update(found)
    if counts:
        terminalreporter.section("mutants")
        for name, found in sorted(counts.items()):
            each = ", ".join(f"{number} {outcome}" for outcome, number in sorted(found.items()))
            terminalreporter.write_line(f"{name}: {found.total()}: {each}")
