#include "compute_node/datasets/memory_need.h"

#include "compute_node/readers/companions.h"
#include "compute_node/support/formats/known_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
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
    if (dataset.files.empty()) return per_analytic_node * analytic_nodes(dataset.name);
    const auto& first = dataset.files.front();  // slices are counted once it is known how large they are
    std::uint64_t bytes = 0;
    for (const auto& file : first) {
        const Format& format = format_of(file);
        const auto bytes_of = format.memory == nullptr ? std::nullopt : format.memory(file);
        bytes += bytes_of.value_or(per_file_byte * bytes_with_companions(file));
    }
    if (format_of(first.front()).comes_in_slices())
        bytes /= std::max<std::size_t>(times_of(dataset, 0, cancel).size(), 1);  // as those of other files
    return bytes;
}

std::string no_memory_for(const DatasetFiles& dataset)
{
    return fmt::format("no memory for '{}': it takes about {} MiB, more than there is; {}", dataset.name,
                       memory_needed(dataset) >> 20U, what_takes_less(dataset));
}

}  // namespace farfield::compute
