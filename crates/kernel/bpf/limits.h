/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* Window limits in integer arithmetic: by hops, and from bandwidth and round-trip time. Pure C: the tests of this crate also compile
 * this file, and compare it with airhop's simulator. */
#ifndef AIRHOP_LIMITS_H
#define AIRHOP_LIMITS_H

#include "integer.h"

/* h / 4 rounded to the nearest integer, at least 1: Fu, Zerfos, Luo, Lu, Zhang, Gerla, INFOCOM 2003, section IV. */
AIRHOP_INLINE __u32 airhop_quarter_hops(__u32 hops)
{
	__u32 limit = (__u32)(((__u64)hops + 2) / 4);

	return limit ? limit : 1;
}

/* A fifth of the round-trip hop count, rounded down, at least 1: Chen, Xue, Nahrstedt, ICC 2003. */
AIRHOP_INLINE __u32 airhop_fifth_round_trip(__u32 hops)
{
	__u32 limit = (__u32)((__u64)hops * 2 / 5);

	return limit ? limit : 1;
}

/* The unit of bandwidths is 2^-10 byte/s. */
#define AIRHOP_BANDWIDTH_BITS 10
/* Weight of the past in the bandwidth, the relative change above which the limit is recomputed, and the number of ACKs before it takes
 * effect: Huh, Lee & Kim 2006 ("bw-rtt-cwl"), section 3, leaves them open; these are the simulator's values. */
#define AIRHOP_BANDWIDTH_ALPHA_PERMILLE 800
#define AIRHOP_DEVIATION_PERMILLE 300
#define AIRHOP_LIMIT_FROM_ACK 30
/* Bounds that keep products within 64 bits: 4 s, one hour, 1 GByte/s, 16 MByte per ACK. */
#define AIRHOP_ROUND_TRIP_MAX_US 4194303ULL
#define AIRHOP_ACK_GAP_MAX_US 3600000000ULL
#define AIRHOP_BANDWIDTH_MAX (1000000000ULL << AIRHOP_BANDWIDTH_BITS)
#define AIRHOP_ACKED_MAX_BYTES 16000000ULL

/* State of a connection. */
struct airhop_bandwidth_rtt {
	__u64 last_ack_us;
	__u64 bandwidth; /* in 2^-AIRHOP_BANDWIDTH_BITS byte/s */
	__u64 used_bandwidth;
	__u64 rtt_us;
	__u64 used_rtt_us;
	__u32 acks;
	__u32 limit; /* segments; 0: no limit yet */
};

AIRHOP_INLINE __u64 airhop_at_most(__u64 x, __u64 bound)
{
	return x < bound ? x : bound;
}

/* BW_now = (BW_(k-1) RTT + PacketSize_k) / (RTT + T_k): bw-rtt-cwl, section 3, equation 1. */
AIRHOP_INLINE __u64 airhop_sliding(__u64 before, __u64 acked_bytes, __u64 rtt_us, __u64 since_last_us)
{
	return (before * rtt_us + ((acked_bytes * 1000000) << AIRHOP_BANDWIDTH_BITS)) / (rtt_us + since_last_us);
}

/* BW_k = alpha BW_(k-1) + (1 - alpha) BW_now: bw-rtt-cwl, section 3, equation 2. */
AIRHOP_INLINE __u64 airhop_smoothed(__u64 before, __u64 now)
{
	return (AIRHOP_BANDWIDTH_ALPHA_PERMILLE * before + (1000 - AIRHOP_BANDWIDTH_ALPHA_PERMILLE) * now) / 1000;
}

/* Maxcwnd = RTT BW / PacketSize, rounded to the nearest integer, at least 1: bw-rtt-cwl, section 3, equation 3. */
AIRHOP_INLINE __u32 airhop_bandwidth_window(__u64 bandwidth, __u64 rtt_us, __u32 segment_bytes)
{
	__u64 segment = ((__u64)segment_bytes * 1000000) << AIRHOP_BANDWIDTH_BITS;
	__u64 window = (bandwidth * rtt_us + segment / 2) / segment;

	return window ? (__u32)airhop_at_most(window, 0x7fffffff) : 1;
}

AIRHOP_INLINE int airhop_apart(__u64 now, __u64 used)
{
	__u64 difference = now > used ? now - used : used - now;

	return difference * 1000 > used * AIRHOP_DEVIATION_PERMILLE;
}

/* Processes an ACK of `acked_bytes`, 0 for a duplicate. The round-trip time is the smoothed one. */
AIRHOP_INLINE void airhop_bandwidth_rtt_on_ack(struct airhop_bandwidth_rtt *state, __u64 now_us, __u64 acked_bytes,
					       __u64 srtt_us, __u32 segment_bytes)
{
	__u64 since_last_us, now;

	if (srtt_us == 0 || segment_bytes == 0)
		return;
	srtt_us = airhop_at_most(srtt_us, AIRHOP_ROUND_TRIP_MAX_US);
	acked_bytes = airhop_at_most(acked_bytes, AIRHOP_ACKED_MAX_BYTES);
	if (state->acks == 0) {
		/* The first ACK has no predecessor: start with its bytes divided by the round-trip time. */
		state->bandwidth = airhop_at_most(((acked_bytes * 1000000) << AIRHOP_BANDWIDTH_BITS) / srtt_us,
						  AIRHOP_BANDWIDTH_MAX);
		state->last_ack_us = now_us;
		state->acks = 1;
		return;
	}
	since_last_us = now_us > state->last_ack_us ? now_us - state->last_ack_us : 0;
	since_last_us = airhop_at_most(since_last_us, AIRHOP_ACK_GAP_MAX_US);
	state->last_ack_us = now_us;
	now = airhop_sliding(state->bandwidth, acked_bytes, srtt_us, since_last_us);
	state->bandwidth = airhop_at_most(airhop_smoothed(state->bandwidth, now), AIRHOP_BANDWIDTH_MAX);
	state->rtt_us = srtt_us;
	if (state->acks < AIRHOP_LIMIT_FROM_ACK)
		state->acks++;
	if (state->acks < AIRHOP_LIMIT_FROM_ACK)
		return;
	if (state->limit && !airhop_apart(state->bandwidth, state->used_bandwidth) &&
	    !airhop_apart(srtt_us, state->used_rtt_us))
		return;
	state->used_bandwidth = state->bandwidth;
	state->used_rtt_us = srtt_us;
	state->limit = airhop_bandwidth_window(state->bandwidth, srtt_us, segment_bytes);
}

#endif
