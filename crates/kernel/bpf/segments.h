/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* Parses TCP segments at a device. */
#ifndef AIRHOP_SEGMENTS_H
#define AIRHOP_SEGMENTS_H

#include "kernel.h"
#include "paths.h"

/* The beginning of a packet's context (linux/bpf.h): a fixed interface, not relocated. */
struct __sk_buff {
	__u32 len;
};

enum { BPF_HDR_START_NET = 1, PROTOCOL_TCP = 6, OPTIONS_MAX = 40 };
enum { TCP_FIN = 0x01, TCP_SYN = 0x02, TCP_RST = 0x04, TCP_PSH = 0x08, TCP_ACK = 0x10 };

struct ipv4_header {
	__u8 version_and_words, tos;
	__be16 total_bytes, id, fragment;
	__u8 ttl, protocol;
	__be16 checksum;
	__be32 source, destination;
};

struct ipv6_header {
	__be32 version_class_flow;
	__be16 payload_bytes;
	__u8 next_header, hop_limit;
	__u8 source[16], destination[16];
};

struct tcp_header {
	__be16 source, destination;
	__be32 sequence, acknowledgement;
	__u8 words_and_reserved, flags;
	__be16 window, checksum, urgent;
};

/* A connection from the point of view of the device's host. */
struct flow_key {
	__u8 local[16];
	__u8 remote[16];
	__be16 local_port;
	__be16 remote_port;
};

struct segment {
	struct flow_key flow;
	struct tcp_header tcp;
	__u32 tcp_at;       /* bytes from the network header to the TCP header */
	__u32 ip_bytes;     /* length of the packet from the network header on */
	__u32 option_bytes;
	__u32 payload_bytes;
};

static __always_inline void mapped_bytes(__u8 *to, __be32 address)
{
	__u32 words[4];

	mapped(words, address);
	__builtin_memcpy(to, words, 16);
}

static __always_inline int load(struct __sk_buff *skb, __u32 at, void *to, __u32 bytes)
{
	return bpf_skb_load_bytes_relative(skb, at, to, bytes, BPF_HDR_START_NET);
}

static __always_inline int read_ipv4(struct __sk_buff *skb, struct segment *segment, bool incoming)
{
	struct ipv4_header ip;

	if (load(skb, 0, &ip, sizeof(ip)) || ip.protocol != PROTOCOL_TCP || (ip.fragment & bpf_htons(0x3fff)))
		return 0;
	segment->tcp_at = (ip.version_and_words & 15) * 4;
	segment->ip_bytes = bpf_ntohs(ip.total_bytes);
	mapped_bytes(segment->flow.local, incoming ? ip.destination : ip.source);
	mapped_bytes(segment->flow.remote, incoming ? ip.source : ip.destination);
	return 1;
}

static __always_inline int read_ipv6(struct __sk_buff *skb, struct segment *segment, bool incoming)
{
	struct ipv6_header ip;

	if (load(skb, 0, &ip, sizeof(ip)) || ip.next_header != PROTOCOL_TCP)
		return 0;
	segment->tcp_at = sizeof(ip);
	segment->ip_bytes = sizeof(ip) + bpf_ntohs(ip.payload_bytes);
	__builtin_memcpy(segment->flow.local, incoming ? ip.destination : ip.source, 16);
	__builtin_memcpy(segment->flow.remote, incoming ? ip.source : ip.destination, 16);
	return 1;
}

/* False if the packet is not a complete TCP segment. */
static __always_inline int read_segment(struct __sk_buff *skb, struct segment *segment, bool incoming)
{
	struct tcp_header *tcp = &segment->tcp;
	__u32 header_bytes;
	__u8 version;

	if (load(skb, 0, &version, 1))
		return 0;
	if ((version >> 4) == 4 ? !read_ipv4(skb, segment, incoming) : !read_ipv6(skb, segment, incoming))
		return 0;
	if (load(skb, segment->tcp_at, tcp, sizeof(*tcp)))
		return 0;
	header_bytes = (tcp->words_and_reserved >> 4) * 4;
	if (header_bytes < sizeof(*tcp) || segment->ip_bytes < segment->tcp_at + header_bytes)
		return 0;
	segment->option_bytes = header_bytes - sizeof(*tcp);
	segment->payload_bytes = segment->ip_bytes - segment->tcp_at - header_bytes;
	segment->flow.local_port = incoming ? tcp->destination : tcp->source;
	segment->flow.remote_port = incoming ? tcp->source : tcp->destination;
	return 1;
}

/* True if there are no options, or only timestamps with padding in Linux's layout (RFC 7323, appendix A). Any other option, such as
 * SACK, may carry more information than the acknowledgement number. */
static __always_inline int options_say_nothing(struct __sk_buff *skb, const struct segment *segment)
{
	__u32 head = 0;

	if (segment->option_bytes == 0)
		return 1;
	if (segment->option_bytes != 12 || load(skb, segment->tcp_at + sizeof(struct tcp_header), &head, 4))
		return 0;
	return head == bpf_htonl(0x0101080a);
}

/* Options offered in a SYN. */
struct offer {
	__u32 segment_bytes; /* MSS */
	__u8 scale;
	__u8 has_scale;
	__u8 has_timestamps;
};

/* Parses the options of a SYN (RFC 9293, section 3.2; RFC 7323). Each iteration reads one option or one byte of padding. */
static __always_inline void read_offer(struct __sk_buff *skb, const struct segment *segment, struct offer *offer)
{
	__u32 at = 0;

	offer->segment_bytes = 536;
	for (int i = 0; i < OPTIONS_MAX; i++) {
		__u8 option[4] = {};
		__u32 from = segment->tcp_at + sizeof(struct tcp_header) + at;

		if (at + 1 > segment->option_bytes || load(skb, from, option, 1) || option[0] == 0)
			return;
		if (option[0] == 1) {
			at++;
			continue;
		}
		if (at + 2 > segment->option_bytes || load(skb, from, option, 2) || option[1] < 2)
			return;
		if (option[0] == 2 && option[1] == 4 && !load(skb, from, option, 4))
			offer->segment_bytes = option[2] << 8 | option[3];
		if (option[0] == 3 && option[1] == 3 && !load(skb, from, option, 3)) {
			offer->scale = option[2] < 14 ? option[2] : 14;
			offer->has_scale = 1;
		}
		if (option[0] == 8)
			offer->has_timestamps = 1;
		at += option[1];
	}
}

#endif
