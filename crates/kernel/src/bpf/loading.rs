use super::skeletons::{bwrtt, cwl, tcp_ap};
use super::{path_map, pins};
use crate::{Connection, Error, Result, Scheme, Settings, Spread, State, system};
use libbpf_rs::query::MapInfoIter;
use libbpf_rs::skel::{OpenSkel, SkelBuilder};
use libbpf_rs::{Link, MapType};
use std::fs;
use std::mem::MaybeUninit;
use std::os::fd::AsFd;
use std::thread;
use std::time::{Duration, Instant};

/// Maximum wait until the kernel removes a name from its list.
const UNREGISTERED_WITHIN: Duration = Duration::from_secs(5);

/// What must remain after this process has exited.
struct Registered {
    registration: Link,
    listing: Link,
}

pub(crate) fn load(scheme: Scheme, settings: &Settings) -> Result<()> {
    system::check()?;
    pins::prepare()?;
    let name = scheme.kernel_name();
    if pins::link(scheme).exists() {
        return Err(Error::AlreadyLoaded(name));
    }
    if system::is_registered(name) {
        return Err(Error::HeldElsewhere(name));
    }
    // Files of a load that was killed do not contain a registered scheme.
    pins::remove(scheme)?;
    path_map::prepare()?;
    libbpf_rs::set_print(None);
    let registered = register(scheme, settings).map_err(|error| Error::refused(format!("loading {name}"), error))?;
    let pinned = pin(scheme, registered);
    if pinned.is_err() {
        // Report the failure itself, not a failure of the cleanup.
        let _ = pins::remove(scheme);
    }
    pinned
}

fn pin(scheme: Scheme, mut registered: Registered) -> Result<()> {
    let directory = pins::directory(scheme);
    pins::make_directory(&directory)?;
    let refused = |error: libbpf_rs::Error| Error::refused(format!("pinning in {}", directory.display()), error);
    registered.listing.pin(pins::listing(scheme)).map_err(refused)?;
    registered.registration.pin(pins::link(scheme)).map_err(refused)
}

/// Loads the programs of an object, attaches its listing to its socket storage and registers its congestion control.
macro_rules! register {
    ($builder:ty, $ops:ident, $connections:ident, $list:ident, |$open:ident| $prepare:block) => {{
        let mut memory = MaybeUninit::uninit();
        let mut $open = <$builder>::default().open(&mut memory)?;
        $open.maps.airhop_paths.reuse_pinned_map(pins::paths())?;
        $prepare
        let mut loaded = $open.load()?;
        let listing = loaded.progs.$list.attach_iter(loaded.maps.$connections.as_fd())?;
        let registration = loaded.maps.$ops.attach_struct_ops()?;
        Ok(Registered { registration, listing })
    }};
}

fn register(scheme: Scheme, settings: &Settings) -> libbpf_rs::Result<Registered> {
    match scheme {
        Scheme::AdaptivePacing => {
            register!(tcp_ap::TcpApSkelBuilder, airhop_ap, airhop_ap_conns, airhop_ap_list, |open| {
                if let Some(rodata) = open.maps.rodata_data.as_deref_mut() {
                    rodata.settings.reuse_hops = settings.reuse_hops;
                    rodata.settings.alpha_permille = settings.alpha_permille;
                    rodata.settings.overhead_bytes = settings.overhead_bytes;
                    rodata.settings.standard = u32::from(settings.spread == Spread::Standard);
                }
            })
        }
        Scheme::QuarterHops => {
            register!(cwl::CwlSkelBuilder, airhop_cwl, airhop_cwl_conns, airhop_cwl_list, |open| {})
        }
        Scheme::BandwidthRtt => {
            register!(bwrtt::BwrttSkelBuilder, airhop_bwrtt, airhop_bwrtt_conns, airhop_bwrtt_list, |open| {})
        }
    }
}

/// Unloads a scheme. Sockets keep it until they close, and namespaces keep it as their default until it is changed
/// ([`State::Held`]); no new user can select it.
///
/// # Errors
///
/// A missing requirement; the scheme is not loaded; or a refusal by the kernel.
pub fn unload(scheme: Scheme) -> Result<()> {
    system::check()?;
    let name = scheme.kernel_name();
    if !pins::link(scheme).exists() {
        let elsewhere = system::is_registered(name);
        return Err(if elsewhere { Error::HeldElsewhere(name) } else { Error::NotLoaded(name) });
    }
    let refused = |error: libbpf_rs::Error| Error::refused(format!("unloading {name}"), error);
    Link::open(pins::link(scheme)).and_then(|link| link.detach()).map_err(refused)?;
    pins::remove(scheme)?;
    let begin = Instant::now();
    while system::is_registered(name) {
        if begin.elapsed() > UNREGISTERED_WITHIN {
            return Err(Error::refused(format!("unloading {name}"), "the kernel still lists it"));
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// Unloads all loaded schemes and deletes all paths.
///
/// # Errors
///
/// As for [`unload`], except that schemes need not be loaded.
pub fn unload_all() -> Result<()> {
    system::check()?;
    for scheme in Scheme::ALL {
        match unload(scheme) {
            Err(Error::NotLoaded(_)) => pins::remove(scheme)?,
            other => other?,
        }
    }
    pins::remove_root()
}

/// Returns the state of a scheme.
///
/// # Errors
///
/// A missing requirement.
pub fn state(scheme: Scheme) -> Result<State> {
    system::check()?;
    let name = scheme.kernel_name();
    if system::is_registered(name) {
        return Ok(State::Loaded);
    }
    let held = MapInfoIter::default().any(|map| map.ty == MapType::StructOps && map.name.to_string_lossy() == name);
    Ok(if held { State::Held } else { State::Absent })
}

/// Lists the connections of a scheme in all network namespaces.
///
/// # Errors
///
/// A missing requirement; the scheme is not loaded, or not by this program; or a failure to read its listing.
pub fn connections(scheme: Scheme) -> Result<Vec<Connection>> {
    let name = scheme.kernel_name();
    match state(scheme)? {
        State::Loaded if pins::listing(scheme).exists() => {}
        State::Loaded => return Err(Error::HeldElsewhere(name)),
        State::Absent | State::Held => return Err(Error::NotLoaded(name)),
    }
    let listing = fs::read_to_string(pins::listing(scheme))
        .map_err(|error| Error::refused(format!("reading {}", pins::listing(scheme).display()), error))?;
    Ok(listing.lines().filter_map(Connection::from_line).collect())
}
