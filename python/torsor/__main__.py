"""`python -m torsor` is the command `torsor`."""

import sys

from ._command import main

sys.exit(main())
