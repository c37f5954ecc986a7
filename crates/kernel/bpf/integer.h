/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* Integer arithmetic shared by the schemes. Pure C: the kernel programs and the tests of this crate compile the same file. */
#ifndef AIRHOP_INTEGER_H
#define AIRHOP_INTEGER_H

#ifndef AIRHOP_INLINE
#define AIRHOP_INLINE static inline __attribute__((always_inline))
#endif

#define AIRHOP_NS_PER_S 1000000000ULL

/* Transmission time of `bytes` at `rate_kbps`, in ns. A rate of 0 counts as 1 kbit/s. */
AIRHOP_INLINE __u64 airhop_air_time_ns(__u32 bytes, __u32 rate_kbps)
{
	if (rate_kbps == 0)
		rate_kbps = 1;
	return (__u64)bytes * 8 * 1000000 / rate_kbps;
}

/* The smallest power of two whose square exceeds `x`: the start value of Newton's method. */
AIRHOP_INLINE __u64 airhop_sqrt_above(__u64 x)
{
	__u32 bits = 0;

	for (__u32 step = 32; step > 0; step >>= 1) {
		if (x >> step) {
			x >>= step;
			bits += step;
		}
	}
	return 1ULL << (bits / 2 + 1);
}

/* The integer square root by Newton's method. Starting from at most twice the root, six iterations are exact up to 2^32: the relative
 * error decreases from 1 to 1/4, 1/40 and 1/3281, because each iteration squares and halves it. The verifier requires a fixed
 * number of iterations. */
AIRHOP_INLINE __u64 airhop_sqrt(__u64 x)
{
	__u64 root = airhop_sqrt_above(x);

	if (x == 0)
		return 0;
	for (int pass = 0; pass < 6; pass++) {
		__u64 next = (root + x / root) >> 1;

		if (next >= root)
			break;
		root = next;
	}
	return root;
}

#endif
