#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

namespace farfield::compute {

/// The bytes of a file, mapped for reading while this object lives: none is copied, and none counts as read
/// (ReaderProcess). A reading process is killed when its file is cut short meanwhile.
class MappedFile {
public:
    MappedFile() = default;
    /// Throws std::runtime_error with the file's name when it cannot be read, is empty or is no file.
    explicit MappedFile(const std::filesystem::path& file);

    [[nodiscard]] std::string_view bytes() const { return bytes_; }

private:
    struct Unmap {
        std::size_t bytes;
        void operator()(void* mapped) const;
    };
    std::unique_ptr<void, Unmap> mapped_;
    std::string_view bytes_;
};

}  // namespace farfield::compute
