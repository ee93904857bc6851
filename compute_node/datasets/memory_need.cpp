#include "compute_node/datasets/memory_need.h"

#include "compute_node/readers/companions.h"
#include "compute_node/readers/vtu_size.h"
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

/// Memory for a mesh, by its head: that of the process that reads it or of the grid made of it, whichever is
/// more; they are not there at once.
std::uint64_t bytes_of_mesh(const VtuSize& file)
{
    constexpr std::uint64_t walked_cell = 128, index = 92, point = 12, node = 16;  // bytes of each
    constexpr std::uint64_t piece_corners = 5;                                     // a pyramid's
    const std::uint64_t pieces = file.faces / 2;                                   // of polyhedra, at most
    const std::uint64_t cells = file.cells + pieces, corners = file.corners + piece_corners * pieces;
    const std::uint64_t points = file.points + (file.faces > 0 ? file.cells : 0);
    const std::uint64_t averaged = file.cells == 0 ? 0 : file.in_cells / file.cells * points;
    const std::uint64_t shape = point * points + cells + sizeof(std::uint32_t) * corners;
    const std::uint64_t answer = shape + sizeof(float) * (file.at_points + averaged);
    const std::uint64_t reader = file.file_bytes + 2 * answer;
    const std::uint64_t grid =
        (walked_cell + index) * cells + sizeof(std::uint32_t) * corners + (point + node) * points;
    return std::max(reader, answer + shape + grid);
}

/// The size of a mesh by its file's head; none where the head does not say it.
std::optional<VtuSize> mesh_size(const std::filesystem::path& file)
{
    return ending_of(file) == ".vtu" ? vtu_size(file) : std::nullopt;
}

}  // namespace

std::uint64_t memory_needed(const DatasetFiles& dataset, const std::stop_token& cancel)
{
    constexpr std::uint64_t per_analytic_node = 28;  // three floats while it is made, then a node
    constexpr std::uint64_t per_file_byte = 3;       // what the reader keeps, the arrays, and the nodes
    constexpr std::uint64_t per_packed_byte = 12;    // four of the same, where numbers take a byte or less
    constexpr std::uint64_t per_mesh_byte = 10;      // the same, and what a search needs of each cell
    if (dataset.files.empty()) return per_analytic_node * analytic_nodes(dataset.name);
    const auto& first = dataset.files.front();  // slices are counted once it is known how large they are
    std::uint64_t bytes = 0;
    const bool is_packed = format_of(first.front()) == "GRIB";
    for (const auto& file : first) {
        const std::uint64_t per_byte = holds_mesh(file) ? per_mesh_byte
                                       : is_packed      ? per_packed_byte
                                                        : per_file_byte;
        const auto size = mesh_size(file);
        bytes += size ? bytes_of_mesh(*size) : per_byte * bytes_with_companions(file);
    }
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
