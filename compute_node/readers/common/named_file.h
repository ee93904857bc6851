#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A file with a name, while this lives, for libraries that open files by name alone: bytes in memory, or a
/// file on a disk, by its descriptor. Throws std::system_error, or std::runtime_error that names the file.
class NamedFile {
public:
    /// Folder of the names.
    static constexpr std::string_view folder = "/proc/self/fd/";

    explicit NamedFile(std::string_view bytes);
    explicit NamedFile(const std::filesystem::path& file);
    NamedFile(NamedFile&& other) noexcept;
    NamedFile& operator=(NamedFile&&) = delete;
    ~NamedFile();

    /// The name within the folder.
    [[nodiscard]] std::string name() const { return std::to_string(descriptor_); }

private:
    int descriptor_ = -1;
};

}  // namespace farfield::compute
