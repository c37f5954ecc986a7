"""A damaged stored run counts as missing: reading it gives nothing or a run, never an error.

`fuzz/targets/stored_runs.py` fuzzes the same property. The reader under test stands in `stored` and `read` alone.
"""

import functools
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import airhop
from airhop.runs.cache import Cache
from airhop.runs.job import Finished, Job, Variant
from airhop.runs.runner import Runner

_FOLDER = tempfile.TemporaryDirectory(prefix="airhop-stored-")


@functools.cache
def stored():
    """Store one run with time series; give its job, its record and its files, by name, with their content."""
    scenario = airhop.Scenario.builtin("chain")
    scenario.update({"topology.hops": 1, "run.duration_s": 2.0, "run.warmup_s": 1.0, "run.sample_s": 0.5})
    job = Job(Variant.of(scenario), 1, series=True)
    with Runner.on_threads(1, Cache(Path(_FOLDER.name))) as runner:
        (run,) = runner.make([job])
    files = sorted(Path(_FOLDER.name).rglob("*.parquet"))
    return job, run, {path: path.read_bytes() for path in files}


def read(job):
    """Read the run again; None where it counts as missing."""
    return Cache(Path(_FOLDER.name)).load([job]).get(job.key)


def damaged(content, change):
    """Give the content of a file after a change: another content, a cut, or bytes in place of others."""
    kind, place, data = change
    if kind == "replace":
        return data
    at = place % (len(content) + 1)
    return (
        content[:at]
        if kind == "cut"
        else content[:at] + data + content[at + (len(data) if kind == "overwrite" else 0) :]
    )


# JSON and its pieces reach further than bytes at random.
json_texts = st.recursive(
    st.sampled_from(["null", "true", "0", "1e999", "NaN", '""', '"run"', "[]", "{}", "[", '{"run": ']),
    lambda inner: st.lists(inner, max_size=3).map(", ".join).flatmap(
        lambda text: st.sampled_from([f"[{text}]", f'{{"run": {text or 0}}}', f'{{"run": {{"flows": {text or 0}}}}}'])
    ),
    max_leaves=4,
)  # fmt: skip
changes = st.tuples(
    st.integers(0, 7),
    st.tuples(
        st.sampled_from(["replace", "cut", "overwrite", "insert"]),
        st.integers(0, 1 << 16),
        st.one_of(st.binary(max_size=8), json_texts.map(str.encode)),
    ),
)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.lists(changes, min_size=1, max_size=4))
def test_a_damaged_run_is_missing_or_whole(several):
    job, _, files = stored()
    now = dict(files)
    for which, change in several:
        path = list(files)[which % len(files)]
        now[path] = damaged(now[path], change)
    for path, content in now.items():
        path.write_bytes(content)
    found = read(job)
    assert found is None or is_run(found)


def is_run(found: Finished):
    """Whether it has the types that every reader of a run relies on."""
    samples = found.samples
    lengths = {len(column) for column in (samples.time_s, samples.subject, samples.quantity, samples.value)}
    return isinstance(found.record, dict) and len(lengths) == 1


def test_an_undamaged_run_is_read_as_it_was_stored():
    job, run, files = stored()
    for path, content in files.items():
        path.write_bytes(content)
    again = read(job)
    assert again.record == run.record
    assert again.samples.frame().equals(run.samples.frame())
