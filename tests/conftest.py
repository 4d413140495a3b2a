"""How Hypothesis runs here: as slow as it needs to be, for what is drawn is whole puzzles."""

from hypothesis import HealthCheck, settings

settings.register_profile("sudocube", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sudocube")
