"""`python -m sudocube.trusted DIR`, or `python trusted DIR` with a copy of this folder under any name.

Prints what is refused, and why, and a summary. Exit status: 0 every certificate holds; 1 something is
refused; 2 DIR is not a folder of certificates, or the arguments are not exactly one folder; 130 interrupted.
"""

import sys
from importlib import import_module
from types import ModuleType

package = __package__ or "trusted_copy"
if not __package__:  # run as a folder, so Python has not made it a package
    sys.modules[package] = ModuleType(package)
    sys.modules[package].__path__ = [__file__.removesuffix("__main__.py")]
held = refused = 0
try:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        raise OSError("name one folder of certificates")
    for row in import_module(f"{package}.folder").verify(sys.argv[1]):
        held, refused = held + (row.reason is None), refused + (row.reason is not None)
        if row.reason is not None:
            sys.stdout.write(f"{row.number or 'folder'}: {row.reason}\n")
except (OSError, KeyboardInterrupt) as error:
    sys.stderr.write(f"{str(error) or 'interrupted'}\n")
    sys.exit(130 if isinstance(error, KeyboardInterrupt) else 2)
sys.stdout.write(f"{held:,} certificates hold, {refused:,} refused\n")
sys.exit(refused > 0)
