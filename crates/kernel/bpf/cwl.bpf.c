// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0
/* NewReno with a window of at most a quarter of the hops (Fu et al., INFOCOM 2003). Connections without a known path are not
 * limited. */
#include "kernel.h"
#include "limits.h"
#include "listing.h"
#include "paths.h"
#include "scheme.h"

struct connection {
	__u32 limit; /* segments; 0: no limit */
	struct newreno newreno;
};

NEWRENO_SCHEME(airhop_cwl)

static __always_inline void limit_by_hops(struct sock *sk, struct connection *connection)
{
	struct path *path = path_of(sk);

	connection->limit = path ? airhop_quarter_hops(path->hops) : 0;
	if (connection->limit)
		limit_window(tcp_sk(sk), connection->limit);
}

SEC("struct_ops")
void BPF_PROG(airhop_cwl_init, struct sock *sk)
{
	struct connection *connection = bpf_sk_storage_get(&airhop_cwl_conns, sk, 0, BPF_SK_STORAGE_GET_F_CREATE);

	if (connection)
		limit_by_hops(sk, connection);
}

SEC("struct_ops")
void BPF_PROG(airhop_cwl_cong_control, struct sock *sk, __u32 ack, int flag, const struct rate_sample *sample)
{
	struct connection *connection = bpf_sk_storage_get(&airhop_cwl_conns, sk, 0, 0);

	if (!connection)
		return;
	newreno_on_ack(&connection->newreno, sk, ack, flag, sample);
	limit_by_hops(sk, connection);
}

LIST_CONNECTIONS(airhop_cwl, " limit=%u\n",
		 connection->limit)

SEC(".struct_ops.link")
struct tcp_congestion_ops airhop_cwl = {
	.init = (void *)airhop_cwl_init,
	.release = (void *)airhop_cwl_release,
	.ssthresh = (void *)airhop_cwl_ssthresh,
	.undo_cwnd = (void *)airhop_cwl_undo_cwnd,
	.set_state = (void *)airhop_cwl_set_state,
	.cong_control = (void *)airhop_cwl_cong_control,
	.flags = TCP_CONG_NON_RESTRICTED,
	.name = "airhop_cwl",
};
