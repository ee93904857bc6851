#pragma once

#include <array>
#include <atomic>
#include <streambuf>

namespace farfield {

/// The bytes of an open file, for a stream. The file may be a pipe without data: a read that waits for data
/// ends when the work is cancelled, as at the end of the file. Threads: one; any may cancel.
class CancellableInput final : public std::streambuf {
public:
    /// descriptor: closed by the destructor. cancelled: may be null.
    CancellableInput(int descriptor, const std::atomic<bool>* cancelled);
    ~CancellableInput() override;
    CancellableInput(const CancellableInput&) = delete;
    CancellableInput& operator=(const CancellableInput&) = delete;

protected:
    /// Throws std::system_error when the file cannot be read, which makes a stream bad.
    int_type underflow() override;

private:
    [[nodiscard]] bool has_bytes_or_end() const;

    const std::atomic<bool>* cancelled_;
    int descriptor_;
    std::array<char, 1 << 16> buffer_{};
};

}  // namespace farfield
