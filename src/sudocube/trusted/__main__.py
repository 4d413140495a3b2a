"""`python -m sudocube.trusted DIR`, or `python trusted DIR` with a copy of this folder, whatever its name.

Prints what is refused, and why, and a summary. Exit status: 0 every certificate holds, 1 something is
refused, 2 there is no folder of certificates at this place.
"""

import sys
from importlib import import_module
from pathlib import Path

here = Path(__file__).resolve().parent
if not __package__:  # run as a folder, which by itself is no package
    sys.path[0] = str(here.parent)
held = refused = 0
try:
    for row in import_module(f"{__package__ or here.name}.folder").verify(sys.argv[-1]):
        held, refused = held + (row.reason is None), refused + (row.reason is not None)
        if row.reason is not None:
            sys.stdout.write(f"{row.number or 'folder'}: {row.reason}\n")
except OSError as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(2)
sys.stdout.write(f"{held:,} certificates hold, {refused:,} refused\n")
sys.exit(refused > 0)
