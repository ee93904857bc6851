#include "compute_node/readers/vtk/plot3d_layout.h"

#include <bit>
#include <cstring>
#include <fstream>

namespace farfield::compute {

namespace {

constexpr std::uint32_t max_blocks = 4096;
constexpr std::uint32_t max_nodes_along_axis = 65'536;
/// Some writers fill up the last record of a tape. Only solutions: in a grid, IBLANK cut short would look the
/// same.
constexpr std::uint64_t max_padding_bytes = 4096;
constexpr std::uint64_t max_block_nodes = std::uint64_t{1} << 31;

/// The leading 32-bit integers of a file in one byte order.
class Header {
public:
    Header(const std::vector<char>& bytes, bool big_endian) : bytes_{bytes}, big_endian_{big_endian} {}

    [[nodiscard]] std::optional<std::uint32_t> at(std::size_t index) const
    {
        if (4 * (index + 1) > bytes_.size()) return std::nullopt;
        std::uint32_t value = 0;
        std::memcpy(&value, bytes_.data() + 4 * index, 4);
        const bool swap = big_endian_ == (std::endian::native == std::endian::little);
        return swap ? __builtin_bswap32(value) : value;
    }

private:
    const std::vector<char>& bytes_;
    bool big_endian_;
};

/// Block dimensions, when the header holds plausible ones in this layout.
bool read_blocks(const Header& header, Plot3dLayout& layout)
{
    std::size_t next = layout.record_marks ? 1 : 0;
    std::uint32_t count = 1;
    if (layout.several_blocks) {
        count = header.at(next).value_or(0);
        if (layout.record_marks && header.at(0) != 4U) return false;
        next += layout.record_marks ? 3 : 1;  // the marks that end this record and begin the next
    }
    if (count == 0 || count > max_blocks) return false;
    if (layout.record_marks && header.at(next - 1) != 12U * count) return false;
    for (std::uint32_t b = 0; b < count; ++b) {
        glm::uvec3 dims{0};
        for (int axis = 0; axis < 3; ++axis) dims[axis] = header.at(next++).value_or(0);
        const std::uint64_t nodes = std::uint64_t{dims.x} * dims.y * dims.z;
        for (int axis = 0; axis < 3; ++axis)
            if (dims[axis] == 0 || dims[axis] > max_nodes_along_axis) return false;
        if (nodes > max_block_nodes) return false;
        layout.blocks.push_back(dims);
    }
    return true;
}

std::uint64_t expected_bytes(const Plot3dLayout& layout, Plot3dFile kind)
{
    const std::uint64_t real = layout.double_precision ? 8 : 4;
    const std::uint64_t record_marks = layout.record_marks ? 8 : 0;
    std::uint64_t bytes = 12 * layout.blocks.size() + record_marks;
    if (layout.several_blocks) bytes += 4 + record_marks;
    for (const glm::uvec3& dims : layout.blocks) {
        const std::uint64_t nodes = std::uint64_t{dims.x} * dims.y * dims.z;
        if (kind == Plot3dFile::Grid) bytes += nodes * (3 * real + (layout.blanking ? 4 : 0)) + record_marks;
        if (kind == Plot3dFile::Solution) bytes += 4 * real + nodes * 5 * real + 2 * record_marks;
    }
    return bytes;
}

/// How badly a layout explains a file of this size: padding, then bytes missing; other surplus bytes are data
/// of another layout.
std::uint64_t misfit(const Plot3dLayout& layout, std::uint64_t size)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 60;
    const std::uint64_t expected = layout.expected_bytes;
    if (layout.complete) return size - expected;
    return expected > size ? step + (expected - size) : 2 * step + (size - expected);
}

}  // namespace

std::optional<Plot3dLayout> find_plot3d_layout(const std::filesystem::path& file, Plot3dFile kind)
{
    std::vector<char> bytes(12UL * max_blocks + 32);
    std::ifstream stream{file, std::ios::binary};
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    const std::uint64_t size = std::filesystem::file_size(file);
    std::optional<Plot3dLayout> best;
    for (int variant = 0; variant < 32; ++variant) {
        Plot3dLayout layout{.blocks = {},
                            .big_endian = (variant & 1) != 0,
                            .record_marks = (variant & 2) != 0,
                            .several_blocks = (variant & 4) != 0,
                            .double_precision = (variant & 8) != 0,
                            .blanking = kind == Plot3dFile::Grid && (variant & 16) != 0};
        if (!read_blocks(Header{bytes, layout.big_endian}, layout)) continue;
        layout.expected_bytes = expected_bytes(layout, kind);
        const std::uint64_t padding = kind == Plot3dFile::Solution ? max_padding_bytes : 0;
        layout.complete = layout.expected_bytes <= size && size <= layout.expected_bytes + padding;
        if (!best || misfit(layout, size) < misfit(*best, size)) best = layout;
    }
    return best;
}

}  // namespace farfield::compute
