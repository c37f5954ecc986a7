//! Where the nodes of each topology stand, between which of them flows go, and what flows ask for, on paper.

use airhop_sim::{Application, Scenario};

/// Positions in units of 100 m, and flows.
fn layout(topology: &str) -> (Vec<[f64; 2]>, Vec<(u32, u32)>) {
    let text = format!("[topology]\n{topology}");
    let layout = Scenario::from_toml(&text, "paper.toml").unwrap().layout(1).unwrap();
    let nodes = layout.nodes.iter().map(|place| place.map(|m| (m / 100.0 * 1e6).round() / 1e6 + 0.0)).collect();
    (nodes, layout.flows.iter().map(|flow| (flow.src, flow.dst)).collect())
}

#[test]
fn a_chain_lies_on_a_line() {
    let (nodes, flows) = layout("kind = \"chain\"\nhops = 2\nspacing_m = 150\nflows = 2");
    assert_eq!(nodes, [[0.0, 0.0], [1.5, 0.0], [3.0, 0.0]]);
    assert_eq!(flows, [(0, 2), (0, 2)]);
}

#[test]
fn the_chains_of_a_cross_share_their_middle() {
    let (nodes, flows) = layout("kind = \"cross\"\nhops = 4\nspacing_m = 100");
    let (west_east, south_north) = nodes.split_at(5);
    assert_eq!(west_east, [[0.0, 2.0], [1.0, 2.0], [2.0, 2.0], [3.0, 2.0], [4.0, 2.0]]);
    assert_eq!(south_north, [[2.0, 0.0], [2.0, 1.0], [2.0, 3.0], [2.0, 4.0]]);
    assert_eq!(flows, [(0, 4), (5, 8)]);
}

#[test]
fn two_chains_run_beside_each_other() {
    let (nodes, flows) = layout("kind = \"parallel\"\nhops = 1\nspacing_m = 100\ngap_m = 500");
    assert_eq!(nodes, [[0.0, 0.0], [1.0, 0.0], [0.0, 5.0], [1.0, 5.0]]);
    assert_eq!(flows, [(0, 1), (2, 3)]);
    // The second chain is a hop longer at each end.
    let (nodes, flows) = layout("kind = \"asymmetric\"\nhops = 1\nextra_hops = 1\nspacing_m = 100\ngap_m = 500");
    assert_eq!(nodes, [[1.0, 0.0], [2.0, 0.0], [0.0, 5.0], [1.0, 5.0], [2.0, 5.0], [3.0, 5.0]]);
    assert_eq!(flows, [(0, 1), (2, 5)]);
}

#[test]
fn a_grid_is_numbered_row_by_row() {
    let (nodes, flows) = layout("kind = \"grid\"\nhops = 2\nflows = 4\nspacing_m = 100");
    assert_eq!(nodes[..4], [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 1.0]]);
    assert_eq!((nodes.len(), nodes[8]), (9, [2.0, 2.0]));
    // Rows 0 and 1, then columns 0 and 1.
    assert_eq!(flows, [(0, 2), (3, 5), (0, 6), (1, 7)]);
    // Of five rows the three in the middle.
    assert_eq!(layout("kind = \"grid\"\nhops = 4\nflows = 3").1, [(5, 9), (10, 14), (15, 19)]);
    let across = [(15, 19), (10, 14), (5, 9), (1, 21), (2, 22), (3, 23)];
    assert_eq!(layout("kind = \"grid-tcp-ap\"\nhops = 4").1, across);
}

#[test]
fn stations_stand_on_a_circle_around_node_0() {
    let (nodes, flows) = layout("kind = \"circle\"\nstations = 4\nradius_m = 100");
    assert_eq!(nodes, [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]);
    assert_eq!(flows, [(1, 0), (2, 0), (3, 0), (4, 0)]);
}

#[test]
fn an_access_point_stands_between_two_arms() {
    let wired = "[wired.w]\nends = [\"host\", 0]";
    let (nodes, flows) =
        layout(&format!("kind = \"access\"\nhops = 2\nspacing_m = 100\ndirections = \"in-out\"\n{wired}"));
    // The first arm from its end inwards, the second from the access point outwards; the host is node 5.
    assert_eq!(nodes, [[0.0, 0.0], [-2.0, 0.0], [-1.0, 0.0], [1.0, 0.0], [2.0, 0.0]]);
    assert_eq!(flows, [(5, 1), (4, 5)]);
}

#[test]
fn what_flows_ask_of_the_network() {
    let demand = |rest: &str| {
        let text = format!("[topology]\nhops = 3\n{rest}");
        Scenario::from_toml(&text, "paper.toml").unwrap().plan(1).unwrap().demands().remove(0)
    };
    let endless = demand("[flows.f0]\nstart_s = 2");
    assert_eq!((endless.src, endless.dst, endless.start_s, endless.stop_s), (0, 3, 2.0, None));
    assert_eq!(endless.application, Application::Ftp);
    assert_eq!(demand("[flows.f0]\nstart_s = 2\nstop_s = 40").stop_s, Some(40.0));
    // 1460 bytes are 11,680 bits: 10 ms at 1168 kbit/s.
    let datagrams = Application::Datagrams { packet_bytes: 1_460, interval_s: 0.01 };
    assert_eq!(demand("[transport]\nname = \"udp-paced=1168\"").application, datagrams);
    let transfer = Application::Transfer { bytes: 7_300 };
    assert_eq!(demand("[traffic]\nkind = \"transfer\"\nbytes = 7300").application, transfer);
}
