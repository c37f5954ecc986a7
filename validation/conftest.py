"""Makes the modules of this folder importable by their names, as they are when its programs run."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
