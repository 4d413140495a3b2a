"""`python -P -m sudocube.trusted DIR`, or `python trusted DIR` with a copy of this folder under any name.

Prints what is refused, and why, and a summary. Exit status: 0 every certificate holds; 1 something is
refused; 2 DIR is not a folder of certificates, or the arguments are not exactly one folder; 70 the disk is
full, or there is no standard output; 130 interrupted; 141 the reader of the answer went away.
"""

import os
import sys
from importlib import import_module

package = __package__ or "trusted_copy"
if not __package__:  # run as a folder, so Python has not made it a package
    sys.modules[package] = type(sys)(package)
    sys.modules[package].__path__ = [__file__.removesuffix("__main__.py")]
held = refused = faults = 0
try:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        raise OSError("name one folder of certificates")
    for row in import_module(f"{package}.folder").verify(sys.argv[1]):
        held, faults = held + (row.reason is None), faults + (row.number is None)
        refused += row.reason is not None and row.number is not None
        if row.reason is not None:  # past Python's buffers, which could not be emptied into a closed pipe
            os.write(1, f"{row.number or 'folder'}: {row.reason}\n".encode("ascii", "backslashreplace"))
    more = f", {faults:,} faults of the folder" * (faults > 0)
    os.write(1, f"{held:,} certificates hold, {refused:,} refused{more}\n".encode())
except (OSError, KeyboardInterrupt) as error:
    try:
        os.write(2, f"{str(error) or 'interrupted'}\n".encode("ascii", "backslashreplace"))
    finally:  # 9: there is no standard output; 28: no space left on the disk; 32: nobody reads any more
        sys.exit({9: 70, 28: 70, 32: 141}.get(error.errno or 0, 2) if isinstance(error, OSError) else 130)
sys.exit(refused + faults > 0)
