// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0
/* ACK policies of a receiver on an unmodified kernel: withholds ACKs and limits advertised windows when they leave a device, and sets
 * the maximum delay of ACKs. Affects only connections whose SYN left the device after the program was attached. */
#include "kernel.h"
#include "limits.h"
#include "paths.h"
#include "segments.h"
#include "thinning.h"

enum { BPF_MAP_TYPE_LRU_HASH = 9 };
/* TC_ACT_STOLEN: the packet is discarded, but reported as sent. TCP would treat a drop as congestion. */
enum { LEAVE = 0, WITHHOLD = 4 };

const volatile struct {
	__u32 every;           /* full segments per ACK; 1: send all ACKs */
	__u32 window_segments; /* maximum advertised window; 0: no limit */
	__u32 window_by_hops;  /* 1: a quarter of the hops if the path is known */
	__u32 delack_us;       /* maximum delay of an ACK */
} acks = { .every = 1 };

struct flow {
	struct airhop_thinning thinning;
	__u8 scale;
};

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 16384);
	__type(key, struct flow_key);
	__type(value, struct flow);
} airhop_flows SEC(".maps");

/* Window limit in segments; 0: no limit. */
static __always_inline __u32 window_limit(const struct segment *segment)
{
	struct path_key key = { .prefix_bits = 256 };
	struct path *path;

	if (!acks.window_by_hops)
		return acks.window_segments;
	__builtin_memcpy(key.destination, segment->flow.remote, 16);
	__builtin_memcpy(key.source, segment->flow.local, 16);
	path = bpf_map_lookup_elem(&airhop_paths, &key);
	return path ? airhop_quarter_hops(path->hops) : 0;
}

static __always_inline void limit_advertised(struct __sk_buff *skb, const struct segment *segment, __u32 segment_bytes,
					     __u8 scale)
{
	__u32 limit = window_limit(segment);
	__u64 bytes = (__u64)limit * segment_bytes;
	__u32 link_bytes = skb->len - segment->ip_bytes;
	__u32 tcp_at = link_bytes + segment->tcp_at;
	__u64 units = (bytes + (1 << scale) - 1) >> scale;
	__be16 before = segment->tcp.window, after;

	if (limit == 0 || units >= bpf_ntohs(before))
		return;
	after = bpf_htons((__u16)units);
	if (bpf_l4_csum_replace(skb, tcp_at + __builtin_offsetof(struct tcp_header, checksum), before, after, 2))
		return;
	bpf_skb_store_bytes(skb, tcp_at + __builtin_offsetof(struct tcp_header, window), &after, 2, 0);
}

/* The window in a SYN is never scaled (RFC 7323, section 2.2). */
static __always_inline void on_syn(struct __sk_buff *skb, struct segment *segment)
{
	struct offer offer = {};
	struct flow flow = {};

	read_offer(skb, segment, &offer);
	flow.scale = offer.has_scale ? offer.scale : 0;
	flow.thinning.segment_bytes = offer.segment_bytes - (offer.has_timestamps ? 12 : 0);
	bpf_map_update_elem(&airhop_flows, &segment->flow, &flow, 0);
	limit_advertised(skb, segment, flow.thinning.segment_bytes, 0);
}

SEC("tc")
int airhop_acks_out(struct __sk_buff *skb)
{
	struct segment segment = {};
	__u64 now_ns = bpf_ktime_get_ns();
	struct flow *flow;
	__u32 ack;

	if (!read_segment(skb, &segment, 0))
		return LEAVE;
	if (segment.tcp.flags & TCP_SYN) {
		on_syn(skb, &segment);
		return LEAVE;
	}
	flow = bpf_map_lookup_elem(&airhop_flows, &segment.flow);
	if (!flow || (segment.tcp.flags & TCP_RST))
		return LEAVE;
	ack = bpf_ntohl(segment.tcp.acknowledgement);
	if (segment.tcp.flags != TCP_ACK || segment.payload_bytes || acks.every < 2 ||
	    !options_say_nothing(skb, &segment))
		airhop_thinning_sent(&flow->thinning, now_ns, ack);
	else if (airhop_withhold(&flow->thinning, now_ns, ack, acks.every))
		return WITHHOLD;
	limit_advertised(skb, &segment, flow->thinning.segment_bytes, flow->scale);
	return LEAVE;
}

SEC("tc")
int airhop_acks_in(struct __sk_buff *skb)
{
	struct segment segment = {};
	struct flow *flow;

	if (!read_segment(skb, &segment, 1))
		return LEAVE;
	flow = bpf_map_lookup_elem(&airhop_flows, &segment.flow);
	if (!flow)
		return LEAVE;
	if (segment.tcp.flags & TCP_SYN) {
		struct offer offer = {};

		/* Window scaling and timestamps are used only if both sides offer them (RFC 7323, section 2.2). */
		read_offer(skb, &segment, &offer);
		if (!offer.has_scale)
			flow->scale = 0;
	} else if (segment.payload_bytes || (segment.tcp.flags & TCP_FIN)) {
		airhop_thinning_on_data(&flow->thinning, bpf_ktime_get_ns(),
					(segment.tcp.flags & (TCP_PSH | TCP_FIN)) != 0);
	}
	return LEAVE;
}

/* The beginning of a socket's context (linux/bpf.h): a fixed interface, not relocated. Volatile, because the verifier accepts only
 * reads of single fields, and compilers may merge the reads of two. */
struct bpf_sock_ops {
	volatile __u32 op;
	volatile __u32 args[4];
	volatile __u32 family;
	volatile __u32 remote_ip4;
	volatile __u32 local_ip4;
	volatile __u32 remote_ip6[4];
	volatile __u32 local_ip6[4];
};

enum { BPF_SOCK_OPS_ACTIVE_ESTABLISHED_CB = 4, BPF_SOCK_OPS_PASSIVE_ESTABLISHED_CB = 5 };
enum { SOL_TCP = 6, TCP_BPF_DELACK_MAX = 1003 };

/* Sets the maximum ACK delay of connections over known paths. */
SEC("sockops")
int airhop_delack(struct bpf_sock_ops *ops)
{
	struct path_key key = { .prefix_bits = 256 };
	__u32 remote[4], local[4], remote_ip4 = ops->remote_ip4, local_ip4 = ops->local_ip4;
	int delack_us = acks.delack_us;

	if (ops->op != BPF_SOCK_OPS_ACTIVE_ESTABLISHED_CB && ops->op != BPF_SOCK_OPS_PASSIVE_ESTABLISHED_CB)
		return 1;
	remote[0] = ops->remote_ip6[0];
	remote[1] = ops->remote_ip6[1];
	remote[2] = ops->remote_ip6[2];
	remote[3] = ops->remote_ip6[3];
	local[0] = ops->local_ip6[0];
	local[1] = ops->local_ip6[1];
	local[2] = ops->local_ip6[2];
	local[3] = ops->local_ip6[3];
	if (ops->family != AF_INET6) {
		mapped(remote, remote_ip4);
		mapped(local, local_ip4);
	}
	__builtin_memcpy(key.destination, remote, 16);
	__builtin_memcpy(key.source, local, 16);
	if (bpf_map_lookup_elem(&airhop_paths, &key))
		bpf_setsockopt(ops, SOL_TCP, TCP_BPF_DELACK_MAX, &delack_us, sizeof(delack_us));
	return 1;
}
