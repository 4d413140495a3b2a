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
found = dict.fromkeys(("unique", "multiple", "none", "refused", "fault"), 0)
try:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        raise OSError("name one folder of certificates")
    for row in import_module(f"{package}.folder").verify(sys.argv[1]):
        found[row.verdict if row.reason is None else "refused" if row.number else "fault"] += 1
        if row.reason is not None:  # past Python's buffers, which could not be emptied into a closed pipe
            os.write(1, f"{row.number or 'folder'}: {row.reason}\n".encode("ascii", "backslashreplace"))
    *held, refused, faults = found.values()
    hold = f"{sum(held):,} certificate{' holds' if sum(held) == 1 else 's hold'}"
    each = f"{held[0]:,} unique, {held[1]:,} multiple, {held[2]:,} none"
    more = f"; {faults:,} fault{'s' * (faults > 1)} of the folder" * (faults > 0)
    os.write(1, f"{hold}: {each}; {refused:,} refused{more}\n".encode())
except (OSError, KeyboardInterrupt) as error:
    try:
        os.write(2, f"{str(error) or 'interrupted'}\n".encode("ascii", "backslashreplace"))
    finally:  # 9: there is no standard output; 28: no space left on the disk; 32: nobody reads any more
        sys.exit({9: 70, 28: 70, 32: 141}.get(error.errno or 0, 2) if isinstance(error, OSError) else 130)
sys.exit(refused + faults > 0)
