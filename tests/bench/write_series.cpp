// Writes a series of NetCDF files that does not fit in memory, to measure how one is traced:
// write_series FOLDER NODES SLICES, NODES along each edge.
#include "tests/compute_node/readers/netcdf/netcdf_series.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::fputs("write_series FOLDER NODES SLICES\n", stderr);
        return 2;
    }
    try {
        const std::filesystem::path folder{argv[1]};
        std::filesystem::create_directories(folder);
        farfield::compute::testing::write_pulsing_series(folder, std::atoi(argv[2]), std::atoi(argv[3]));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "write_series: %s\n", error.what());
        return 1;
    }
    return 0;
}
