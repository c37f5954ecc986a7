use super::config::Rules;

/// Whether sequence number `a` is newer than `b`.
///
/// RFC 3561, section 6.1: the difference is taken as a signed number, so that numbers may roll over.
/// ns-2 compares them as unsigned numbers.
pub(super) fn newer(rules: Rules, a: u32, b: u32) -> bool {
    match rules {
        Rules::Rfc3561 => a.wrapping_sub(b).cast_signed() > 0,
        Rules::Ns2 => a > b,
    }
}

/// The number a destination answers with: its own is `own`, the request asks for `wanted`.
///
/// RFC 3561, sections 6.1 and 6.6.1: the larger of the two. ns-2: the next even number above both, at every answer.
pub(super) fn answer(rules: Rules, own: u32, wanted: Option<u32>) -> u32 {
    match (rules, wanted) {
        (Rules::Rfc3561, Some(wanted)) if newer(rules, wanted, own) => wanted,
        (Rules::Rfc3561, _) => own,
        (Rules::Ns2, wanted) => {
            let next = own.max(wanted.unwrap_or(0)).wrapping_add(1);
            next.wrapping_add(next % 2)
        }
    }
}

/// A node's own number before it sends a request.
///
/// RFC 3561, section 6.1: one more. ns-2: two more, for odd numbers stand for broken routes there.
pub(super) fn before_request(rules: Rules, own: u32) -> u32 {
    own.wrapping_add(match rules {
        Rules::Rfc3561 => 1,
        Rules::Ns2 => 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_6_1_numbers_roll_over() {
        assert!(newer(Rules::Rfc3561, 2, 1) && !newer(Rules::Rfc3561, 1, 1));
        assert!(newer(Rules::Rfc3561, 3, u32::MAX - 3));
        assert!(!newer(Rules::Ns2, 3, u32::MAX - 3));
    }

    #[test]
    fn section_6_6_1_a_destination_answers_with_the_larger_number() {
        assert_eq!(answer(Rules::Rfc3561, 5, None), 5);
        assert_eq!(answer(Rules::Rfc3561, 5, Some(6)), 6);
        assert_eq!(answer(Rules::Rfc3561, 5, Some(4)), 5);
    }

    #[test]
    fn ns2_destinations_answer_with_the_next_even_number() {
        assert_eq!(answer(Rules::Ns2, 2, Some(0)), 4);
        assert_eq!(answer(Rules::Ns2, 2, Some(7)), 8);
        assert_eq!(answer(Rules::Ns2, 2, Some(8)), 10);
    }
}
