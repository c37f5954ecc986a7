/* The arithmetic of the kernel's programs as a filter: numbers by the line in, results by the line out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char __u8;
typedef unsigned int __u32;
typedef int __s32;
typedef unsigned long long __u64;
typedef long long __s64;

#include "../../bpf/adaptive.h"
#include "../../bpf/limits.h"

static __u32 number(const char *text)
{
	return (__u32)strtoul(text, NULL, 10);
}

/* Arguments: n, alpha in 1/1000, overhead, 1 for the standard deviation, hops, kbit/s, payload, options. Round-trip times in us
 * in; n-hop delay in ns, coefficient of variation in 2^-20, bytes per second out. */
static void adaptive(char **arguments)
{
	struct airhop_adaptive_settings settings = { number(arguments[0]), number(arguments[1]), number(arguments[2]),
						     number(arguments[3]) };
	struct airhop_adaptive_path path = { number(arguments[4]), number(arguments[5]), number(arguments[6]),
					     number(arguments[7]) };
	struct airhop_adaptive state = { 0 };
	__s64 rtt_us;

	while (scanf("%lld", &rtt_us) == 1) {
		airhop_adaptive_sample(&state, &settings, &path, rtt_us);
		printf("%llu %u %llu\n", state.fhd_ns, state.cov, airhop_adaptive_rate(&state, path.payload_bytes));
	}
}

/* Argument: bytes of a segment. Time in us, bytes and smoothed round-trip time in us in; bandwidth in 2^-10 byte/s and limit in
 * segments out. */
static void bandwidth_rtt(char **arguments)
{
	struct airhop_bandwidth_rtt state = { 0 };
	__u64 now_us, acked_bytes, srtt_us;

	while (scanf("%llu %llu %llu", &now_us, &acked_bytes, &srtt_us) == 3) {
		airhop_bandwidth_rtt_on_ack(&state, now_us, acked_bytes, srtt_us, number(arguments[0]));
		printf("%llu %u\n", state.bandwidth, state.limit);
	}
}

static void hops(void)
{
	__u32 count;

	while (scanf("%u", &count) == 1)
		printf("%u %u\n", airhop_quarter_hops(count), airhop_fifth_round_trip(count));
}

static void roots(void)
{
	__u64 x;

	while (scanf("%llu", &x) == 1)
		printf("%llu\n", airhop_sqrt(x));
}

int main(int count, char **arguments)
{
	if (count == 10 && !strcmp(arguments[1], "adaptive"))
		adaptive(arguments + 2);
	else if (count == 3 && !strcmp(arguments[1], "bandwidth-rtt"))
		bandwidth_rtt(arguments + 2);
	else if (count == 2 && !strcmp(arguments[1], "hops"))
		hops();
	else if (count == 2 && !strcmp(arguments[1], "sqrt"))
		roots();
	else
		return 2;
	return 0;
}
