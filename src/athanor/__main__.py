"""``python -m athanor`` is the command ``athanor``."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
