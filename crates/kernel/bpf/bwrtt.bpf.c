// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0
/* NewReno with a window of at most the bandwidth estimated from ACKs, times the round-trip time (Huh, Lee & Kim 2006). It needs no
 * information from the network. */
#include "kernel.h"
#include "limits.h"
#include "listing.h"
#include "paths.h"
#include "scheme.h"

struct connection {
	struct airhop_bandwidth_rtt bandwidth_rtt;
	__u32 acknowledged; /* highest acknowledged sequence number */
	__u32 started;
	struct newreno newreno;
};

NEWRENO_SCHEME(airhop_bwrtt)

SEC("struct_ops")
void BPF_PROG(airhop_bwrtt_init, struct sock *sk)
{
	bpf_sk_storage_get(&airhop_bwrtt_conns, sk, 0, BPF_SK_STORAGE_GET_F_CREATE);
}

/* The first ACK of a connection only gives the current sequence number. */
static __always_inline void limit_by_bandwidth(struct tcp_sock *tp, struct connection *connection, __u32 ack)
{
	__s32 acked_bytes = (__s32)(ack - connection->acknowledged);

	if (!connection->started)
		acked_bytes = 0;
	connection->started = 1;
	if (acked_bytes >= 0)
		connection->acknowledged = ack;
	airhop_bandwidth_rtt_on_ack(&connection->bandwidth_rtt, tp->tcp_mstamp, acked_bytes > 0 ? acked_bytes : 0,
				    tp->srtt_us >> 3, tp->mss_cache);
	if (connection->bandwidth_rtt.limit)
		limit_window(tp, connection->bandwidth_rtt.limit);
}

SEC("struct_ops")
void BPF_PROG(airhop_bwrtt_cong_control, struct sock *sk, __u32 ack, int flag, const struct rate_sample *sample)
{
	struct connection *connection = bpf_sk_storage_get(&airhop_bwrtt_conns, sk, 0, 0);

	if (!connection)
		return;
	newreno_on_ack(&connection->newreno, sk, ack, flag, sample);
	limit_by_bandwidth(tcp_sk(sk), connection, ack);
}

LIST_CONNECTIONS(airhop_bwrtt, " limit=%u bandwidth_q10=%llu\n",
		 connection->bandwidth_rtt.limit, connection->bandwidth_rtt.bandwidth)

SEC(".struct_ops.link")
struct tcp_congestion_ops airhop_bwrtt = {
	.init = (void *)airhop_bwrtt_init,
	.release = (void *)airhop_bwrtt_release,
	.ssthresh = (void *)airhop_bwrtt_ssthresh,
	.undo_cwnd = (void *)airhop_bwrtt_undo_cwnd,
	.set_state = (void *)airhop_bwrtt_set_state,
	.cong_control = (void *)airhop_bwrtt_cong_control,
	.flags = TCP_CONG_NON_RESTRICTED,
	.name = "airhop_bwrtt",
};
