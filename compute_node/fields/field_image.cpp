#include "compute_node/fields/field_image.h"

#include "compute_node/support/archive.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// The different grids of a field's slices, and for each slice the index of its grid; none where the grid
/// does not change.
std::pair<std::vector<const Grid*>, std::vector<std::size_t>> different_grids(const Field& field)
{
    std::vector<const Grid*> grids;
    std::vector<std::size_t> of_slices;
    for (const auto& grid : field.grids()) {
        const auto known = std::ranges::find(grids, grid.get());
        of_slices.push_back(static_cast<std::size_t>(known - grids.begin()));
        if (known == grids.end()) grids.push_back(grid.get());
    }
    return {std::move(grids), std::move(of_slices)};
}

}  // namespace

FieldImage image_of(const Field& field, const TakeMemory& take_memory)
{
    ArchiveWriter writer;
    writer(field.info(), field.grid(), field.all_nodes(), field.slices().times, field.scalar_is_speed());
    const auto [grids, of_slices] = different_grids(field);
    writer(grids.size(), of_slices);
    for (const Grid* grid : grids) writer(*grid);
    std::shared_ptr<std::byte> arrays = take_memory(std::max(writer.array_bytes(), ArchiveWriter::alignment));
    for (const ArchiveWriter::Array& array : writer.arrays())
        if (!array.bytes.empty())
            std::memcpy(arrays.get() + array.offset, array.bytes.data(), array.bytes.size());
    return {writer.take_bytes(), std::move(arrays)};
}

std::uint64_t bytes_of(const Grid& grid)
{
    ArchiveWriter writer;
    writer(grid);
    return writer.array_bytes() + writer.take_bytes().size();
}

std::shared_ptr<const Field> field_of(const FieldImage& image)
{
    FieldInfo info;
    auto grid = std::make_shared<Grid>();
    std::vector<FixedArray<Node>> slices;
    std::vector<float> times;
    bool scalar_is_speed = false;
    ArchiveReader reader{image.description, image.arrays, std::numeric_limits<std::size_t>::max()};
    reader(info, *grid, slices, times, scalar_is_speed);
    std::size_t different = 0;
    std::vector<std::size_t> of_slices;
    reader(different, of_slices);
    std::vector<std::shared_ptr<Grid>> grids(different);
    for (std::shared_ptr<Grid>& one : grids) {
        one = std::make_shared<Grid>();
        reader(*one);
    }
    std::vector<std::shared_ptr<const Grid>> own;
    for (const std::size_t of : of_slices) own.push_back(grids.at(of));
    return std::make_shared<const Field>(std::move(info), std::move(grid), std::move(slices),
                                         std::move(times), scalar_is_speed, std::move(own));
}

}  // namespace farfield::compute
