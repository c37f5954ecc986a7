"""The page in the documentation: of a full run, with every cell and every statement that there is now."""

import csv
import re
from pathlib import Path

from airhop.matrix.catalogue import SETUPS
from airhop.matrix.contender import BOUND, CONTENDERS
from airhop.matrix.data import COLUMNS
from airhop.matrix.statements import STATEMENTS

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "matrix.md").read_text(encoding="utf-8")
AGAIN = "run `airhop matrix --output docs`"


def test_the_data_hold_every_cell():
    with (DOCS / "matrix" / "matrix.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS, AGAIN
    cells = [(row["scenario"], row["transport"]) for row in rows]
    assert cells == [(setup.key, contender.key) for setup in SETUPS for contender in (*CONTENDERS, BOUND)], AGAIN
    assert all(row["goodput_kbps_ci95"] for row in rows)


def test_the_page_is_of_a_full_run_and_tells_what_holds():
    assert "Made by `airhop matrix` with" in PAGE
    rows = re.findall(r"^\| (.+?) \| .* \| (holds|open|fails) \|$", PAGE, re.M)
    assert [statement for statement, _ in rows] == [statement.says for statement in STATEMENTS], AGAIN
    for statement, outcome in rows:
        assert (f"- {statement}\n" in PAGE) == (outcome == "holds"), statement
