#pragma once

#include "compute_node/support/cancellable_input.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>

namespace farfield {

/// A file, or a pipe, as a stream of text. Threads: one; any may cancel.
class TextFile {
public:
    /// Opens a file. things: its contents, for errors: "rays". cancelled: ends the waiting for a pipe's text;
    /// may be null. Throws std::runtime_error when the file is a folder or a socket, or cannot be read.
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
