"""The commands of the documentation do what it says, and print what it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture
def shell(tmp_path):
    """Run a line as a shell would, with the command found."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}

    def run(line):
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        return done.stdout

    return run


def lines(text):
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_getting_started(shell, tmp_path):
    page = (DOCS / "getting-started.md").read_text(encoding="utf-8")
    ran = 0
    for kind, block in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S):
        if kind == "toml":
            name = block.splitlines()[0].removeprefix("# ")
            (tmp_path / name).write_text(block, encoding="utf-8")
            continue
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, shown = re.fullmatch(r"((?:[^\n]*\\\n)*[^\n]*)\n(.*)", part, re.S).groups()
            printed = shell(command)
            ran += 1
            if shown.strip():
                assert lines(printed) == lines(shown), command
    assert ran == 6
    for name in ("result.json", "series.parquet", "out/goodput.png", "out/topology.png", "out/over-time.png"):
        assert (tmp_path / name).exists()


@pytest.mark.parametrize("page", [DOCS / "index.md", DOCS.parent / "README.md"], ids=lambda path: path.name)
def test_the_first_table_is_what_the_command_prints(shell, page):
    text = page.read_text(encoding="utf-8")
    command = re.search(r"^ {4}airhop run (?:.*\\\n)*.*--transport tcp-ap.*$(?:\n {4}.*)*", text, re.M)
    printed = {line.split()[0]: line for line in lines(shell(re.sub(r"--(json|plot) \S+", "", command[0])))}
    rows = re.findall(r"^\| `([^`]+)` \| ([\d.]+ ± [\d.]+) \| (.+) \|$", text, re.M)
    assert len(rows) == 4
    for transport, goodput, others in rows:
        cells = [goodput, *others.split(" | ")]
        assert all(f" {cell} " in f"{printed[transport]} " for cell in cells), printed[transport]
