"""Many battles: an experiment, the processes that fight it, and the file that keeps its rows."""
