/* Prints a number made of what bits.h computes from random words: the same on every machine; kernels.h only compiles. */
#include <stdio.h>

#include "bits.h"
#include "kernels.h"

int main(void) {
    uint64_t x = 0x9E3779B97F4A7C15ULL, sum = 0;
    int i, kernels = 0;
    fetch(&sum);
    for (i = 0; i < 100000; i++) {
        uint64_t high, low = multiply(x, sum | 1, &high);
        sum = sum * 31 + (low ^ high) + (uint64_t)(lsb(x) + 64 * msb(x) + 4096 * popcount(x) + popcount_both(x, low));
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    for (i = SCALAR; i < KERNELS; i++)
        kernels += kernel_of(i) != NULL;
    if (kernels >= KERNELS || !counts_bits())
        return 1;
    printf("%08lx%08lx\n", (unsigned long)(sum >> 32), (unsigned long)(sum & 0xFFFFFFFFu));
    return 0;
}
