#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <streambuf>
#include <string>

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

/// A regular file, or the standard input, as a stream of text. Threads: one; any may cancel.
class TextFile {
public:
    /// Opens a file. file: /dev/stdin is the standard input, of any kind. things: its contents, for errors:
    /// "rays". cancelled: ends the waiting for the standard input; may be null. Throws std::runtime_error,
    /// without waiting, when the file is a pipe, a device or a folder, or cannot be read.
    TextFile(const std::filesystem::path& file, const std::string& things,
             const std::atomic<bool>* cancelled = nullptr);

    [[nodiscard]] std::istream& text() { return text_; }
    /// Bytes; 0 where the size is not known.
    [[nodiscard]] std::uint64_t size() const { return size_; }

private:
    CancellableInput input_;
    std::istream text_{&input_};
    std::uint64_t size_ = 0;
};

}  // namespace farfield
