"""`python -m bolide.web`: the same as `bolide web`."""

import sys

from bolide.cli import main

if __name__ == "__main__":
    sys.exit(main(["web", *sys.argv[1:]]))
