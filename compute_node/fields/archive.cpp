#include "compute_node/fields/archive.h"

#include <cstring>
#include <stdexcept>

namespace farfield::compute {

void ArchiveWriter::append(const void* from, std::size_t count)
{
    if (sink_) {
        sink_({static_cast<const std::byte*>(from), count});
        return;
    }
    const std::size_t before = bytes_.size();
    bytes_.resize(before + count);
    if (count > 0) std::memcpy(bytes_.data() + before, from, count);
}

void ArchiveReader::take(void* to, std::size_t count)
{
    if (count > bytes_.size()) throw_cut_short();
    if (count > 0) std::memcpy(to, bytes_.data(), count);
    bytes_ = bytes_.subspan(count);
}

void ArchiveReader::throw_cut_short()
{
    throw std::runtime_error("a message between processes is cut short");
}

}  // namespace farfield::compute
