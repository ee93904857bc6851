#include "compute_node/support/atomic_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace farfield {

namespace {

namespace fs = std::filesystem;

fs::path regular_file_at(const fs::path& name)
{
    std::error_code ignored;
    if (!fs::exists(name, ignored)) return name;
    if (!fs::is_regular_file(name, ignored))
        throw std::runtime_error(
            fmt::format("cannot write '{}': it is there and no regular file", name.string()));
    return fs::canonical(name);
}

fs::path path_of(int descriptor)
{
    return fmt::format("/proc/self/fd/{}", descriptor);
}

/// In the folder of a name; -1 where that cannot be.
int open_unnamed(const fs::path& name)
{
    const fs::path folder = name.has_parent_path() ? name.parent_path() : fs::path{"."};
    const int descriptor = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    std::error_code ignored;
    if (descriptor < 0 || fs::exists(path_of(descriptor), ignored)) return descriptor;
    close(descriptor);
    return -1;
}

}  // namespace

AtomicFile::AtomicFile(const fs::path& name)
    : name_{regular_file_at(name)},
      beside_{fmt::format("{}.{}.part", name_.string(), getpid())},
      unnamed_{open_unnamed(name_)},
      part_{unnamed_ < 0 ? beside_ : path_of(unnamed_)}
{}

AtomicFile::~AtomicFile()
{
    if (unnamed_ >= 0) close(unnamed_);
    std::error_code ignored;
    fs::remove(beside_, ignored);
}

void AtomicFile::keep()
{
    std::error_code error, ignored;
    const fs::file_status earlier = fs::status(name_, ignored);
    if (fs::exists(earlier)) fs::permissions(part_, earlier.permissions(), ignored);
    if (unnamed_ >= 0 && linkat(AT_FDCWD, part_.c_str(), AT_FDCWD, beside_.c_str(), AT_SYMLINK_FOLLOW) != 0)
        error.assign(errno, std::generic_category());
    if (!error) fs::rename(beside_, name_, error);
    if (error)
        throw std::runtime_error(fmt::format("cannot write '{}': {}", name_.string(), error.message()));
}

}  // namespace farfield
