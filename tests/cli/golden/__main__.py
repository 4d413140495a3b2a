"""Write all golden files, or those that are named."""

import os
import sys
import tempfile
from pathlib import Path

from tests.cli.golden.golden import COMMANDS, HERE, golden

for name in sys.argv[1:] or COMMANDS:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        (HERE / f"{name}.txt").write_text(golden(name, Path(folder)), "utf-8", newline="\n")
        os.chdir(HERE)
