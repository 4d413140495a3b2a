"""Imported by the fork server: loads what the jobs of all lanes need, which each worker then has."""

import gc

from sudocube.serving.page_commands import COMMANDS, LANES
from sudocube.serving.page_worker import load_modules, silence

silence()  # a server that ends while a worker is started is no news
for _lane in LANES:
    load_modules(_lane, COMMANDS)
gc.collect()
gc.freeze()  # copies share what is loaded, and their collector does not touch it
