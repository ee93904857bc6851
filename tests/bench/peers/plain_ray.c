/* The ray-trace benchmark of 1997 as anyone would write it, for ray_peers.py: plain_ray THREADS RUNS prints
   the seconds of the fastest run. Source: Decato, Naval Postgraduate School 1997, appendix C. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int terrain[1000][1000];

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char** arguments)
{
    if (count != 3) return 2;
    const int threads = atoi(arguments[1]), runs = atoi(arguments[2]);
    double fastest = 1e9;
    /* Read again for each ray: the compiler must not see that all are alike. */
    volatile int start = 0, post_height = 500 * 65536, ray_height = 1000 * 65536;
    for (int e = 0; e < 1000; ++e)
        for (int n = 0; n < 1000; ++n) terrain[e][n] = post_height;
    for (int run = -1; run < runs; ++run) { /* the first warms up */
        long total = 0;
        const double begin = now();
#pragma omp parallel for num_threads(threads) reduction(+ : total)
        for (int ray = 0; ray < 50000; ++ray) {
            int e = start, n = start, height = ray_height, steps = 0;
            do {
                e += 49149;
                n += 28377;
                height -= 32768;
                ++steps;
            } while (height > terrain[e >> 16][n >> 16]);
            total += steps;
        }
        const double seconds = now() - begin;
        if (total != 50000000) return 1;
        if (run >= 0 && seconds < fastest) fastest = seconds;
    }
    printf("%.6f\n", fastest);
    return 0;
}
