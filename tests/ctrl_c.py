"""What tests of Ctrl-C ask of the system."""

import signal


def blocked() -> bool:
    """Whether this thread blocks the signal."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
