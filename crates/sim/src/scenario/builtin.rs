/// The built-in scenarios: name and TOML, the files of the folder `scenarios`.
pub(crate) const BUILTIN: &[(&str, &str)] = &[
    ("chain", include_str!("../../../../scenarios/chain.toml")),
    ("cross", include_str!("../../../../scenarios/cross.toml")),
    ("cross-background", include_str!("../../../../scenarios/cross-background.toml")),
    ("parallel", include_str!("../../../../scenarios/parallel.toml")),
    ("asymmetric", include_str!("../../../../scenarios/asymmetric.toml")),
    ("grid", include_str!("../../../../scenarios/grid.toml")),
    ("grid-background", include_str!("../../../../scenarios/grid-background.toml")),
    ("grid-tcp-ap", include_str!("../../../../scenarios/grid-tcp-ap.toml")),
    ("random", include_str!("../../../../scenarios/random.toml")),
    ("random-files", include_str!("../../../../scenarios/random-files.toml")),
    ("interference-4hop", include_str!("../../../../scenarios/interference-4hop.toml")),
    ("access", include_str!("../../../../scenarios/access.toml")),
    ("saturation", include_str!("../../../../scenarios/saturation.toml")),
];
