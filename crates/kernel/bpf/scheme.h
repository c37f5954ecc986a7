/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* Common to all schemes: per-socket storage, and the hooks that implement NewReno. */
#ifndef AIRHOP_SCHEME_H
#define AIRHOP_SCHEME_H

#include "kernel.h"
#include "newreno.h"

/* Use it after a `struct connection` that contains a `struct newreno newreno`. The scheme defines the hooks `init` and `cong_control`. */
#define NEWRENO_SCHEME(scheme)                                                                                              \
	struct {                                                                                                            \
		__uint(type, BPF_MAP_TYPE_SK_STORAGE);                                                                      \
		__uint(map_flags, BPF_F_NO_PREALLOC);                                                                       \
		__type(key, int);                                                                                           \
		__type(value, struct connection);                                                                           \
	} scheme##_conns SEC(".maps");                                                                                      \
                                                                                                                            \
	SEC("struct_ops")                                                                                                   \
	void BPF_PROG(scheme##_release, struct sock *sk)                                                                    \
	{                                                                                                                   \
		bpf_sk_storage_delete(&scheme##_conns, sk);                                                                 \
	}                                                                                                                   \
                                                                                                                            \
	SEC("struct_ops")                                                                                                   \
	__u32 BPF_PROG(scheme##_ssthresh, struct sock *sk)                                                                  \
	{                                                                                                                   \
		return tcp_reno_ssthresh(sk);                                                                               \
	}                                                                                                                   \
                                                                                                                            \
	SEC("struct_ops")                                                                                                   \
	__u32 BPF_PROG(scheme##_undo_cwnd, struct sock *sk)                                                                 \
	{                                                                                                                   \
		return tcp_reno_undo_cwnd(sk);                                                                              \
	}                                                                                                                   \
                                                                                                                            \
	SEC("struct_ops")                                                                                                   \
	void BPF_PROG(scheme##_set_state, struct sock *sk, __u8 next)                                                       \
	{                                                                                                                   \
		struct connection *connection = bpf_sk_storage_get(&scheme##_conns, sk, 0, 0);                              \
                                                                                                                            \
		if (connection)                                                                                             \
			newreno_set_state(&connection->newreno, tcp_sk(sk), next);                                          \
	}

#endif
