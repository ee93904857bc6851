#pragma once

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace farfield::net {

/// An open file that is closed when it goes out of scope.
class FileHandle {
public:
    /// Throws std::runtime_error: "cannot DOING 'FILE': REASON".
    FileHandle(const std::filesystem::path& file, int flags, const char* doing)
        : fd_(::open(file.c_str(), flags | O_CLOEXEC, 0666))
    {
        if (fd_ < 0) fail(doing, file);
    }
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;
    ~FileHandle() { ::close(fd_); }

    [[nodiscard]] int get() const noexcept { return fd_; }

    /// Throws for what errno says.
    [[noreturn]] static void fail(const char* doing, const std::filesystem::path& file)
    {
        const auto reason = std::generic_category().message(errno);
        throw std::runtime_error(std::string("cannot ") + doing + " '" + file.string() + "': " + reason);
    }

private:
    int fd_;
};

}  // namespace farfield::net
