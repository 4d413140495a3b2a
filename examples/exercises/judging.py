"""What the checks of the exercises share: a program of a student, and what is wrong with it."""

import importlib.util
from _thread import interrupt_main
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from types import ModuleType

from sudocube.engines.function_host import error_in_words

Clause = list[int]

SECONDS = 60.0
"""The time that a program may take for one case; `check.py --timeout` changes it."""


class Wrong(Exception):  # noqa: N818 — reads well where it is raised
    """What a program does wrong; the message shows it."""


def wrong_case(call: str, **told: object) -> Wrong:
    """A call that goes wrong: what is `found`, `expected`, raised, and `why` it is wrong; a line for each."""
    return Wrong("\n  ".join([call, *(f"{head:10}{what}" for head, what in told.items())]))


class NotUnderstood(Exception):  # noqa: N818 — reads well where it is raised
    """A program that cannot be checked: there is no such file, or it cannot be imported."""


@contextmanager
def limited() -> Iterator[None]:
    """Raise TimeoutError in a block that has not ended in time."""
    is_over = []

    def stop() -> None:
        is_over.append(True)
        interrupt_main()

    timer = Timer(SECONDS, stop)
    timer.start()
    try:
        yield
    except KeyboardInterrupt as stopped:
        if not is_over:
            raise
        reason = f"not ended after {SECONDS:g} s; is there a loop that does not end?"
        raise TimeoutError(reason).with_traceback(stopped.__traceback__) from None
    finally:
        timer.cancel()


def told(error: BaseException) -> str:
    """What a program raised, in words, with its line."""
    beyond = error.__traceback__ and error.__traceback__.tb_next  # without the line of the check
    return error_in_words(error.with_traceback(beyond))


def program_in(file: str) -> ModuleType:
    """What a file defines. Raises NotUnderstood where it cannot be imported."""
    if not Path(file).is_file():
        raise NotUnderstood(f"{file}: there is no such file")
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    if spec is None or spec.loader is None:
        raise NotUnderstood(f"{file}: not a file of Python; its name has to end in .py")
    module = importlib.util.module_from_spec(spec)
    try:
        with limited():
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise NotUnderstood(f"{file}: {told(error)}") from None
    return module


def function_of(program: ModuleType, name: str) -> Callable[..., object]:
    """A function of a program. Raises NotUnderstood where there is none."""
    function = getattr(program, name, None)
    if not callable(function):
        raise NotUnderstood(f"{program.__file__}: it has no function {name}")
    return function


def shortened(text: str) -> str:
    """The beginning of a long text."""
    return text if len(text) <= 200 else f"{text[:200]} …"


def shown_call(function: Callable[..., object], *arguments: object) -> str:
    """A call as one types it, shortened where the arguments are long."""
    return f"{function.__name__}({shortened(', '.join(map(repr, arguments)))})"


def called(function: Callable[..., object], *arguments: object) -> object:
    """What a function of a student gives. Raises Wrong where it raises something, exits or does not end."""
    try:
        with limited():
            return function(*arguments)
    except (Exception, SystemExit) as error:
        raise wrong_case(shown_call(function, *arguments), raises=told(error)) from None


def listed(given: object, call: str, expected: str) -> list[object]:
    """The items that a student's function gave, perhaps one by one. Raises Wrong."""
    if not isinstance(given, Iterable):
        raise wrong_case(call, found=shortened(repr(given)), expected=expected)
    try:
        with limited():
            return list(given)
    except (Exception, SystemExit) as error:  # of a generator of the student
        raise wrong_case(call, raises=told(error)) from None


def as_literals(given: object, call: str, expected: str) -> Clause:
    """Literals that a student's function gave. Raises Wrong where they are not integers that are not 0."""
    literals = listed(given, call, expected)
    for literal in literals:
        if type(literal) is not int or not literal:
            raise wrong_case(call, found=shortened(repr(given)), expected=expected)
    return literals  # type: ignore[return-value]


def as_clauses(given: object, call: str) -> list[Clause]:
    """Clauses that a student's function gave. Raises Wrong where they are not lists of integers."""
    expected = "clauses: lists of integers that are not 0, such as [[1, 2], [-1, -2]]"
    return [as_literals(clause, call, expected) for clause in listed(given, call, expected)]
