"""`python -m sim` is the command line."""

from sim.cli import main

main()
