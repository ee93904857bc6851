#include "compute_node/support/archive.h"

#include <array>
#include <stdexcept>

namespace farfield {

namespace {

constexpr std::size_t padding_to(std::size_t multiple, std::size_t at)
{
    return (multiple - at % multiple) % multiple;
}

}  // namespace

void ArchiveWriter::append(const void* from, std::size_t count)
{
    const std::span bytes{static_cast<const std::byte*>(from), count};
    written_ += count;
    if (sink_)
        sink_(bytes);
    else
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

void ArchiveWriter::pad(std::size_t multiple)
{
    constexpr std::array<std::byte, alignof(std::max_align_t)> zeros{};
    append(zeros.data(), padding_to(multiple, written_));
}

const std::byte* ArchiveReader::take(std::size_t count)
{
    if (count > bytes_.size()) throw_cut_short();
    const std::byte* first = bytes_.data();
    bytes_ = bytes_.subspan(count);
    taken_ += count;
    return first;
}

void ArchiveReader::skip_padding(std::size_t multiple)
{
    take(padding_to(multiple, taken_));
}

void ArchiveReader::throw_cut_short()
{
    throw std::runtime_error("a message between processes is cut short");
}

}  // namespace farfield
