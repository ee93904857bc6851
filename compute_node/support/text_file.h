#pragma once

#include "compute_node/support/cancellable_input.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>

namespace farfield {

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
