"""What each transport needs."""

import pytest

import airhop
from airhop._native import need_names
from airhop.needs import MEANING, Need, needs

VALUES = {"KBPS": "330", "N": "2", "X": "2.5"}


def test_every_need_has_words():
    assert [need.value for need in Need] == need_names()
    assert set(MEANING) == set(Need)


def test_the_listing_of_transports_tells_what_each_needs():
    for entry in airhop.transports():
        needed = needs(entry.name.replace("KBPS", "330"))
        assert needed.about
        assert needed.source
        assert entry.needs == needed.summary


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


@pytest.mark.parametrize("name", ["", "newrino", "newreno+", "newreno+cvl=3", "dccp+daa=3", "udp-paced", "udp"])
def test_a_wrong_name(name):
    with pytest.raises(airhop.ScenarioError, match=r"unknown (transport|part)|allowed is"):
        needs(name)


@pytest.mark.parametrize(
    ("name", "about"),
    [
        # What needs nothing tells its settings, or those of plain TCP where there are none.
        ("newreno", "congestion control `reno`: net.ipv4.tcp_congestion_control"),
        ("newreno+rto-factor=1", "as ever"),
        ("vegas+cwl=3", "module tcp_vegas: net.ipv4.tcp_congestion_control; a fixed limit: `ip route ... cwnd lock N`"),
        # What needs something tells that alone, each text once; a part that an implied one replaces tells nothing.
        ("newreno+lda+cwl=3", "ACKs of up to 4 segments"),
        ("newreno+daa+dupthresh=3+rto-factor=1", "ACKs of 1 to 4 segments; limited transmit beyond the window limit"),
        ("newreno+daa+cwl=none", "ACKs of 1 to 4 segments; a longer retransmission timeout"),
        ("dccp-reliable", "DCCP at both ends, in user space (Linux dropped its own in 6.16); retransmission over DCCP"),
    ],
)
def test_what_has_to_be_done(name, about):
    assert needs(name).about == about
