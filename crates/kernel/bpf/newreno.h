/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* The window of a scheme with cong_control, for which the kernel leaves the window, also during recovery, to the scheme. Window growth,
 * threshold and undo are those of the kernel's Reno. During recovery, the window follows the proportional rate reduction of RFC 6937
 * with its slow-start bound, as in the kernel. The kernel decides which segments are lost and retransmitted. */
#ifndef AIRHOP_NEWRENO_H
#define AIRHOP_NEWRENO_H

#include "kernel.h"

struct newreno {
	__u32 delivered; /* segments delivered since the start of the recovery: prr_delivered */
};

static __always_inline bool reducing(__u8 state)
{
	return state == TCP_CA_CWR || state == TCP_CA_Recovery;
}

static __always_inline __u8 ca_state(struct tcp_sock *tp)
{
	return BPF_CORE_READ_BITFIELD(&tp->inet_conn, icsk_ca_state);
}

/* Called with the next state. At the end of a recovery that was not undone, the window is set to the threshold (RFC 6582, section 3.2,
 * step 3). */
static __always_inline void newreno_set_state(struct newreno *newreno, struct tcp_sock *tp, __u8 next)
{
	__u8 now = ca_state(tp);

	if (reducing(next) && !reducing(now))
		newreno->delivered = 0;
	if (next == TCP_CA_Open && reducing(now) && (now == TCP_CA_CWR || tp->undo_marker) &&
	    tp->snd_ssthresh < TCP_INFINITE_SSTHRESH)
		tp->snd_cwnd = tp->snd_ssthresh;
}

/* RFC 6937, section 3. */
static __always_inline void newreno_reduce(struct newreno *newreno, struct tcp_sock *tp, int flag,
					   const struct rate_sample *sample)
{
	__s32 in_flight = (__s32)(tp->packets_out - (tp->sacked_out + tp->lost_out) + tp->retrans_out);
	__s32 room = (__s32)tp->snd_ssthresh - in_flight;
	__s32 acked = (__s32)sample->acked_sacked, send;
	__u32 prior = tp->prior_cwnd, out = tp->prr_out;

	if (acked <= 0 || prior == 0)
		return;
	newreno->delivered += acked;
	if (room < 0) {
		__u64 due = (__u64)tp->snd_ssthresh * newreno->delivered + prior - 1;

		send = (__s32)(due / prior) - (__s32)out;
	} else {
		send = (__s32)newreno->delivered - (__s32)out;
		if (send < acked)
			send = acked;
		if ((flag & FLAG_SND_UNA_ADVANCED) && !sample->losses)
			send++;
		if (send > room)
			send = room;
	}
	/* The first retransmission of a recovery is always sent. */
	if (send < 0)
		send = 0;
	if (send == 0 && out == 0)
		send = 1;
	in_flight += send;
	tp->snd_cwnd = in_flight > 0 ? in_flight : 1;
}

static __always_inline void newreno_on_ack(struct newreno *newreno, struct sock *sk, __u32 ack, int flag,
					   const struct rate_sample *sample)
{
	struct tcp_sock *tp = tcp_sk(sk);

	if (reducing(ca_state(tp)))
		newreno_reduce(newreno, tp, flag, sample);
	else if (flag & FLAG_DATA_ACKED)
		tcp_reno_cong_avoid(sk, ack, sample->acked_sacked);
}

static __always_inline void limit_window(struct tcp_sock *tp, __u32 segments)
{
	if (tp->snd_cwnd > segments)
		tp->snd_cwnd = segments;
}

#endif
