#include "compute_node/support/text_file.h"

#include "compute_node/support/parallel.h"
#include "model/files/plain_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace farfield {

namespace {

constexpr int look_milliseconds = 100;  // interval of the checks for cancellation

}  // namespace

CancellableInput::CancellableInput(int descriptor, const std::atomic<bool>* cancelled)
    : cancelled_{cancelled}, descriptor_{descriptor}
{}

CancellableInput::~CancellableInput()
{
    close(descriptor_);
}

/// Waits for bytes or the end; false when the work was cancelled meanwhile.
bool CancellableInput::has_bytes_or_end() const
{
    pollfd file{descriptor_, POLLIN, 0};
    while (!is_set(cancelled_)) {
        const int found = poll(&file, 1, look_milliseconds);
        if (found > 0) return true;
        if (found < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category());
    }
    return false;
}

CancellableInput::int_type CancellableInput::underflow()
{
    while (has_bytes_or_end()) {
        const ssize_t got = read(descriptor_, buffer_.data(), buffer_.size());
        if (got > 0) {
            setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
            return traits_type::to_int_type(buffer_.front());
        }
        if (got == 0) break;
        if (errno != EAGAIN && errno != EINTR) throw std::system_error(errno, std::generic_category());
    }
    return traits_type::eof();
}

namespace {

/// True for a name of the standard input, /dev/stdin or /dev/fd/0, where that is no file.
bool is_standard_input(const std::filesystem::path& file)
{
    struct stat named {};
    struct stat input {};
    return ::stat(file.c_str(), &named) == 0 && ::fstat(STDIN_FILENO, &input) == 0 &&
           named.st_dev == input.st_dev && named.st_ino == input.st_ino && !S_ISREG(input.st_mode) &&
           !S_ISDIR(input.st_mode);
}

/// A descriptor of the file for the caller to close.
int opened(const std::filesystem::path& file, const std::string& things)
{
    constexpr int first_free = 3;
    if (is_standard_input(file)) {
        const int input = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, first_free);
        if (input < 0) throw std::system_error(errno, std::generic_category());
        return input;
    }
    if (model::kind_other_than_file(file) == "a pipe")
        throw std::runtime_error(
            fmt::format("cannot read {} '{}': expected a file, found a pipe; a pipe is read "
                        "from the standard input alone, which is /dev/stdin",
                        things, file.string()));
    return model::PlainFile{file, things}.release();
}

}  // namespace

TextFile::TextFile(const std::filesystem::path& file, const std::string& things,
                   const std::atomic<bool>* cancelled)
    : input_{opened(file, things), cancelled}
{
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    if (!error) size_ = bytes;
}

}  // namespace farfield
