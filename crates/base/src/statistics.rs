/// The coefficient of variation of samples: their sample standard deviation, with N - 1, over their mean. `None` for fewer
/// than two samples, and for a mean that is not above 0.
///
/// tcp-ap, section 4.2, first equation.
#[must_use]
pub fn coefficient_of_variation(samples: impl ExactSizeIterator<Item = f64> + Clone) -> Option<f64> {
    let count = samples.len() as f64;
    let mean = samples.clone().sum::<f64>() / count;
    if count < 2.0 || mean <= 0.0 {
        return None;
    }
    let squares: f64 = samples.map(|x| (x - mean).powi(2)).sum();
    Some((squares / (count - 1.0)).sqrt() / mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cov(samples: &[f64]) -> Option<f64> {
        coefficient_of_variation(samples.iter().copied())
    }

    #[test]
    fn sample_deviation_over_mean() {
        // Mean 2; squares 1 + 0 + 1 = 2 over N - 1 = 2: deviation 1.
        assert_eq!(cov(&[1.0, 2.0, 3.0]), Some(0.5));
        // Mean 5; squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32 over 7.
        let expected = (32.0_f64 / 7.0).sqrt() / 5.0;
        assert!((cov(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap() - expected).abs() < 1e-12);
        assert_eq!(cov(&[3.0, 3.0]), Some(0.0));
    }

    #[test]
    fn undefined_for_too_few_samples_or_without_a_mean() {
        assert_eq!(cov(&[]), None);
        assert_eq!(cov(&[3.0]), None);
        assert_eq!(cov(&[1.0, -1.0]), None);
        assert_eq!(cov(&[-1.0, -3.0]), None);
    }
}
