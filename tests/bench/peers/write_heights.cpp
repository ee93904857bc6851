// The benchmarks' terrain as a file: POSTS FILE, rows of binary32 in this machine's byte order.
#include "bench/node/terrain_views.h"

#include <cstdlib>
#include <fstream>

int main(int argc, char** argv)
{
    if (argc != 3) return 2;
    const auto terrain = farfield::node::bench_heights(std::atoll(argv[1]));
    std::ofstream out{argv[2], std::ios::binary};
    out.write(reinterpret_cast<const char*>(terrain.heights.data()),
              static_cast<std::streamsize>(terrain.heights.size() * sizeof(float)));
    return out ? 0 : 1;
}
