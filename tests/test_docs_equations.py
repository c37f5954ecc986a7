"""Every equation of the papers stands in one function, and the page says which."""

from pathlib import Path

import pytest

import equations
from equations import Equation, EquationError

PAGE = Path(equations.__file__).parent / "equations.md"

RUST = """
/// T = (2 + kappa) smoothed.
///
/// tcp-daa, section 3.2, equation (2).
#[must_use]
pub(super) fn timeout(&self) -> Nanos {
"""
ONE = Equation("tcp-daa", "3.2", "equation (2)", "T")


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == equations.page(), "run `make docs`"


def test_the_page_names_a_function_that_exists():
    place = equations.places()["tctc, section IV-C, equation (2)"]
    assert place.function == "contention_rises"
    assert f"fn {place.function}(" in (equations.ROOT / place.file).read_text(encoding="utf-8")


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A tree of one source file, and a list of one equation."""
    source = tmp_path / "crates" / "some" / "src" / "some.rs"
    source.parent.mkdir(parents=True)
    source.write_text(RUST)
    monkeypatch.setattr(equations, "ROOT", tmp_path)
    monkeypatch.setattr(equations, "EQUATIONS", (ONE,))
    return source


def test_a_function_is_found_by_its_comment(tree):
    assert equations.places() == {ONE.citation: equations.Place("crates/some/src/some.rs", "timeout")}


def test_an_equation_without_a_function_is_an_error(tree):
    tree.write_text(RUST.replace("equation (2)", "figure 2"))
    with pytest.raises(EquationError, match=r"equation \(2\): no function cites it"):
        equations.places()


def test_two_functions_for_an_equation_are_an_error(tree):
    tree.write_text(RUST + "}\n" + RUST.replace("timeout", "other"))
    with pytest.raises(EquationError, match="cited by timeout and by other"):
        equations.places()


def test_a_citation_of_an_unknown_equation_is_an_error(tree):
    tree.write_text(RUST + "}\n" + RUST.replace("(2)", "(9)").replace("timeout", "other"))
    with pytest.raises(EquationError, match=r"other: cites .*equation \(9\)"):
        equations.places()


def test_a_step_of_a_derivation_has_no_function(tree, monkeypatch):
    monkeypatch.setattr(equations, "EQUATIONS", (ONE._replace(computed=False),))
    with pytest.raises(EquationError, match="listed as not computed, but cited"):
        equations.places()


def test_a_docstring_of_python_counts(tree):
    tree.write_text("")
    module = equations.ROOT / "python" / "airhop" / "some.py"
    module.parent.mkdir(parents=True)
    module.write_text('def timeout():\n    """T.\n\n    tcp-daa, section 3.2, equation (2).\n    """\n')
    assert equations.places()[ONE.citation].function == "timeout"
