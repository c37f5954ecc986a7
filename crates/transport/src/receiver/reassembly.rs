use crate::segment::SackBlocks;

/// The receive queue: what arrived, as the next number expected and the blocks beyond the first gap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reassembly {
    next: u64,
    /// Apart from each other, in order.
    blocks: Vec<Block>,
    arrivals: u64,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    start: u64,
    end: u64,
    /// Number of the newest arrival in the block: RFC 2018 reports the newest blocks.
    arrival: u64,
}

impl Reassembly {
    /// The next number expected: everything before has arrived.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// True when something waits beyond a gap.
    pub(crate) fn has_gap(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Starts at `next`, as a SYN tells.
    pub(crate) fn start_at(&mut self, next: u64) {
        self.next = next;
    }

    /// Takes the numbers from `start` up to, not including, `end`; true when some of them are new.
    pub(crate) fn insert(&mut self, start: u64, end: u64) -> bool {
        let start = start.max(self.next);
        if start >= end {
            return false;
        }
        self.arrivals += 1;
        // The blocks that the new one touches become one with it.
        let first = self.blocks.partition_point(|block| block.end < start);
        let last = self.blocks.partition_point(|block| block.start <= end);
        let mut merged = Block { start, end, arrival: self.arrivals };
        if let Some(touched) = self.blocks.get(first..last).filter(|touched| !touched.is_empty()) {
            if touched.iter().any(|block| block.start <= start && end <= block.end) {
                // RFC 2018, section 4: a duplicate too moves its block to the front.
                self.blocks[first].arrival = self.arrivals;
                return false;
            }
            merged.start = start.min(touched[0].start);
            merged.end = end.max(touched[touched.len() - 1].end);
        }
        if merged.start == self.next {
            self.next = merged.end;
            self.blocks.drain(first..last);
        } else {
            self.blocks.splice(first..last, [merged]);
        }
        true
    }

    /// The blocks to report, newest first (RFC 2018, section 4).
    pub(crate) fn sack_blocks(&self) -> SackBlocks {
        let mut chosen = SackBlocks::default();
        let mut before = u64::MAX;
        for _ in 0..SackBlocks::MAX {
            let newest = self.blocks.iter().filter(|block| block.arrival < before).max_by_key(|block| block.arrival);
            let Some(block) = newest else {
                break;
            };
            chosen.push(block.start, block.end);
            before = block.arrival;
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(queue: &Reassembly) -> Vec<(u64, u64)> {
        queue.sack_blocks().iter().collect()
    }

    #[test]
    fn in_order_data_leaves_no_blocks() {
        let mut queue = Reassembly::default();
        assert!(queue.insert(0, 100));
        assert!(queue.insert(100, 150));
        assert!(!queue.insert(0, 100), "a duplicate");
        assert_eq!((queue.next(), queue.has_gap()), (150, false));
    }

    #[test]
    fn gaps_fill_from_any_side() {
        let mut queue = Reassembly::default();
        assert!(queue.insert(300, 400));
        assert!(queue.insert(100, 200));
        assert_eq!(blocks(&queue), [(100, 200), (300, 400)], "newest first");
        assert!(queue.insert(200, 300), "joins both");
        assert_eq!(blocks(&queue), [(100, 400)]);
        assert!(!queue.insert(150, 350));
        assert!(queue.insert(0, 100));
        assert_eq!((queue.next(), queue.has_gap()), (400, false));
    }

    #[test]
    fn the_three_newest_are_reported() {
        let mut queue = Reassembly::default();
        for start in [100, 300, 500, 700] {
            queue.insert(start, start + 100);
        }
        assert_eq!(blocks(&queue), [(700, 800), (500, 600), (300, 400)]);
        queue.insert(100, 200);
        assert_eq!(blocks(&queue), [(100, 200), (700, 800), (500, 600)], "a duplicate renews its block");
        queue.insert(800, 900);
        assert_eq!(blocks(&queue)[0], (700, 900), "the first block holds the newest segment");
    }
}
