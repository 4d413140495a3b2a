"""Imported by the process of which workers of the page are copies: loads what their jobs need."""

import gc

from sudocube.serving.page_jobs import load_modules

load_modules()
gc.collect()
gc.freeze()  # copies share what is loaded, and their collector does not touch it
