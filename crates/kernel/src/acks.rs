use crate::{Error, Result};

/// Limit of the window that a receiver advertises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WindowLimit {
    /// No limit except the receiver's buffer.
    #[default]
    None,
    /// A number of segments, 1 to 65,535.
    Segments(u32),
    /// A quarter of the hops to the sender if the path is known, otherwise no limit.
    QuarterHops,
}

/// ACK policy of a receiver's device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AckPolicy {
    /// Full segments per ACK: 1 to 16; 1 sends every ACK of the receiver.
    pub every: u32,
    /// The limit of the advertised window.
    pub window: WindowLimit,
}

impl AckPolicy {
    pub(crate) fn check(&self) -> Result<()> {
        if !(1..=16).contains(&self.every) {
            return Err(Error::OutOfRange {
                what: "every",
                found: self.every.to_string(),
                allowed: "1 to 16 segments",
            });
        }
        if let WindowLimit::Segments(segments) = self.window
            && !(1..=65_535).contains(&segments)
        {
            return Err(Error::OutOfRange {
                what: "window",
                found: segments.to_string(),
                allowed: "1 to 65,535 segments",
            });
        }
        Ok(())
    }
}

/// Checks the maximum delay of an ACK: the kernel's default and maximum is 200 ms.
pub(crate) fn check_delay(delay_ms: u32) -> Result<()> {
    if (1..=200).contains(&delay_ms) {
        return Ok(());
    }
    Err(Error::OutOfRange { what: "delack", found: format!("{delay_ms} ms"), allowed: "1 to 200 ms" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_have_bounds() {
        let policy = AckPolicy { every: 2, window: WindowLimit::Segments(2) };
        assert!(policy.check().is_ok());
        for wrong in [
            AckPolicy { every: 0, ..policy },
            AckPolicy { every: 17, ..policy },
            AckPolicy { window: WindowLimit::Segments(0), ..policy },
            AckPolicy { window: WindowLimit::Segments(65_536), ..policy },
        ] {
            assert!(matches!(wrong.check(), Err(Error::OutOfRange { .. })), "{wrong:?}");
        }
        assert!(check_delay(14).is_ok());
        assert!(check_delay(0).is_err() && check_delay(201).is_err());
    }
}
