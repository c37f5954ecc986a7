"""What each transport needs."""

import pytest

import airhop
from airhop.needs import MEANING, PARTS, RECIPES, Need, needs

VALUES = {"KBPS": "330", "N": "2", "X": "2.5"}


def test_every_transport_and_every_part_stands_in_the_table():
    names = [entry.name for entry in airhop.transports()]
    assert set(RECIPES) == {name for name in names if not name.startswith(("dccp", "udp"))}
    assert set(PARTS) == {part.name for part in airhop.parts()}
    assert set(MEANING) == set(Need)
    for name in names:
        assert needs(name.replace("KBPS", "330")).about


def test_every_part_is_known_behind_a_name():
    for part in airhop.parts():
        key, separator, value = part.name.partition("=")
        base = "dccp" if part.kind == "DCCP" else "newreno"
        assert needs(f"{base}+{key}{separator}{VALUES.get(value, value)}").source


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("newreno", ""),
        ("newreno+delack", ""),
        ("cubic", ""),
        ("newreno+cwl=3", ""),
        ("newreno+cwl=h/4", "sender path"),
        ("tcp-ap", "sender path"),
        ("tcp-ap+sync", "sender receiver path clocks"),
        ("bw-rtt", "sender"),
        ("newreno+lda", "receiver"),
        ("tcp-daa", "sender receiver"),
        # The receiver alone, and what puts a part back to plain TCP.
        ("newreno+daa+dupthresh=3+rto-factor=1+cwl=none", "receiver"),
        ("tcp-daa+every", ""),
        ("bw-rtt+cwl=none", ""),
        ("tctc", "receiver nodes"),
        ("sack+daa+tctc", "sender receiver nodes"),
        ("dccp", "sender receiver protocol loss"),
        ("dccp-reliable", "sender receiver protocol"),
        ("dccp+reliable", "sender receiver protocol"),
        ("udp-paced=330", "sender protocol loss"),
        ("udp-paced=best", "sender protocol loss"),
    ],
)
def test_needs_of(name, kinds):
    assert needs(name).kinds == {Need(kind) for kind in kinds.split()}


def test_less_change_is_less_effort():
    order = ["cubic", "bw-rtt", "newreno+lda", "tcp-daa", "tcp-ap+sync", "dccp-reliable", "tctc", "dccp"]
    efforts = [needs(name).effort for name in order]
    assert efforts == sorted(efforts)
    assert needs("cubic").effort == needs("vegas+cwl=3").effort == 0


@pytest.mark.parametrize("name", ["", "newrino", "newreno+", "newreno+cvl=3", "dccp+daa=3", "udp-paced"])
def test_a_wrong_name(name):
    if name == "udp-paced":
        # The rate is the simulator's to check.
        assert needs(name).kinds
        return
    with pytest.raises(ValueError, match=r"no (transport|part)"):
        needs(name)
