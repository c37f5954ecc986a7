"""Builds `scenario.cc` against the libraries of the Python package `ns3`, once per version of either."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

_SOURCE = Path(__file__).resolve().with_name("scenario.cc")
_VERSION = "3.44"
_MODULES = (
    "core",
    "network",
    "internet",
    "mobility",
    "propagation",
    "wifi",
    "aodv",
    "applications",
    "traffic-control",
    "stats",
    "bridge",
    "energy",
    "spectrum",
    "antenna",
)
_HOW = (
    f"run `pip install ns3=={_VERSION}.post0` in any virtual environment of CPython 3.8 to 3.13 on x86-64 Linux, "
    "and set NS3_PACKAGE to its folder site-packages/ns3; a C++20 compiler is also required"
)


class Ns3MissingError(RuntimeError):
    """ns-3 cannot be used here; the message says how to install it."""


def find_package() -> Path:
    """Find the folder of the package `ns3` in NS3_PACKAGE or in this Python. Raises Ns3MissingError."""
    named = os.environ.get("NS3_PACKAGE")
    if named:
        folder = Path(named)
    else:
        spec = importlib.util.find_spec("ns3")
        places = [] if spec is None else [Path(place) for place in spec.submodule_search_locations or ()]
        found = [place for place in places if (place / "include" / "ns3").is_dir()]
        if not found:
            raise Ns3MissingError(f"ns-3 is not installed: {_HOW}")
        folder = found[0]
    if not (folder / "lib64" / f"libns{_VERSION}-core.so").exists():
        raise Ns3MissingError(f"no ns-3 {_VERSION} in {folder}: {_HOW}")
    return folder


def ensure_built(package: Path | None = None) -> Path:
    """Build the program in the user's cache if necessary, and return its path. Raises Ns3MissingError."""
    folder = find_package() if package is None else package
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise Ns3MissingError(f"no C++ compiler for the scenario of ns-3: {_HOW}")
    # -O2 as in the libraries; assertions enabled, as in the wheel.
    command = [
        compiler,
        "-std=c++20",
        "-O2",
        "-DNS3_ASSERT_ENABLE",
        f"-I{folder / 'include'}",
        str(_SOURCE),
        f"-L{folder / 'lib64'}",
        f"-Wl,-rpath,{folder / 'lib64'}",
        "-Wl,--allow-shlib-undefined",
        *(f"-lns{_VERSION}-{module}" for module in _MODULES),
    ]
    key = hashlib.sha256(_SOURCE.read_bytes() + "\0".join(command).encode()).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "airhop-validation"
    program = cache / f"ns3-scenario-{key}"
    if not program.exists():
        cache.mkdir(parents=True, exist_ok=True)
        unfinished = program.with_suffix(f".{os.getpid()}")
        print("building the scenario of ns-3 (only once)", file=sys.stderr)
        built = subprocess.run([*command, "-o", str(unfinished)], capture_output=True, text=True, check=False)
        if built.returncode != 0:
            raise Ns3MissingError(f"building the scenario of ns-3 failed: {built.stderr.strip()[-2000:]}")
        unfinished.rename(program)
    return program
