//! Wrong input: one clear message, never a panic.

use airhop_sim::{RunOptions, Scenario, keys};
use proptest::prelude::*;

fn error_of(text: &str) -> String {
    match Scenario::from_toml(text, "mesh.toml") {
        Err(error) => error.to_string(),
        Ok(scenario) => scenario.plan(1).map(|_| "no error".to_owned()).unwrap_or_else(|e| e.to_string()),
    }
}

#[test]
fn messages_say_what_where_and_what_is_allowed() {
    for (text, expected) in [
        ("[topology\nkind = 1", "mesh.toml:1:10: "),
        ("[run]\nduration_s = \n", "mesh.toml:2:"),
        ("[topology]\nhop = 3", "mesh.toml: unknown key `topology.hop`; did you mean `topology.hops`?"),
        ("[topolgy]\nhops = 3", "mesh.toml: unknown key `topolgy`; did you mean `topology`?"),
        ("topology = 3", "mesh.toml: topology = 3: must be a table: [topology]"),
        ("[topology]\nhops = -3", "mesh.toml: topology.hops = -3: must be a whole number from 1 to 5000"),
        ("[topology]\nhops = 2.5", "mesh.toml: topology.hops = 2.5: must be a whole number from 1 to 5000"),
        ("[topology]\nkind = \"chian\"", "did you mean `chain`?"),
        ("[topology]\nkind = \"random\"\nnodes = 0", "topology.nodes = 0: must be a whole number from 1 to 10000"),
        ("[topology]\nkind = \"random\"\nnodes = 1000000000", "topology.nodes = 1000000000: must be"),
        ("[topology]\nkind = \"random\"\nhops = 3", "topology.hops is not a key of topology.kind = \"random\""),
        ("[topology]\nkind = \"random\"\nnodes = 1", "topology.nodes = 1: must be at least 2"),
        ("[topology]\nkind = \"cross\"\nhops = 3", "topology.hops = 3: must be even"),
        ("[topology]\nkind = \"nodes\"", "topology.positions = []: must be at least one position"),
        ("[topology]\nkind = \"nodes\"\npositions = [[0, 0], [1, 0]]", "the scenario has no flows"),
        ("[topology]\nkind = \"nodes\"\npositions = [[0, \"x\"]]", "topology.positions"),
        ("[flows.f0]\ndst = 0", "flow f0 goes from node 0 to itself"),
        ("[flows.f0]\ndst = 99", "flows.f0.dst = 99: must be a node from 0 to 7"),
        ("[flows.extra]\nsrc = 1", "flows.extra has no dst; expected a node from 0 to 7"),
        ("[flows.f0]\nstart_s = 9\nstop_s = 3", "flows.f0.stop_s = 3: must be later than start_s = 9"),
        ("[flows.f0]\ntransprot = \"vegas\"", "unknown key of flow f0 `transprot`; did you mean `transport`?"),
        ("[flows]\nf0 = 3", "flows.f0 = 3: must be a table: [flows.f0]"),
        ("[run]\nduration_s = 10\nwarmup_s = 30", "run.warmup_s = 30: must be less than run.duration_s = 10"),
        ("[run]\nduration_s = nan", "run.duration_s = nan: must be a number from 0.001 to 1000000"),
        ("[run]\nduration_s = inf", "run.duration_s = inf: must be"),
        ("[radio]\nprofile = \"ns2-wavlan\"", "did you mean `ns2-wavelan`?"),
        ("[radio]\ndata_rate_kbps = 0", "radio.data_rate_kbps"),
        ("[mac]\ncw_min = 64\ncw_max = 32", "mac.cw_max = 32: must be from mac.cw_min to 65535"),
        ("[errors]\npacket = 1.5", "errors.packet = 1.5: must be a number from 0 to 1"),
        ("[routing]\nprotocol = \"aodf\"", "did you mean `aodv`?"),
        ("[routing.aodv]\nlocal_repair = \"maybe\"", "routing.aodv.local_repair"),
        ("[transport]\nname = \"newrino\"", "newreno"),
        ("[transport]\nname = \"udp-paced=best\"", "is a search over many runs"),
        ("[transport]\nname = \"udp\"", "set traffic.kind = \"cbr\""),
        ("[transport]\nrto_mni = 3", "transport.rto_mni"),
        ("[traffic]\nkind = \"files\"\nshape = 0.5", "traffic.shape = 0.5: must be a number from 1.01 to 100"),
        ("[traffic]\nrate_kbps = 5", "traffic.rate_kbps is not a key of traffic.kind = \"ftp\""),
    ] {
        let error = error_of(text);
        assert!(error.contains(expected), "{text:?}\n  gave: {error}\n  want: {expected}");
    }
}

#[test]
fn unknown_scenarios_are_guessed() {
    let error = Scenario::builtin("chan").unwrap_err().to_string();
    assert_eq!(error, "unknown scenario `chan`; did you mean `chain`?");
}

#[test]
fn every_builtin_shows_itself_and_reads_back() {
    for (name, _) in airhop_sim::builtin_scenarios() {
        let scenario = Scenario::builtin(&name).unwrap();
        let text = scenario.to_toml().unwrap();
        let again = Scenario::from_toml(&text, "shown.toml").unwrap();
        assert_eq!(again.to_toml().unwrap(), text, "{name}");
        assert_eq!(again.layout(5).unwrap(), scenario.layout(5).unwrap());
        let short = |mut s: Scenario| {
            s.set("run.duration_s", "6").unwrap();
            s.set("run.warmup_s", "1").unwrap();
            let mut result = s.run(1, &RunOptions::default()).unwrap().result;
            result.wall_s = 0.0;
            result
        };
        assert_eq!(short(scenario), short(again), "{name}");
    }
}

#[test]
fn every_documented_key_can_be_set_to_its_default() {
    for key in keys().iter().filter(|k| !k.key.starts_with("flows.")) {
        let mut scenario = Scenario::builtin("chain").unwrap();
        let default = key.default.trim_matches('"');
        scenario.set(&key.key.replace("NODE", "0"), default).unwrap_or_else(|e| panic!("{} = {default}: {e}", key.key));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any text at all.
    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _ = error_of(&text);
    }

    /// Any known key with any scalar.
    #[test]
    fn no_setting_panics(
        which in any::<prop::sample::Index>(),
        value in prop_oneof![
            "-?[0-9]{1,22}",
            "-?[0-9]{1,3}\\.[0-9]{1,3}e-?[0-9]{1,3}",
            Just("nan".to_owned()), Just("inf".to_owned()), Just("true".to_owned()), Just("[]".to_owned()),
            Just("{}".to_owned()), Just("1979-05-27".to_owned()), "[a-z+=/0-9-]{0,20}", "\\PC{0,30}",
        ],
    ) {
        let known = keys();
        let key = which.get(&known).key.replace("NAME", "f0");
        let mut scenario = Scenario::builtin("chain").unwrap();
        if scenario.set(&key, &value).is_ok() {
            let _ = scenario.plan(1);
            let _ = scenario.to_toml();
        }
    }

    /// Small scenarios of random numbers either run or say why not.
    #[test]
    fn random_scenarios_run_or_say_why_not(
        hops in 1u32..4,
        spacing in 1u32..400,
        kind in prop::sample::select(vec!["chain", "cross", "parallel", "asymmetric", "grid"]),
        profile in prop::sample::select(vec!["ns2-wavelan", "ns2-wavelan-11M", "standard", "standard-11M"]),
        protocol in prop::sample::select(vec!["static", "aodv", "dsr"]),
        transport in prop::sample::select(vec!["newreno", "tahoe+lda", "sack+delack", "vegas", "cubic+sack", "westwood", "udp-paced=500"]),
        seed in 0u64..1000,
    ) {
        let mut s = Scenario::builtin("chain").unwrap();
        for (key, value) in [
            ("topology.kind", kind.to_owned()), ("topology.hops", hops.to_string()),
            ("topology.spacing_m", spacing.to_string()), ("radio.profile", profile.to_owned()),
            ("routing.protocol", protocol.to_owned()), ("transport.name", transport.to_owned()),
            ("run.duration_s", "0.5".to_owned()), ("run.warmup_s", "0.1".to_owned()),
        ] {
            s.set(key, &value).unwrap();
        }
        match s.run(seed, &RunOptions::default()) {
            Ok(output) => prop_assert!(output.result.aggregate_goodput_kbps.is_finite()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

/// A recipe has its own values: the text must not replace them by those of other transports.
#[test]
fn what_is_shown_runs_the_same_under_every_transport() {
    let names = airhop_transport::transports().iter().map(|line| line.name).filter(|name| !name.contains('='));
    for name in
        names.chain(["sack+daa", "newreno+delack+cwl=3", "newreno+no-backoff", "dccp+reliable", "udp-paced=200"])
    {
        let mut scenario = Scenario::builtin("chain").unwrap();
        for (key, value) in [("transport.name", name), ("run.duration_s", "30"), ("run.warmup_s", "1")] {
            scenario.set(key, value).unwrap();
        }
        let again = Scenario::from_toml(&scenario.to_toml().unwrap(), "shown.toml").unwrap();
        let ran = |s: &Scenario| {
            let mut result = s.run(1, &RunOptions::default()).unwrap().result;
            result.wall_s = 0.0;
            result
        };
        assert_eq!(ran(&scenario), ran(&again), "{name}");
    }
}

/// A value that is given replaces the recipe's, also where it is that of other transports: the texts must differ.
#[test]
fn what_is_given_is_shown_as_given() {
    let mut scenario = Scenario::builtin("chain").unwrap();
    scenario.set("transport.name", "tcp-daa").unwrap();
    let own = scenario.to_toml().unwrap();
    scenario.set("transport.rto_factor", "1").unwrap();
    let given = scenario.to_toml().unwrap();
    assert!(own.contains("\n# rto_factor = 5"));
    assert!(given.contains("\nrto_factor = 1"));
}

#[test]
fn name_and_description_are_set_each_for_itself() {
    let mut scenario = Scenario::builtin("chain").unwrap();
    scenario.set("name", "mine").unwrap();
    scenario.set("description", "what it is for").unwrap();
    assert_eq!((scenario.name(), scenario.description()), ("mine", "what it is for"));
}
