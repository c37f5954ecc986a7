/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0 */
/* Integer arithmetic that the schemes share. Pure C: the kernel's programs and the tests of this crate compile the same file. */
#ifndef AIRHOP_INTEGER_H
#define AIRHOP_INTEGER_H

#ifndef AIRHOP_INLINE
#define AIRHOP_INLINE static inline __attribute__((always_inline))
#endif

#define AIRHOP_NS_PER_S 1000000000ULL

/* Time on the air of `bytes` at `rate_kbps`, in ns. A rate of 0 is taken as the slowest one. */
AIRHOP_INLINE __u64 airhop_air_time_ns(__u32 bytes, __u32 rate_kbps)
{
	if (rate_kbps == 0)
		rate_kbps = 1;
	return (__u64)bytes * 8 * 1000000 / rate_kbps;
}

/* The power of two whose square is the first above `x`: where Newton's passes start. */
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

/* The integer square root by Newton's passes. From at most twice the root, six reach 2^32 to the last bit: the relative error
 * of 1 becomes 1/4, 1/40, 1/3281, and is squared and halved by each pass. Passes in a fixed number are what the verifier
 * accepts. */
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
