"""Files are written whole or not at all."""

import stat

import pandas as pd
import pytest

from airhop import outputs


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path):
    path = tmp_path / "result.json"
    path.write_text("old")
    path.chmod(0o640)
    outputs.write_text(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_keeps_pointing_at_its_file(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    outputs.write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "series.csv"
    path.write_text("old")

    def fail(*arguments, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pd.DataFrame, "to_csv", fail)
    with pytest.raises(OSError, match="No space"):
        outputs.write_series(path, pd.DataFrame({"value": [1.0]}))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_in_place():
    outputs.check_file("--json", outputs.Path("/dev/null"))
    outputs.write_text(outputs.Path("/dev/null"), "gone")
    assert outputs.Path("/dev/null").is_char_device()


def test_checks_leave_no_trace(tmp_path):
    outputs.check_file("--json", tmp_path / "new.json")
    outputs.check_directory("--plot", tmp_path / "figures" / "deep")
    assert [path.name for path in tmp_path.rglob("*")] == ["figures", "deep"]
