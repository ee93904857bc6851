#include "compute_node/readers/common/mapped_file.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "model/files/plain_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Closes a descriptor at its end.
struct Opened {
    int descriptor;
    explicit Opened(const fs::path& file)
        : descriptor{::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)}
    {}
    ~Opened()
    {
        if (descriptor >= 0) ::close(descriptor);
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
};

}  // namespace

MappedFile::MappedFile(const fs::path& file)
{
    if (OpenedPaths::of_process().refuses(file)) throw_reader_error(file, "it is outside the data folders");
    const Opened opened{file};
    if (opened.descriptor < 0)
        throw_reader_error(file, errno == ENOENT ? "no such file" : std::strerror(errno));
    struct stat status {};
    if (fstat(opened.descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        throw_reader_error(file, "expected a file, found " + model::kind_other_than_file(file));
    if (status.st_size == 0) throw_reader_error(file, "the file is empty");
    const auto size = static_cast<std::size_t>(status.st_size);
    void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened.descriptor, 0);
    if (at == MAP_FAILED) throw_reader_error(file, std::strerror(errno));
    mapped_ = {at, Unmap{size}};
    bytes_ = {static_cast<const char*>(at), size};
}

void MappedFile::Unmap::operator()(void* mapped) const
{
    munmap(mapped, bytes);
}

}  // namespace farfield::compute
