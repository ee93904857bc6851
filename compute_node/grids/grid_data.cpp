#include "compute_node/grids/grid_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace farfield::compute {

namespace {

template <class T>
void reverse_axis(std::vector<T>& values, glm::uvec3 dims, int axis, std::size_t components)
{
    std::size_t inner = components;  // values that move together
    for (int a = 0; a < axis; ++a) inner *= dims[a];
    const std::size_t count = dims[axis], block = inner * count;
    for (std::size_t begin = 0; begin < values.size(); begin += block)
        for (std::size_t i = 0; i < count / 2; ++i)
            std::swap_ranges(values.begin() + begin + i * inner, values.begin() + begin + (i + 1) * inner,
                             values.begin() + begin + (count - 1 - i) * inner);
}

/// Repeats the first of `width` tuples in every row at the row's end.
template <class T>
void repeat_first_column(std::vector<T>& values, std::size_t width, std::size_t components)
{
    std::vector<T> closed;
    closed.reserve(values.size() + values.size() / width);
    const std::size_t row = width * components;
    for (std::size_t begin = 0; begin < values.size(); begin += row) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
        closed.insert(closed.end(), first, first + static_cast<std::ptrdiff_t>(row));
        closed.insert(closed.end(), first, first + static_cast<std::ptrdiff_t>(components));
    }
    values = std::move(closed);
}

/// Moves columns so that `first` becomes the first one, and those before it follow the last.
template <class Values>
void turn_columns(Values& values, std::size_t width, std::size_t first, std::size_t components)
{
    const auto at = [&](std::size_t column) { return static_cast<std::ptrdiff_t>(column * components); };
    for (auto row = values.begin(); row != values.end(); row += at(width))
        std::rotate(row, row + at(first), row + at(width));
}

/// Joins two parts on both sides of the date line, sorted into one axis with more than half a turn between
/// them: the eastern hemisphere's comes first, and the other's longitudes go on.
void join_at_date_line(GridData& data, std::vector<double>& longitudes)
{
    constexpr double turn = 360.0, widest = 180.0;
    const auto opens =
        std::ranges::adjacent_find(longitudes, [](double a, double b) { return b - a > widest; });
    if (opens == longitudes.end() || !std::ranges::is_sorted(longitudes) ||
        longitudes.back() - longitudes.front() >= turn)
        return;
    const auto first = static_cast<std::size_t>(opens - longitudes.begin()) + 1;
    const std::size_t width = longitudes.size();
    for (std::size_t i = 0; i < first; ++i) longitudes[i] += turn;
    turn_columns(longitudes, width, first, 1);
    for (NodeValues& array : data.arrays)
        turn_columns(array.values.own(), width, first, static_cast<std::size_t>(array.components));
    turn_columns(data.blanked, width, first, 1);
    data.remarks.push_back(fmt::format("Longitudes continue across the date line, {:.6g} to {:.6g}.",
                                       longitudes.front(), longitudes.back()));
}

}  // namespace

std::uint64_t node_count(const GridData& data)
{
    if (const auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry)) return mesh->points.size();
    std::uint64_t count = 0;
    for (const glm::uvec3& dims : data.dims) count += std::uint64_t{dims.x} * dims.y * dims.z;
    return count;
}

GridData empty_mesh()
{
    GridData data;
    data.geometry = UnstructuredGeometry{};
    return data;
}

const NodeValues* array_named(const GridData& data, std::string_view name, int components)
{
    const auto found = std::ranges::find_if(data.arrays, [&](const NodeValues& array) {
        return array.components == components && array.name == name;
    });
    return found == data.arrays.end() ? nullptr : &*found;
}

bool is_empty(const GridData& data)
{
    return std::holds_alternative<UnstructuredGeometry>(data.geometry) && node_count(data) == 0;
}

void close_longitudes(GridData& data)
{
    constexpr double turn = 360.0;
    auto* grid = std::get_if<RectilinearGeometry>(&data.geometry);
    if (grid == nullptr || !data.geographic || data.dims.front().x < 3) return;
    std::vector<double>& longitudes = grid->coordinates[0];
    join_at_date_line(data, longitudes);
    const double spacing =
        (longitudes.back() - longitudes.front()) / static_cast<double>(longitudes.size() - 1);
    const double gap = turn - (longitudes.back() - longitudes.front());
    constexpr double exactly = 0.01, beyond_a_cell = 1.5;  // of a spacing
    const bool is_closed = std::abs(gap) < exactly * spacing;
    if (!is_closed && !(gap > 0.0 && gap < beyond_a_cell * spacing)) return;
    data.around_globe = true;
    if (is_closed) {
        longitudes.back() = longitudes.front() + turn;
        data.remarks.emplace_back(
            "Longitudes go around the globe: lines cross the seam, and theirs continue.");
        return;
    }
    const std::size_t width = longitudes.size();
    longitudes.push_back(longitudes.front() + turn);
    for (NodeValues& array : data.arrays) repeat_first_column(array.values.own(), width, array.components);
    repeat_first_column(data.blanked, width, 1);
    ++data.dims.front().x;
    data.remarks.emplace_back(
        "Longitudes go around the globe: the first column was repeated at the end; lines cross the seam, and "
        "their longitudes continue.");
}

void make_ascending(GridData& data)
{
    auto& coordinates = std::get<RectilinearGeometry>(data.geometry).coordinates;
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<double>& along = coordinates[axis];
        if (along.front() <= along.back() || !std::is_sorted(along.rbegin(), along.rend())) continue;
        std::reverse(coordinates[axis].begin(), coordinates[axis].end());
        for (NodeValues& array : data.arrays)
            reverse_axis(array.values.own(), data.dims.front(), axis, array.components);
        reverse_axis(data.blanked, data.dims.front(), axis, 1);
    }
}

void check_node_limit(const std::filesystem::path& file, std::uint64_t nodes, std::uint64_t max_nodes)
{
    if (nodes > max_nodes)
        throw std::runtime_error(
            fmt::format("cannot read '{}': {} nodes exceed max_nodes = {}", file.string(), nodes, max_nodes));
}

}  // namespace farfield::compute
