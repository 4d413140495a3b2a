"""Answers of the server that a test writes itself, for what engines of this package never say."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


def answered(*messages: object) -> Callable[[Any], None]:
    """What a route is answered: these messages, a line each."""
    return lambda route: route.fulfill(body="".join(json.dumps(one) + "\n" for one in messages))
