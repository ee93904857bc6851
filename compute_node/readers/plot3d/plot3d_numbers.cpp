#include "compute_node/readers/plot3d/plot3d_numbers.h"

#include "compute_node/readers/common/reader_error.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

namespace farfield::compute {

namespace {

/// Number of integers before the first block.
std::size_t header_words(const Plot3dLayout& layout)
{
    const std::size_t each = (layout.planar ? 2 : 3) + (layout.kind == Plot3dFile::Function ? 1 : 0);
    return each * layout.blocks.size() + (layout.kind == Plot3dFile::Overflow ? 2 : 0) +
           (layout.several_blocks ? 1 : 0);
}

}  // namespace

Plot3dNumbers::Plot3dNumbers(const std::filesystem::path& file, const Plot3dLayout& layout,
                             const std::vector<double>& text)
    : file_{file}, layout_{layout}, text_{text}, in_{file, std::ios::binary}
{
    const std::size_t marks = layout.record_marks ? (layout.several_blocks ? 4 : 2) : 0;
    if (layout.text)
        at_ = header_words(layout);
    else
        (void)bytes(4 * (header_words(layout) + marks));
}

void Plot3dNumbers::pass_mark()
{
    if (layout_.record_marks) (void)bytes(4);
}

std::vector<char> Plot3dNumbers::bytes(std::size_t count)
{
    std::vector<char> read(count);
    if (!in_.read(read.data(), static_cast<std::streamsize>(count)))
        throw_reader_error(file_, "it ends before its last block; is it truncated?");
    return read;
}

template <class Number>
std::vector<Number> Plot3dNumbers::numbers(std::size_t count)
{
    std::vector<char> read = bytes(count * sizeof(Number));
    if (layout_.big_endian == (std::endian::native == std::endian::little))
        for (auto at = read.begin(); at != read.end(); at += sizeof(Number))
            std::reverse(at, at + sizeof(Number));
    std::vector<Number> all(count);
    std::memcpy(all.data(), read.data(), read.size());
    return all;
}

std::vector<double> Plot3dNumbers::reals(std::size_t count)
{
    if (layout_.text) {
        const std::span part = std::span{text_}.subspan(at_, count);
        at_ += count;
        return {part.begin(), part.end()};
    }
    if (layout_.double_precision) return numbers<double>(count);
    const std::vector<float> single = numbers<float>(count);
    return {single.begin(), single.end()};
}

std::vector<std::int32_t> Plot3dNumbers::integers(std::size_t count)
{
    if (!layout_.text) return numbers<std::int32_t>(count);
    std::vector<std::int32_t> all;
    for (const double value : reals(count)) all.push_back(value == 0.0 ? 0 : value > 0.0 ? 1 : -1);
    return all;
}

}  // namespace farfield::compute
