/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* Which ACKs are withheld. Pure C: the tests of this crate compile this file too. */
#ifndef AIRHOP_THINNING_H
#define AIRHOP_THINNING_H

#include "integer.h"

/* An ACK leaves at the latest this long after the one before it, if anything is acknowledged by then: RFC 1122, section 4.2.3.2,
 * allows 500 ms, and Linux takes 200 ms at most. */
#define AIRHOP_WITHHELD_MAX_NS 100000000ULL
/* Data that comes this long after an ACK was withheld: the sender may have waited for it. */
#define AIRHOP_SILENCE_NS 150000000ULL
/* ACKs that then leave without any being withheld. */
#define AIRHOP_FREE_ACKS 100
/* After a duplicate: those of a recovery, of which each says what to send again (RFC 5681, section 4.2). */
#define AIRHOP_FREE_AFTER_DUPLICATE 10

/* What is known of the receiving end of a connection. */
struct airhop_thinning {
	__u32 segment_bytes; /* payload of the sender's full segments */
	__u32 sent_ack;      /* the last one that left */
	__u32 seen_ack;      /* the last one that the receiver made */
	__u32 free;          /* ACKs that leave whatever they say */
	__u64 sent_ns;
	__u64 withheld_ns;   /* when one was withheld that no other has made up for, or 0 */
	__u8 started;
	__u8 push;           /* the sender has nothing more to send for now */
};

/* Data arrives; `last` when the sender marks it as the last for now (PSH) or for good (FIN). A silence after an ACK was withheld
 * means that the sender needed it. */
AIRHOP_INLINE void airhop_thinning_on_data(struct airhop_thinning *state, __u64 now_ns, int last)
{
	if (state->withheld_ns && now_ns - state->withheld_ns > AIRHOP_SILENCE_NS)
		state->free = AIRHOP_FREE_ACKS;
	if (last)
		state->push = 1;
}

/* Something left that acknowledges up to `ack`. */
AIRHOP_INLINE void airhop_thinning_sent(struct airhop_thinning *state, __u64 now_ns, __u32 ack)
{
	state->sent_ack = ack;
	state->seen_ack = ack;
	state->sent_ns = now_ns;
	state->withheld_ns = 0;
	state->push = 0;
	state->started = 1;
}

/* True when a pure ACK without any option that says more may be withheld: it says something new, but less than `every` full
 * segments since the last one that left. */
AIRHOP_INLINE int airhop_withhold(struct airhop_thinning *state, __u64 now_ns, __u32 ack, __u32 every)
{
	int duplicate = state->started && ack == state->seen_ack;
	__u32 covered = ack - state->sent_ack;

	if (!state->started || duplicate || state->push || state->free || covered >= every * state->segment_bytes ||
	    now_ns - state->sent_ns > AIRHOP_WITHHELD_MAX_NS) {
		if (duplicate && state->free < AIRHOP_FREE_AFTER_DUPLICATE)
			state->free = AIRHOP_FREE_AFTER_DUPLICATE;
		else if (state->free)
			state->free--;
		airhop_thinning_sent(state, now_ns, ack);
		return 0;
	}
	state->seen_ack = ack;
	if (!state->withheld_ns)
		state->withheld_ns = now_ns;
	return 1;
}

#endif
