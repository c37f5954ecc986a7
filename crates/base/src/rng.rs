use crate::node::NodeId;
use crate::time::Nanos;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What a stream of random numbers is for. Each purpose of each node draws from a separate stream,
/// so that a change in one part of a scenario does not change the draws of any other.
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
    /// Positions of nodes and choice of flows; one stream per scenario.
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

    #[test]
    fn whole_numbers_are_below_their_bound_and_all_alike() {
        let mut s = Stream::new(3, Purpose::Backoff, NodeId(4));
        let mut counts = [0u32; 6];
        (0..60_000).for_each(|_| counts[s.below(6) as usize] += 1);
        // 10,000 each, with the standard deviation sqrt(60,000 * 5/36) = 91.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 400), "{counts:?}");
        assert_eq!(s.below(1), 0);
        // A bound that is not a power of two and close to 2^32 rejects about a third of all draws; the mean stays its half.
        let bound = 3_000_000_000;
        let mean = (0..20_000).map(|_| f64::from(s.below(bound))).sum::<f64>() / 20_000.0;
        assert!((mean / f64::from(bound) - 0.5).abs() < 0.01, "{mean}");
    }

    /// Of 2^32 draws, 3/4 of 2^32 numbers get two for each multiple of 3 and one for every other, unless one is rejected.
    #[test]
    fn no_number_is_more_likely_than_another() {
        let mut s = Stream::new(3, Purpose::Backoff, NodeId(5));
        let multiples = (0..30_000).filter(|_| s.below(3 << 30).is_multiple_of(3)).count();
        // A third, with the standard deviation sqrt(30,000 * 2/9) = 82; a half without rejection.
        assert!(multiples.abs_diff(10_000) < 400, "{multiples}");
    }

    #[test]
    fn real_numbers_fill_their_ranges() {
        let mut s = Stream::new(3, Purpose::Errors, NodeId(4));
        let units: Vec<f64> = (0..50_000).map(|_| s.unit()).collect();
        assert!(units.iter().all(|unit| (0.0..1.0).contains(unit)));
        let below = |bound: f64| units.iter().filter(|unit| **unit < bound).count() as f64 / 50_000.0;
        assert!([0.1, 0.5, 0.9].iter().all(|bound| (below(*bound) - bound).abs() < 0.01));
        let chances = (0..50_000).filter(|_| s.chance(0.3)).count() as f64 / 50_000.0;
        assert!((chances - 0.3).abs() < 0.01);
        assert!(!s.chance(0.0) && s.chance(1.0));
        let bound = Nanos::from_millis(10);
        let times: Vec<Nanos> = (0..50_000).map(|_| s.time_below(bound)).collect();
        assert!(times.iter().all(|time| *time < bound));
        let mean_ms = times.iter().map(|time| time.as_millis_f64()).sum::<f64>() / 50_000.0;
        assert!((mean_ms - 5.0).abs() < 0.05, "{mean_ms}");
    }

    /// Shares of draws on one side of a value, from the distributions' own functions.
    #[test]
    fn distributions_have_their_shapes() {
        let mut s = Stream::new(5, Purpose::Traffic, NodeId(0));
        let n = 100_000;
        let share =
            |draw: &mut dyn FnMut() -> f64, above: f64| (0..n).filter(|_| draw() > above).count() as f64 / f64::from(n);
        // Exponential of mean 2: P(X > 2) = 1/e.
        assert!((share(&mut || s.exponential(2.0), 2.0) - (-1f64).exp()).abs() < 0.006);
        assert!((0..n).all(|_| s.exponential(2.0) >= 0.0));
        // Pareto of mean 30 and shape 3: scale 20, P(X > 40) = (20/40)^3.
        assert!((share(&mut || s.pareto(30.0, 3.0), 40.0) - 0.125).abs() < 0.005);
        assert!((0..n).all(|_| s.pareto(30.0, 3.0) >= 20.0));
        // Normal: P(X > 1) = 0.1587, P(X > -1) = 0.8413, mean square 1.
        assert!((share(&mut || s.normal(), 1.0) - 0.1587).abs() < 0.005);
        assert!((share(&mut || s.normal(), -1.0) - 0.8413).abs() < 0.005);
        let square = (0..n).map(|_| s.normal().powi(2)).sum::<f64>() / f64::from(n);
        assert!((square - 1.0).abs() < 0.02, "{square}");
    }
}
