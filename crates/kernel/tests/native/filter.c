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
#include "../../bpf/thinning.h"

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

/* Arguments: ACK every so many segments, and their bytes. Lines in: "a TIME_NS ACK" for an ACK that may be withheld, "s TIME_NS ACK"
 * for something else that leaves, "d TIME_NS LAST" for data that arrives. Out, of each line of the first kind: 1 if it is withheld. */
static void thinning(char **arguments)
{
	struct airhop_thinning state = { .segment_bytes = number(arguments[1]) };
	unsigned int value;
	__u64 now_ns;
	char kind;

	while (scanf(" %c %llu %u", &kind, &now_ns, &value) == 3) {
		if (kind == 'a')
			printf("%d\n", airhop_withhold(&state, now_ns, value, number(arguments[0])));
		else if (kind == 's')
			airhop_thinning_sent(&state, now_ns, value);
		else
			airhop_thinning_on_data(&state, now_ns, value != 0);
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
	else if (count == 4 && !strcmp(arguments[1], "thinning"))
		thinning(arguments + 2);
	else if (count == 2 && !strcmp(arguments[1], "hops"))
		hops();
	else if (count == 2 && !strcmp(arguments[1], "sqrt"))
		roots();
	else
		return 2;
	return 0;
}
