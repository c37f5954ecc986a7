"""Wrong requests: exit status 2, one clear message on standard error, nothing simulated, nothing printed."""

import pytest

from support import SHORT

CHAIN = ["run", "chain", *SHORT, "--seed", "1"]


def refused(done, *words):
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "panicked" not in done.stderr
    for word in words:
        assert word in done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "chian"], ["chian", "did you mean chain"]),
        (["show", "crosss"], ["crosss", "cross"]),
        ([*CHAIN, "--transport", "newrno"], ["newrno", "newreno"]),
        ([*CHAIN, "--transport", "newreno+cwl=x"], ["cwl"]),
        ([*CHAIN, "--transport", "udp-paced=-5"], ["udp-paced"]),
        ([*CHAIN, "--radio", "ns2-wavlan"], ["ns2-wavlan", "ns2-wavelan"]),
        ([*CHAIN, "--routing", "aodvv"], ["aodvv", "aodv"]),
        ([*CHAIN, "--set", "topology.hop=3"], ["topology.hop", "topology.hops"]),
        ([*CHAIN, "--set", "topology.hops"], ["KEY=VALUE"]),
        ([*CHAIN, "--set", "=3"], ["KEY=VALUE"]),
        ([*CHAIN, "--set", "topology.hops=many"], ["topology.hops", "many"]),
        ([*CHAIN, "--hops", "-1"], ["topology.hops", "-1"]),
        ([*CHAIN, "--hops", "0"], ["topology.hops", "0"]),
        ([*CHAIN, "--hops", "1000000000"], ["topology.hops", "1000000000"]),
        ([*CHAIN, "--hops", "99999999999999999999999"], []),
        ([*CHAIN, "--flows", "-2"], ["topology.flows", "-2"]),
        (["run", "random", "--set", "topology.nodes=0"], ["topology.nodes", "0"]),
        (["run", "random", "--set", "topology.nodes=1000000000"], ["topology.nodes", "1000000000"]),
        ([*CHAIN, "--set", "errors.packet=2"], ["errors.packet", "2"]),
        ([*CHAIN, "--set", "errors.packet=nan"], ["errors.packet"]),
        ([*CHAIN, "--duration", "-3"], ["-3"]),
        ([*CHAIN, "--duration", "nan"], ["nan"]),
        ([*CHAIN, "--duration", "inf"], ["inf"]),
        ([*CHAIN, "--warmup", "9"], ["warmup"]),
        ([*CHAIN, "--seeds", "2"], ["--seeds", "--seed"]),
        (["run", "chain", "--seeds", "0"], ["seeds", "0"]),
        (["run", "chain", "--seed", "-1"], ["seed", "-1"]),
        ([*CHAIN, "--jobs", "0"], ["jobs", "0"]),
        ([*CHAIN, "--batches", "1", "--packets", "100"], ["batches"]),
        ([*CHAIN, "--packets", "-5", "--batches", "5"], ["-5"]),
        ([*CHAIN, "--frobnicate"], ["--frobnicate"]),
        ([*CHAIN, "--hops", "three"], ["--hops", "integer"]),
        (["run"], ["SCENARIO"]),
        (["lst"], ["lst"]),
        (["list", "transport"], ["transport"]),
    ],
)
def test_wrong_request(command, arguments, words):
    refused(command(*arguments), *words)


def test_flow_to_itself(command, tmp_path):
    path = tmp_path / "self.toml"
    toml = command("show", "chain").stdout
    path.write_text(toml + "\n[flows.loop]\nsource = 2\ndestination = 2\n")
    refused(command("run", path), "loop")


def test_broken_toml_is_refused_with_file_line_and_column(command, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text('name = "x"\n[topology]\nkind = = "chain"\n')
    message = refused(command("run", path), str(path))
    assert "3" in message
    assert "8" in message


def test_unknown_key_in_a_file_is_refused_with_file_and_line(command, tmp_path):
    path = tmp_path / "typo.toml"
    path.write_text('[topology]\nkind = "chain"\nhopps = 3\n')
    refused(command("run", path), str(path), "hopps", "hops")


def test_a_file_that_is_no_text(command, tmp_path):
    path = tmp_path / "odd.toml"
    path.write_bytes(b"\xff\xfe\x00")
    refused(command("run", path), str(path), "UTF-8")


def test_missing_file(command, tmp_path):
    refused(command("run", tmp_path / "absent.toml"), "absent.toml", "No such file")


def test_directory_instead_of_a_file(command, tmp_path):
    refused(command("run", tmp_path), str(tmp_path), "directory")


@pytest.mark.parametrize("option", ["--json", "--series"])
def test_unwritable_file_is_found_before_simulating(command, tmp_path, option):
    name = "result.csv"
    blocker = tmp_path / "file"
    blocker.write_text("")
    long = ["run", "chain", "--duration", "100000", "--seeds", "20"]
    refused(command(*long, option, tmp_path / "absent" / name), option, "No such file or directory")
    refused(command(*long, option, blocker / name), option, "Not a directory")
    (tmp_path / name).mkdir()
    refused(command(*long, option, tmp_path / name), option, "is a directory")


@pytest.mark.parametrize("option", ["--plot", "--pcap"])
def test_unwritable_directory_is_found_before_simulating(command, tmp_path, option):
    blocker = tmp_path / "file"
    blocker.write_text("kept")
    long = ["run", "chain", "--duration", "100000", "--seeds", "20"]
    refused(command(*long, option, blocker), option, "is a file")
    refused(command(*long, option, blocker / "below"), option, "Not a directory")
    assert blocker.read_text() == "kept"


def test_series_of_an_unknown_form(command, tmp_path):
    refused(command(*CHAIN, "--series", tmp_path / "series.xlsx"), "--series", ".parquet", ".csv")


def test_a_refused_output_leaves_the_old_file_alone(command, tmp_path):
    path = tmp_path / "old.json"
    path.write_text("old")
    refused(command(*CHAIN, "--json", path, "--plot", tmp_path / "figures", "--transport", "nonsense"))
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["old.json"]


def test_an_unreachable_destination_is_no_error(command):
    done = command("run", "random", *SHORT, "--seed", "1", "--set", "topology.nodes=5", "--flows", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing delivered" in done.stdout
