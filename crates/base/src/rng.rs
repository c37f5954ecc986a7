use crate::node::NodeId;
use crate::time::Nanos;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What a stream of random numbers is for. Each purpose of each node draws from a stream of its own,
/// so that a change in one part of a scenario leaves the draws of all others alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Purpose {
    /// Backoff slots of the MAC.
    Backoff = 1,
    /// Jitter of routing broadcasts.
    Routing = 2,
    /// Sizes, pauses and start times of traffic; the "node" is the flow's number.
    Traffic = 3,
    /// Frame and bit errors at a receiver.
    Errors = 4,
    /// Positions of nodes and choice of flows; one stream a scenario.
    Topology = 5,
    /// Shadowing of the links of a node.
    Shadowing = 6,
}

/// One stream of random numbers: ChaCha8 keyed by the run's seed, with purpose and node as the stream number.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of `purpose` at `node` in the run of `seed`.
    #[must_use]
    pub fn new(seed: u64, purpose: Purpose, node: NodeId) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(u64::from(purpose as u32) << 32 | u64::from(node.0));
        Self(rng)
    }

    /// A whole number from 0 to `bound - 1`, each equally likely (Lemire's multiplication without division).
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below zero");
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// A real number in [0, 1), of 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// An exponentially distributed number of the given mean.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.unit()).ln()
    }

    /// A Pareto distributed number with the given mean and shape (shape above 1; the scale follows as mean (shape - 1) / shape).
    pub fn pareto(&mut self, mean: f64, shape: f64) -> f64 {
        let scale = mean * (shape - 1.0) / shape;
        scale / (1.0 - self.unit()).powf(1.0 / shape)
    }

    /// A normally distributed number of mean 0 and standard deviation 1 (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// A length of time in [0, `bound`).
    pub fn time_below(&mut self, bound: Nanos) -> Nanos {
        Nanos::from_nanos((self.unit() * bound.as_nanos() as f64) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_repeatable_and_apart() {
        let draw = |seed, purpose, node| {
            let mut s = Stream::new(seed, purpose, NodeId(node));
            [s.below(1 << 30), s.below(1 << 30), s.below(1 << 30)]
        };
        assert_eq!(draw(1, Purpose::Backoff, 0), draw(1, Purpose::Backoff, 0));
        assert_ne!(draw(1, Purpose::Backoff, 0), draw(2, Purpose::Backoff, 0));
        assert_ne!(draw(1, Purpose::Backoff, 0), draw(1, Purpose::Routing, 0));
        assert_ne!(draw(1, Purpose::Backoff, 0), draw(1, Purpose::Backoff, 1));
    }

    #[test]
    fn distributions_have_their_means() {
        let mut s = Stream::new(7, Purpose::Traffic, NodeId(0));
        let n = 200_000;
        let mean = |f: &mut dyn FnMut() -> f64| (0..n).map(|_| f()).sum::<f64>() / f64::from(n);
        assert!((mean(&mut || f64::from(s.below(31))) - 15.0).abs() < 0.1);
        assert!((mean(&mut || s.exponential(2.0)) - 2.0).abs() < 0.03);
        assert!(mean(&mut || s.normal()).abs() < 0.01);
        // A Pareto variable of shape 3 has a finite variance, so that its mean can be tested.
        assert!((mean(&mut || s.pareto(30.0, 3.0)) - 30.0).abs() < 0.5);
    }
}
