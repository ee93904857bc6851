#include "model/files/plain_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace farfield::model {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what, const std::string& why)
{
    throw std::runtime_error("cannot read " + what + " '" + file.string() + "': " + why);
}

[[noreturn]] void refuse_for_errno(const std::filesystem::path& file, const std::string& what)
{
    refuse(file, what, std::generic_category().message(errno));
}

const char* kind_of(mode_t mode)
{
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

[[noreturn]] void refuse_as_too_long(const std::filesystem::path& file, const std::string& what,
                                     std::uint64_t most_bytes)
{
    refuse(file, what, "it has more than " + std::to_string(most_bytes) + " bytes");
}

}  // namespace

std::string kind_other_than_file(const std::filesystem::path& path)
{
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return {};
    return kind_of(status.st_mode);
}

std::string kind_of_special(const std::filesystem::path& path)
{
    struct stat status {};
    const bool is_there = ::lstat(path.c_str(), &status) == 0;
    if (!is_there || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || S_ISLNK(status.st_mode)) return {};
    return kind_of(status.st_mode);
}

// The kind is checked before opening: to open a device could rewind a tape, or take a terminal.
PlainFile::PlainFile(std::filesystem::path file, std::string what, std::uint64_t most_bytes)
    : file_{std::move(file)}, what_{std::move(what)}, most_bytes_{most_bytes}
{
    struct stat status {};
    if (::stat(file_.c_str(), &status) != 0) refuse_for_errno(file_, what_);
    const auto expect_file = [&] {
        if (!S_ISREG(status.st_mode))
            refuse(file_, what_, std::string{"expected a file, found "} + kind_of(status.st_mode));
    };
    expect_file();
    descriptor_ = ::open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor_ < 0) refuse_for_errno(file_, what_);
    try {
        if (::fstat(descriptor_, &status) != 0) refuse_for_errno(file_, what_);
        expect_file();  // the name may lead to another file by now
        bytes_ = static_cast<std::uint64_t>(status.st_size);
        if (bytes_ > most_bytes_) refuse_as_too_long(file_, what_, most_bytes_);
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

PlainFile::~PlainFile()
{
    if (descriptor_ >= 0) ::close(descriptor_);
}

PlainFile::PlainFile(PlainFile&& other) noexcept
    : file_{std::move(other.file_)},
      what_{std::move(other.what_)},
      most_bytes_{other.most_bytes_},
      descriptor_{other.release()},
      bytes_{other.bytes_}
{}

int PlainFile::release() noexcept
{
    return std::exchange(descriptor_, -1);
}

std::filesystem::path PlainFile::same_file() const
{
    return "/proc/self/fd/" + std::to_string(descriptor_);
}

// The size is not trusted: files of /proc say that they have no bytes.
std::string PlainFile::text() const
{
    constexpr std::size_t step = 1 << 16;
    std::string text;
    for (;;) {
        const std::size_t done = text.size();
        text.resize(done + std::max<std::size_t>(step, bytes_ > done ? bytes_ - done : 0));
        const ssize_t got =
            ::pread(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (got < 0 && errno != EINTR) refuse_for_errno(file_, what_);
        text.resize(done + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (text.size() > most_bytes_) refuse_as_too_long(file_, what_, most_bytes_);
        if (got == 0) return text;
    }
}

PlainFileStream::PlainFileStream(const std::filesystem::path& file, const std::string& what,
                                 std::uint64_t most_bytes)
    : std::istream{nullptr},
      buffer_{PlainFile{file, what, most_bytes}.release(), std::ios::in | std::ios::binary}
{
    rdbuf(&buffer_);
}

}  // namespace farfield::model
