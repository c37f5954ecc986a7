/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* Estimates and rate of TCP-AP in integer arithmetic: ElRakabawy, Klemm, Lindemann, MobiHoc 2005 ("tcp-ap"). Pure C: the tests of
 * this crate also compile this file, and compare it with airhop's simulator. */
#ifndef AIRHOP_ADAPTIVE_H
#define AIRHOP_ADAPTIVE_H

#include "integer.h"

/* Number of samples for the coefficient of variation (tcp-ap, section 4.5). */
#define AIRHOP_HISTORY 50
/* The unit of the coefficient of variation is 2^-20. */
#define AIRHOP_COV_BITS 20
/* A queueing delay per hop > this is replaced by its running average; n-hop delays >= this are discarded (ns-2 code of tcp-ap).
 * The bound keeps the sum of the squares of 50 samples within 64 bits. */
#define AIRHOP_DELAY_MAX_NS 500000000LL
/* Rate before the first sample in segments per second: an interval of 50 ms (ns-2 code of tcp-ap). */
#define AIRHOP_INITIAL_SEGMENTS_PER_S 20
/* Longer round-trip times are discarded, because products would overflow. */
#define AIRHOP_RTT_MAX_US 60000000LL

/* Settings chosen when the scheme is loaded. */
struct airhop_adaptive_settings {
	__u32 reuse_hops;     /* n of the n-hop propagation delay: 4 for ranges of 250 m and 550 m */
	__u32 alpha_permille; /* weight of the past in the average of that delay */
	__u32 overhead_bytes; /* headers of a data segment and of an ACK on the air, including TCP's without options */
	__u32 standard;       /* 0: mean absolute deviation divided by the mean; 1: standard deviation */
};

/* Properties of a segment and its path. */
struct airhop_adaptive_path {
	__u32 hops;
	__u32 rate_kbps;
	__u32 payload_bytes;
	__u32 option_bytes; /* TCP options and the additional bytes of an IPv6 header, in both directions */
};

/* State of a connection. */
struct airhop_adaptive {
	__u64 fhd_ns;      /* smoothed n-hop propagation delay, 0 before the first sample */
	__s64 queueing_ns; /* running average of the queueing delay per hop */
	__u32 has_queueing;
	__u32 cov; /* in 2^-AIRHOP_COV_BITS */
	__u32 count;
	__u32 next;
	__u32 history_ns[AIRHOP_HISTORY];
};

/* t_q = (RTT / h - (s_data + s_ACK) / b) / 2 (tcp-ap, section 4.3, the third equation). Negative if the path is faster. */
AIRHOP_INLINE __s64 airhop_queueing_ns(__u64 rtt_ns, __u32 hops, __u64 data_ns, __u64 ack_ns)
{
	return ((__s64)(rtt_ns / hops) - (__s64)(data_ns + ack_ns)) >> 1;
}

/* FHD = 4 (t_q + s_data / b) (tcp-ap, section 4.3, the last equation), for n = min(h, reuse distance) hops. */
AIRHOP_INLINE __s64 airhop_n_hop_delay_ns(__s64 queueing_ns, __u64 data_ns, __u32 hops, __u32 reuse_hops)
{
	return (__s64)(hops < reuse_hops ? hops : reuse_hops) * (queueing_ns + (__s64)data_ns);
}

/* Replaces a queueing delay above the limit by the running average (ns-2 code of tcp-ap, gamma 1/2). False if there is no average
 * yet. */
AIRHOP_INLINE int airhop_cap_queueing(struct airhop_adaptive *state, __s64 *queueing_ns)
{
	if (*queueing_ns > AIRHOP_DELAY_MAX_NS) {
		*queueing_ns = state->queueing_ns;
		return state->has_queueing;
	}
	if (state->has_queueing)
		state->queueing_ns = (state->queueing_ns + *queueing_ns) >> 1;
	else
		state->queueing_ns = *queueing_ns;
	state->has_queueing = 1;
	return 1;
}

AIRHOP_INLINE void airhop_remember(struct airhop_adaptive *state, __u32 fhd_ns)
{
	__u32 next = state->next;

	if (next >= AIRHOP_HISTORY)
		next = 0;
	state->history_ns[next] = fhd_ns;
	state->next = next + 1;
	if (state->count < AIRHOP_HISTORY)
		state->count++;
}

/* cov = (sum |x_i - mean| / N) / mean, or sqrt(sum (x_i - mean)^2 / (N - 1)) / mean (tcp-ap, sections 4.4 and 4.2). The sums
 * include all entries, so that the verifier knows the number of iterations. Empty entries are 0 and contribute `mean`, which is
 * subtracted again. */
AIRHOP_INLINE __u32 airhop_cov(const struct airhop_adaptive *state, __u32 standard)
{
	__u64 sum = 0, absolute = 0, squares = 0, mean, deviation, empty;
	__u32 count = state->count;

	if (count < 2 || count > AIRHOP_HISTORY)
		return 0;
	for (int i = 0; i < AIRHOP_HISTORY; i++)
		sum += state->history_ns[i];
	mean = sum / count;
	if (mean == 0)
		return 0;
	for (int i = 0; i < AIRHOP_HISTORY; i++) {
		__u64 x = state->history_ns[i];
		__u64 apart = x > mean ? x - mean : mean - x;

		absolute += apart;
		squares += apart * apart;
	}
	empty = AIRHOP_HISTORY - count;
	if (!standard)
		return ((absolute - empty * mean) << AIRHOP_COV_BITS) / sum;
	deviation = airhop_sqrt((squares - empty * mean * mean) / (count - 1));
	return (deviation << AIRHOP_COV_BITS) / mean;
}

/* Processes the round-trip time of the newest segment that an ACK covers. True if the estimates have changed. */
AIRHOP_INLINE int airhop_adaptive_sample(struct airhop_adaptive *state, const struct airhop_adaptive_settings *settings,
					 const struct airhop_adaptive_path *path, __s64 rtt_us)
{
	__u32 hops = path->hops ? path->hops : 1;
	__u32 overhead_bytes = settings->overhead_bytes + path->option_bytes;
	__u64 data_ns = airhop_air_time_ns(path->payload_bytes + overhead_bytes, path->rate_kbps);
	__u64 ack_ns = airhop_air_time_ns(overhead_bytes, path->rate_kbps);
	__s64 queueing_ns, fhd_ns;

	if (rtt_us <= 0 || rtt_us > AIRHOP_RTT_MAX_US)
		return 0;
	queueing_ns = airhop_queueing_ns((__u64)rtt_us * 1000, hops, data_ns, ack_ns);
	if (!airhop_cap_queueing(state, &queueing_ns))
		return 0;
	fhd_ns = airhop_n_hop_delay_ns(queueing_ns, data_ns, hops, settings->reuse_hops);
	if (fhd_ns <= 0 || fhd_ns >= AIRHOP_DELAY_MAX_NS)
		return 0;
	/* FHD_new = alpha FHD_old + (1 - alpha) FHD (tcp-ap, section 4.4, the second equation). */
	if (state->fhd_ns)
		state->fhd_ns = (settings->alpha_permille * state->fhd_ns +
				 (1000 - settings->alpha_permille) * (__u64)fhd_ns) / 1000;
	else
		state->fhd_ns = fhd_ns;
	airhop_remember(state, fhd_ns);
	state->cov = airhop_cov(state, settings->standard);
	return 1;
}

/* R = 1 / (FHD (1 + 2 cov)) (tcp-ap, section 4.4, the first equation), here in bytes of payload per second. */
AIRHOP_INLINE __u64 airhop_adaptive_rate(const struct airhop_adaptive *state, __u32 payload_bytes)
{
	__u64 interval_ns = state->fhd_ns + ((2 * state->fhd_ns * state->cov) >> AIRHOP_COV_BITS);
	__u64 rate;

	if (interval_ns == 0)
		return (__u64)payload_bytes * AIRHOP_INITIAL_SEGMENTS_PER_S;
	rate = payload_bytes * AIRHOP_NS_PER_S / interval_ns;
	/* For the kernel, a rate of 0 means "do not pace". */
	return rate ? rate : 1;
}

#endif
