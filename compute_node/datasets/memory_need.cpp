#include "compute_node/datasets/memory_need.h"

#include "compute_node/readers/companions.h"
#include "compute_node/support/known_formats.h"

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::compute {

namespace {

const char* what_takes_less(const DatasetFiles& dataset)
{
    if (dataset.files.empty()) return "a smaller N takes less";
    if (dataset.files.size() > 1 || times_of(dataset, 0).size() > 1)
        return "a smaller --max-dataset-bytes keeps fewer time slices in memory";
    return "a coarser file takes less, and so do blocks of it (mpirun and --split blocks)";
}

}  // namespace

std::uint64_t memory_needed(const DatasetFiles& dataset, const std::stop_token& cancel)
{
    constexpr std::uint64_t per_analytic_node = 28;  // three floats while it is made, then a node
    constexpr std::uint64_t per_file_byte = 3;       // what the reader keeps, the arrays, and the nodes
    constexpr std::uint64_t per_packed_byte = 12;    // four of the same, where numbers take a byte or less
    constexpr std::uint64_t per_mesh_byte = 16;      // the same, and what a search needs of each cell
    if (dataset.files.empty()) return per_analytic_node * analytic_nodes(dataset.name);
    const auto& first = dataset.files.front();  // slices are counted once it is known how large they are
    std::uint64_t bytes = 0;
    const bool is_packed = format_of(first.front()) == "GRIB";
    for (const auto& file : first)
        bytes += (holds_mesh(file) ? per_mesh_byte
                  : is_packed      ? per_packed_byte
                                   : per_file_byte) *
                 bytes_with_companions(file);
    if (comes_in_slices(format_of(first.front())))
        bytes /= times_of(dataset, 0, cancel).size();  // as those of other files
    return bytes;
}

std::string no_memory_for(const DatasetFiles& dataset)
{
    return fmt::format("no memory for '{}': it takes about {} MiB, more than there is; {}", dataset.name,
                       memory_needed(dataset) >> 20U, what_takes_less(dataset));
}

}  // namespace farfield::compute
