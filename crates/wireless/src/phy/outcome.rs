/// What became of the frame that a station was listening to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// Whole.
    Decoded,
    /// Too weak, or the station itself transmitted meanwhile.
    Garbled,
    /// Destroyed by another frame.
    Collision,
}
