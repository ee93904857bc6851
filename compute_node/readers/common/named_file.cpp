#include "compute_node/readers/common/named_file.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/support/throw_errno.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace farfield::compute {

NamedFile::NamedFile(std::string_view bytes) : descriptor_{memfd_create("farfield-text", MFD_CLOEXEC)}
{
    if (descriptor_ < 0) throw_errno("cannot make a file in memory");
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            ::close(descriptor_);
            throw_errno("cannot write a file in memory");
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    OpenedPaths::of_process().allow_own(descriptor_);
}

NamedFile::NamedFile(const std::filesystem::path& file)
    : descriptor_{::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)}
{
    if (descriptor_ < 0) throw_reader_error(file, std::strerror(errno));
}

NamedFile::NamedFile(NamedFile&& other) noexcept : descriptor_{std::exchange(other.descriptor_, -1)} {}

NamedFile::~NamedFile()
{
    if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace farfield::compute
