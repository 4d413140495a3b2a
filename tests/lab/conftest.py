"""The counts of the mutation tests stand in the summary of a run."""

from collections import Counter


def pytest_terminal_summary(terminalreporter):
    """Adds up what tests recorded as `mutants`, by size: (what, size, outcome, number)."""
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
