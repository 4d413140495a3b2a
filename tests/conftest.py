"""How Hypothesis runs here: as slow as it needs to be, for what is drawn is whole puzzles."""

from hypothesis import HealthCheck, settings

settings.register_profile("sudocube", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sudocube")


def pytest_addoption(parser):
    """More than a run can wait for as a rule."""
    parser.addoption("--all-mutants", action="store_true", help="prove or refute every damaged encoding")
