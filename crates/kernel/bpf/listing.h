/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* Lists one line per connection, with `key=value` separated by spaces, for an iterator over socket storage. */
#ifndef AIRHOP_LISTING_H
#define AIRHOP_LISTING_H

#include "kernel.h"
#include "paths.h"

/* Writes the fields common to all schemes, without the end of the line. */
static __always_inline void list_connection(struct seq_file *seq, struct sock *sk, struct tcp_sock *tp)
{
	__u32 destination[4] = {}, source[4] = {};
	struct path *path = path_of(sk);

	addresses(sk, destination, source);
	BPF_SEQ_PRINTF(seq, "netns=%u source=%pI6 source_port=%u destination=%pI6 destination_port=%u",
		       sk->__sk_common.skc_net.net->ns.inum, source, sk->__sk_common.skc_num, destination,
		       bpf_ntohs(sk->__sk_common.skc_dport));
	BPF_SEQ_PRINTF(seq, " cwnd=%u ssthresh=%u srtt_us=%u mss=%u hops=%u rate_kbps=%u", tp->snd_cwnd, tp->snd_ssthresh,
		       tp->srtt_us >> 3, tp->mss_cache, path ? path->hops : 0, path ? path->rate_kbps : 0);
}

/* The program that lists the connections of a scheme. Format and values complete each line; the values may use `sk` and
 * `connection`. */
#define LIST_CONNECTIONS(scheme, format, ...)                                                                               \
	SEC("iter/bpf_sk_storage_map")                                                                                      \
	int scheme##_list(struct bpf_iter__bpf_sk_storage_map *ctx)                                                         \
	{                                                                                                                   \
		struct connection *connection = ctx->value;                                                                 \
		struct sock *sk = ctx->sk;                                                                                  \
		struct tcp_sock *tp;                                                                                        \
                                                                                                                            \
		if (!connection || !sk)                                                                                     \
			return 0;                                                                                           \
		tp = bpf_skc_to_tcp_sock(sk);                                                                               \
		if (!tp)                                                                                                    \
			return 0;                                                                                           \
		list_connection(ctx->meta->seq, sk, tp);                                                                    \
		BPF_SEQ_PRINTF(ctx->meta->seq, format, __VA_ARGS__);                                                        \
		return 0;                                                                                                   \
	}

#endif
