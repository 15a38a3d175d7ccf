from __future__ import annotations

import sys
from pathlib import Path

# The package under test and the modules that tests share, in this process and, by PYTHONPATH, in the workers.
TESTS = Path(__file__).parent
for folder in (TESTS, TESTS.parent):
    sys.path.insert(0, str(folder))
