/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* Paths set by the user or from the routing table: hops and link rate by destination, with longest-prefix match. */
#ifndef AIRHOP_PATHS_H
#define AIRHOP_PATHS_H

#include "kernel.h"

/* Addresses are IPv6 addresses; IPv4 addresses are mapped to ::ffff:0:0/96. A prefix that ends within the destination applies to every
 * source; a prefix that covers the whole destination may extend into the source. */
struct path_key {
	__u32 prefix_bits;
	__u8 destination[16];
	__u8 source[16];
};

struct path {
	__u32 hops;
	__u32 rate_kbps;
};

struct {
	__uint(type, BPF_MAP_TYPE_LPM_TRIE);
	__uint(max_entries, 65536);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct path_key);
	__type(value, struct path);
} airhop_paths SEC(".maps");

static __always_inline void mapped(__u32 *to, __be32 address)
{
	to[0] = 0;
	to[1] = 0;
	to[2] = bpf_htonl(0xffff);
	to[3] = address;
}

static __always_inline void addresses(const struct sock *sk, __u32 *destination, __u32 *source)
{
	if (sk->__sk_common.skc_family == AF_INET6) {
		for (int i = 0; i < 4; i++) {
			destination[i] = sk->__sk_common.skc_v6_daddr.in6_u.u6_addr32[i];
			source[i] = sk->__sk_common.skc_v6_rcv_saddr.in6_u.u6_addr32[i];
		}
	} else {
		mapped(destination, sk->__sk_common.skc_daddr);
		mapped(source, sk->__sk_common.skc_rcv_saddr);
	}
}

static __always_inline struct path *path_of(const struct sock *sk)
{
	struct path_key key = { .prefix_bits = 256 };

	addresses(sk, (__u32 *)key.destination, (__u32 *)key.source);
	return bpf_map_lookup_elem(&airhop_paths, &key);
}

#endif
