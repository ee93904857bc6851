#include "compute_node/readers/plot3d/plot3d_layout.h"

#include "compute_node/readers/common/text_number.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace {

constexpr std::uint32_t max_blocks = 4096;
constexpr std::uint32_t max_nodes_along_axis = 65'536;
constexpr std::uint32_t max_components = 1000;
/// Largest padding: some writers fill the last record of a tape. Only for solutions: a grid with IBLANK cut
/// short would look the same.
constexpr std::uint64_t max_padding_bytes = 4096;
constexpr std::uint64_t max_block_nodes = std::uint64_t{1} << 31;

/// The leading integers of a file: of 32 bits in one byte order, or a text's.
class Header {
public:
    Header(const std::vector<char>& bytes, bool big_endian) : bytes_{bytes}, big_endian_{big_endian} {}
    Header(const std::vector<char>& bytes, const std::vector<double>& numbers)
        : bytes_{bytes}, numbers_{&numbers}
    {}

    [[nodiscard]] std::optional<std::uint32_t> at(std::size_t index) const
    {
        if (numbers_ != nullptr) return in_text(index);
        if (4 * (index + 1) > bytes_.size()) return std::nullopt;
        std::uint32_t value = 0;
        std::memcpy(&value, bytes_.data() + 4 * index, 4);
        const bool swap = big_endian_ == (std::endian::native == std::endian::little);
        return swap ? __builtin_bswap32(value) : value;
    }

private:
    [[nodiscard]] std::optional<std::uint32_t> in_text(std::size_t index) const
    {
        if (index >= numbers_->size()) return std::nullopt;
        const double value = (*numbers_)[index];
        const bool is_count = value >= 0.0 && value <= max_block_nodes && value == std::floor(value);
        return is_count ? std::optional{static_cast<std::uint32_t>(value)} : std::nullopt;
    }

    const std::vector<char>& bytes_;
    bool big_endian_ = false;
    const std::vector<double>* numbers_ = nullptr;
};

/// Number of integers in the record with the blocks' sizes.
std::size_t size_words(const Plot3dLayout& layout)
{
    const std::size_t each = (layout.planar ? 2 : 3) + (layout.kind == Plot3dFile::Function ? 1 : 0);
    return each * layout.blocks.size() + (layout.kind == Plot3dFile::Overflow ? 2 : 0);
}

bool is_plausible(const glm::uvec3& dims)
{
    for (int axis = 0; axis < 3; ++axis)
        if (dims[axis] == 0 || dims[axis] > max_nodes_along_axis) return false;
    return std::uint64_t{dims.x} * dims.y * dims.z <= max_block_nodes;
}

/// Reads the blocks' sizes and the numbers with them; true when they are plausible in this layout.
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
    const std::size_t mark = next - 1;
    for (std::uint32_t b = 0; b < count; ++b) {
        glm::uvec3 dims{1};
        for (int axis = 0; axis < (layout.planar ? 2 : 3); ++axis) dims[axis] = header.at(next++).value_or(0);
        if (!is_plausible(dims)) return false;
        layout.blocks.push_back(dims);
        if (layout.kind != Plot3dFile::Function) continue;
        layout.functions.push_back(header.at(next++).value_or(0));
        if (layout.functions.back() == 0 || layout.functions.back() > max_components) return false;
    }
    if (layout.kind == Plot3dFile::Overflow) {
        layout.components = header.at(next++).value_or(0);
        layout.species = header.at(next++).value_or(max_components);
        if (layout.components < 5 || layout.components > max_components || layout.species >= max_components)
            return false;
    }
    if (layout.kind == Plot3dFile::Solution) layout.components = layout.planar ? 4 : 5;
    if (layout.kind == Plot3dFile::Function) layout.components = layout.functions.front();
    return !layout.record_marks || header.at(mark) == 4U * size_words(layout);
}

/// Size that a layout needs: bytes of a binary file, numbers of a text.
std::uint64_t expected_size(const Plot3dLayout& layout)
{
    const std::uint64_t integer = layout.text ? 1 : 4;
    const std::uint64_t real = layout.text ? 1 : layout.double_precision ? 8 : 4;
    const std::uint64_t marks = layout.record_marks ? 8 : 0;
    std::uint64_t size = integer * size_words(layout) + marks;
    if (layout.several_blocks) size += integer + marks;
    for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
        const glm::uvec3 dims = layout.blocks[b];
        const std::uint64_t nodes = std::uint64_t{dims.x} * dims.y * dims.z;
        size += nodes * (layout.at_node(b) * real + (layout.blanking ? integer : 0)) + marks;
        if (layout.conditions() == 0) continue;
        // OVERFLOW has one integer among the conditions.
        size += real * layout.conditions() + (layout.kind == Plot3dFile::Overflow ? integer : 0) + marks;
    }
    return size;
}

/// A measure of how badly a layout explains a file of this size: padding, then missing bytes; other surplus
/// bytes are worst, as data of another layout.
std::uint64_t misfit(const Plot3dLayout& layout, std::uint64_t size)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 60;
    const std::uint64_t expected = layout.expected;
    if (layout.complete) return size - expected;
    return expected > size ? step + (expected - size) : 2 * step + (size - expected);
}

class LayoutSearch {
public:
    LayoutSearch(Plot3dFile kind, std::uint64_t size, const std::vector<glm::uvec3>& blocks)
        : kind_{kind}, size_{size}, blocks_{blocks}
    {}

    void consider(const Header& header, Plot3dLayout layout)
    {
        layout.kind = kind_;
        if (!read_blocks(header, layout)) return;
        layout.expected = expected_size(layout);
        const bool padded = kind_ == Plot3dFile::Solution && !layout.text;
        const std::uint64_t padding = padded ? max_padding_bytes : 0;
        layout.complete = layout.expected <= size_ && size_ <= layout.expected + padding;
        if (!best_.empty() && badness(layout) > badness(best_.front())) return;
        if (!best_.empty() && badness(layout) < badness(best_.front())) best_.clear();
        best_.push_back(std::move(layout));
    }
    /// The layouts that explain the size best, and equally well, in the order in which they came.
    [[nodiscard]] const std::vector<Plot3dLayout>& best() const { return best_; }

private:
    [[nodiscard]] std::uint64_t badness(const Plot3dLayout& layout) const
    {
        constexpr std::uint64_t of_other_blocks = std::uint64_t{1} << 62U;
        return misfit(layout, size_) + (blocks_.empty() || layout.blocks == blocks_ ? 0 : of_other_blocks);
    }

    Plot3dFile kind_;
    std::uint64_t size_;
    const std::vector<glm::uvec3>& blocks_;
    std::vector<Plot3dLayout> best_;
};

std::vector<char> first_bytes(const std::filesystem::path& file, std::size_t most)
{
    std::vector<char> bytes(most);
    std::ifstream stream{file, std::ios::binary};
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
}

template <class Number>
std::vector<Number> numbers_at(const std::filesystem::path& file, std::uint64_t offset, std::uint64_t count,
                               bool big_endian)
{
    constexpr std::uint64_t most = 8192;
    std::vector<char> bytes(std::min(count, most) * sizeof(Number));
    std::ifstream in{file, std::ios::binary};
    in.seekg(static_cast<std::streamoff>(offset));
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    std::vector<Number> numbers(static_cast<std::size_t>(in.gcount()) / sizeof(Number));
    for (std::size_t n = 0; n < numbers.size(); ++n) {
        char* at = bytes.data() + n * sizeof(Number);
        if (big_endian == (std::endian::native == std::endian::little)) std::reverse(at, at + sizeof(Number));
        std::memcpy(&numbers[n], at, sizeof(Number));
    }
    return numbers;
}

template <class Number, class Test>
double share_of(const std::vector<Number>& numbers, const Test& test)
{
    const auto count = std::ranges::count_if(numbers, test);
    return numbers.empty() ? 0.0 : static_cast<double>(count) / static_cast<double>(numbers.size());
}

/// The share of a binary grid's first block that would be no coordinates or no IBLANK in a layout: 0 to 2.
double implausible(const std::filesystem::path& file, const Plot3dLayout& layout)
{
    if (layout.kind != Plot3dFile::Grid || layout.text) return 0.0;
    constexpr double least = 1e-30, most = 1e30;
    constexpr std::int32_t most_grids = 100'000;  // IBLANK numbers them, with either sign
    const std::uint64_t marks = layout.record_marks ? 8 : 0, real = layout.double_precision ? 8 : 4;
    const glm::uvec3 dims = layout.blocks.front();
    const std::uint64_t nodes = std::uint64_t{dims.x} * dims.y * dims.z;
    const std::uint64_t begin =
        4 * size_words(layout) + marks + (layout.several_blocks ? 4 + marks : 0) + marks / 2;
    const auto is_no_place = [&](auto value) {
        return !(value == 0 || (std::abs(value) > least && std::abs(value) < most));
    };
    const std::uint64_t reals = nodes * layout.at_node(0);
    const double bad = layout.double_precision
                           ? share_of(numbers_at<double>(file, begin, reals, layout.big_endian), is_no_place)
                           : share_of(numbers_at<float>(file, begin, reals, layout.big_endian), is_no_place);
    if (!layout.blanking) return bad;
    return bad + share_of(numbers_at<std::int32_t>(file, begin + reals * real, nodes, layout.big_endian),
                          [](std::int32_t mark) { return mark < -most_grids || mark > most_grids; });
}

}  // namespace

std::uint32_t Plot3dLayout::at_node(std::size_t block) const
{
    if (kind == Plot3dFile::Grid) return planar ? 2 : 3;
    return kind == Plot3dFile::Function ? functions.at(block) : components;
}

std::uint32_t Plot3dLayout::conditions() const
{
    constexpr std::uint32_t of_plot3d = 4, beside_species = 13, least_species = 2;
    if (kind == Plot3dFile::Overflow) return beside_species + std::max(species, least_species);
    return kind == Plot3dFile::Solution ? of_plot3d : 0;
}

std::optional<Plot3dLayout> find_plot3d_layout(const std::filesystem::path& file, Plot3dFile kind,
                                               const std::vector<double>& text,
                                               const std::vector<glm::uvec3>& blocks)
{
    const std::vector<char> bytes = first_bytes(file, 16UL * max_blocks + 32);
    LayoutSearch search{kind, text.empty() ? std::filesystem::file_size(file) : text.size(), blocks};
    // Planar layouts come last: among layouts that fit equally well, the first is taken.
    for (int variant = 0; variant < 64; ++variant) {
        const auto has = [&](int bit) { return (variant & bit) != 0; };
        Plot3dLayout layout;
        layout.text = !text.empty();
        layout.big_endian = has(1);
        layout.record_marks = has(2);
        layout.several_blocks = has(4);
        layout.double_precision = has(8);
        layout.blanking = kind == Plot3dFile::Grid && has(16);
        layout.planar = has(32);
        const bool of_overflow_plane = kind == Plot3dFile::Overflow && layout.planar;
        if (of_overflow_plane || (layout.text && (has(1) || has(2) || has(8)))) continue;
        search.consider(layout.text ? Header{bytes, text} : Header{bytes, layout.big_endian}, layout);
    }
    if (search.best().empty()) return std::nullopt;
    if (search.best().size() == 1) return search.best().front();
    return *std::ranges::min_element(search.best(), {},
                                     [&](const Plot3dLayout& layout) { return implausible(file, layout); });
}

std::vector<double> plot3d_text(const std::filesystem::path& file)
{
    constexpr std::size_t enough = 256;
    const std::vector<char> begin = first_bytes(file, enough);
    const bool is_text = std::ranges::all_of(begin, [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0 ||
               std::isspace(static_cast<unsigned char>(c)) != 0 || std::strchr("+-.,*eEdD", c) != nullptr;
    });
    if (!is_text || begin.empty() || std::ranges::count(begin, '\0') > 0) return {};
    std::ifstream in{file, std::ios::binary};
    std::string text{std::istreambuf_iterator<char>{in}, {}};
    std::ranges::replace(text, ',', ' ');
    std::vector<double> numbers;
    const std::size_t most_repeats = std::uint64_t{1} << 28U;
    std::string_view left = text;
    const auto take = [&left]() -> std::optional<double> {
        left.remove_prefix(std::min(left.find_first_not_of(" \t\r\n"), left.size()));
        const auto found = number_at(left);
        if (!found) return std::nullopt;
        left.remove_prefix(found->length);
        return found->value;
    };
    while (auto value = take()) {
        std::size_t repeats = 1;
        if (left.starts_with('*') && *value >= 1.0 && *value < static_cast<double>(most_repeats)) {
            repeats = static_cast<std::size_t>(*value);
            left.remove_prefix(1);
            value = take();
        }
        if (!value || numbers.size() + repeats > most_repeats) break;
        numbers.insert(numbers.end(), repeats, *value);
    }
    return numbers;
}

}  // namespace farfield::compute
