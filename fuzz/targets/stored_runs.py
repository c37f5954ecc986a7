"""The files of a stored run, damaged: tests/test_stored_runs.py says what must hold. Arguments are libFuzzer's."""

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

with atheris.instrument_imports(include=["airhop", "json"]):
    import test_stored_runs

test_stored_runs.stored()
fuzz_one = test_stored_runs.test_a_damaged_run_is_missing_or_whole.hypothesis.fuzz_one_input


def fuzz(content: bytes) -> None:
    """Read the run that an input makes of the stored one."""
    fuzz_one(content)


atheris.Setup(sys.argv, fuzz)
atheris.Fuzz()
