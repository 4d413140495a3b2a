"""What results look like: text at a given width, and JSON rows."""
