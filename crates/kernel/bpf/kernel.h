/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* The parts of the kernel's types that the programs use. libbpf relocates each access by the BTF of the running kernel, so order and
 * gaps here are irrelevant. */
#ifndef AIRHOP_KERNEL_H
#define AIRHOP_KERNEL_H

typedef unsigned char __u8;
typedef signed char __s8;
typedef unsigned short __u16;
typedef short __s16;
typedef unsigned int __u32;
typedef int __s32;
typedef unsigned long long __u64;
typedef long long __s64;
typedef __u16 __be16;
typedef __u32 __be32;
typedef __u32 __wsum;
typedef _Bool bool;

/* Values of the kernel's interface (linux/bpf.h, linux/socket.h). */
enum bpf_map_type { BPF_MAP_TYPE_LPM_TRIE = 11, BPF_MAP_TYPE_SK_STORAGE = 24 };
enum { BPF_F_NO_PREALLOC = 1, BPF_SK_STORAGE_GET_F_CREATE = 1 };
enum { AF_INET = 2, AF_INET6 = 10 };

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct in6_addr {
	union {
		__u8 u6_addr8[16];
		__be32 u6_addr32[4];
	} in6_u;
};

struct ns_common {
	unsigned int inum;
};

struct net {
	struct ns_common ns;
};

typedef struct {
	struct net *net;
} possible_net_t;

struct sock_common {
	union {
		struct {
			__be32 skc_daddr;
			__be32 skc_rcv_saddr;
		};
	};
	union {
		struct {
			__be16 skc_dport;
			__u16 skc_num;
		};
	};
	unsigned short skc_family;
	volatile unsigned char skc_state;
	possible_net_t skc_net;
	struct in6_addr skc_v6_daddr;
	struct in6_addr skc_v6_rcv_saddr;
};

struct sock {
	struct sock_common __sk_common;
	__u32 sk_pacing_status;
	unsigned long sk_pacing_rate;
	unsigned long sk_max_pacing_rate;
};

struct inet_sock {
	struct sock sk;
};

struct inet_connection_sock {
	struct inet_sock icsk_inet;
	__u8 icsk_ca_state : 5;
};

struct tcp_sock {
	struct inet_connection_sock inet_conn;
	__u32 mss_cache;
	__u32 snd_cwnd;
	__u32 snd_ssthresh;
	__u16 tcp_header_len;
	__u32 prr_out;
	__u32 packets_out;
	__u32 lost_out;
	__u32 sacked_out;
	__u32 retrans_out;
	__u32 srtt_us;
	__u32 prior_cwnd;
	__u32 undo_marker;
	__u64 tcp_mstamp;
};

struct rate_sample {
	long rtt_us;
	int losses;
	__u32 acked_sacked;
};

struct tcp_congestion_ops {
	__u32 (*ssthresh)(struct sock *);
	void (*set_state)(struct sock *, __u8);
	__u32 (*min_tso_segs)(struct sock *);
	void (*cong_control)(struct sock *, __u32, int, const struct rate_sample *);
	__u32 (*undo_cwnd)(struct sock *);
	char name[16];
	__u32 flags;
	void (*init)(struct sock *);
	void (*release)(struct sock *);
};

struct seq_file;
struct bpf_map;

struct bpf_iter_meta {
	struct seq_file *seq;
};

struct bpf_iter__bpf_sk_storage_map {
	struct bpf_iter_meta *meta;
	struct bpf_map *map;
	struct sock *sk;
	void *value;
};

#pragma clang attribute pop

#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

/* enum tcp_ca_state (linux/tcp.h). */
enum { TCP_CA_Open, TCP_CA_Disorder, TCP_CA_CWR, TCP_CA_Recovery, TCP_CA_Loss };
/* Effects of an ACK (net/ipv4/tcp_input.c): it acknowledged new data, it advanced the left edge of the window. */
enum { FLAG_DATA_ACKED = 0x04, FLAG_SND_UNA_ADVANCED = 0x400 };
/* enum sk_pacing (net/sock.h). */
enum { SK_PACING_NONE = 0, SK_PACING_NEEDED = 1 };
/* Any user may select it, and it may be a namespace's default (net/tcp.h). */
#define TCP_CONG_NON_RESTRICTED 1
#define TCP_INFINITE_SSTHRESH 0x7fffffff

/* The kernel's Reno, which programs of this type may call. */
extern void tcp_reno_cong_avoid(struct sock *sk, __u32 ack, __u32 acked) __ksym;
extern __u32 tcp_reno_ssthresh(struct sock *sk) __ksym;
extern __u32 tcp_reno_undo_cwnd(struct sock *sk) __ksym;

/* The verifier accepts the sockets of a congestion control as TCP sockets. */
static inline struct tcp_sock *tcp_sk(const struct sock *sk)
{
	return (struct tcp_sock *)sk;
}

#endif
