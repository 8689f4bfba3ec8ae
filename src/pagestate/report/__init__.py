"""Reports: the events of a run told to a terminal, to files, and to other programs."""
