#include "compute_node/fields/field_image.h"

#include "compute_node/support/archive.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace farfield::compute {

FieldImage image_of(const Field& field, const TakeMemory& take_memory)
{
    ArchiveWriter writer;
    writer(field.info(), field.grid(), field.all_nodes(), field.slices().times, field.scalar_is_speed());
    std::shared_ptr<std::byte> arrays = take_memory(std::max(writer.array_bytes(), ArchiveWriter::alignment));
    for (const ArchiveWriter::Array& array : writer.arrays())
        if (!array.bytes.empty())
            std::memcpy(arrays.get() + array.offset, array.bytes.data(), array.bytes.size());
    return {writer.take_bytes(), std::move(arrays)};
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
    return std::make_shared<const Field>(std::move(info), std::move(grid), std::move(slices),
                                         std::move(times), scalar_is_speed);
}

}  // namespace farfield::compute
