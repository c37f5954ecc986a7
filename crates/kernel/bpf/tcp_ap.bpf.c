// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0
/* TCP-AP as a congestion control of the kernel: a NewReno window, and segments paced by the n-hop propagation delay and its variation.
 * Connections without a known path are not paced. */
#include "kernel.h"
#include "adaptive.h"
#include "listing.h"
#include "paths.h"
#include "scheme.h"

const volatile struct airhop_adaptive_settings settings = {
	.reuse_hops = 4,
	.alpha_permille = 700,
	.overhead_bytes = 112,
	.standard = 0,
};

struct connection {
	struct airhop_adaptive adaptive;
	struct newreno newreno;
	__u32 paced;
};

NEWRENO_SCHEME(airhop_ap)

/* TCP options, and the 20 additional bytes of an IPv6 header. */
static __always_inline __u32 option_bytes(struct sock *sk, struct tcp_sock *tp)
{
	__u32 tcp = tp->tcp_header_len > 20 ? tp->tcp_header_len - 20 : 0;

	return tcp + (sk->__sk_common.skc_family == AF_INET6 ? 20 : 0);
}

static __always_inline void set_rate(struct sock *sk, struct connection *connection, struct path *path)
{
	__u64 rate = ~0ULL, bound = sk->sk_max_pacing_rate;

	connection->paced = path != 0;
	if (path)
		rate = airhop_adaptive_rate(&connection->adaptive, tcp_sk(sk)->mss_cache);
	sk->sk_pacing_rate = rate < bound ? rate : bound;
}

SEC("struct_ops")
void BPF_PROG(airhop_ap_init, struct sock *sk)
{
	struct connection *connection = bpf_sk_storage_get(&airhop_ap_conns, sk, 0, BPF_SK_STORAGE_GET_F_CREATE);

	if (!connection)
		return;
	if (sk->sk_pacing_status == SK_PACING_NONE)
		sk->sk_pacing_status = SK_PACING_NEEDED;
	set_rate(sk, connection, path_of(sk));
}

/* Sending two segments at once would be a burst. */
SEC("struct_ops")
__u32 BPF_PROG(airhop_ap_min_tso_segs, struct sock *sk)
{
	return 1;
}

SEC("struct_ops")
void BPF_PROG(airhop_ap_cong_control, struct sock *sk, __u32 ack, int flag, const struct rate_sample *sample)
{
	struct connection *connection = bpf_sk_storage_get(&airhop_ap_conns, sk, 0, 0);
	struct tcp_sock *tp = tcp_sk(sk);
	struct path *path;

	if (!connection)
		return;
	newreno_on_ack(&connection->newreno, sk, ack, flag, sample);
	path = path_of(sk);
	if (path) {
		struct airhop_adaptive_settings chosen = {
			.reuse_hops = settings.reuse_hops,
			.alpha_permille = settings.alpha_permille,
			.overhead_bytes = settings.overhead_bytes,
			.standard = settings.standard,
		};
		struct airhop_adaptive_path of_segment = {
			.hops = path->hops,
			.rate_kbps = path->rate_kbps,
			.payload_bytes = tp->mss_cache,
			.option_bytes = option_bytes(sk, tp),
		};

		airhop_adaptive_sample(&connection->adaptive, &chosen, &of_segment, sample->rtt_us);
	}
	set_rate(sk, connection, path);
}

LIST_CONNECTIONS(airhop_ap, " paced=%u pacing_rate=%llu fhd_ns=%llu cov=%u samples=%u\n",
		 connection->paced, (__u64)sk->sk_pacing_rate, connection->adaptive.fhd_ns, connection->adaptive.cov,
		 connection->adaptive.count)

SEC(".struct_ops.link")
struct tcp_congestion_ops airhop_ap = {
	.init = (void *)airhop_ap_init,
	.release = (void *)airhop_ap_release,
	.ssthresh = (void *)airhop_ap_ssthresh,
	.undo_cwnd = (void *)airhop_ap_undo_cwnd,
	.min_tso_segs = (void *)airhop_ap_min_tso_segs,
	.set_state = (void *)airhop_ap_set_state,
	.cong_control = (void *)airhop_ap_cong_control,
	.flags = TCP_CONG_NON_RESTRICTED,
	.name = "airhop_ap",
};
