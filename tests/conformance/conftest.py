"""The suite in tests: speeds are measured for a moment only, and one answer of a category is shrunk."""

import pytest

from sudocube.conformance import examining, solver_speed


@pytest.fixture(autouse=True)
def _is_quick(monkeypatch):
    monkeypatch.setattr(solver_speed, "MEASURED_FOR", 0.001)
    monkeypatch.setattr(solver_speed, "IN_BULK", 64)
    monkeypatch.setattr(examining, "PROBING_SECONDS", 1.0)
    monkeypatch.setattr(examining, "CATEGORY_SECONDS", 0.0)
