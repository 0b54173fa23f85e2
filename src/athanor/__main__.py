"""``python -m athanor`` is the command ``athanor``."""

import sys

from .cli import main

sys.exit(main())
