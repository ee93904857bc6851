#pragma once

#include "compute_node/readers/common/mapped_file.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// The bytes of one of OpenFOAM's files, FILE or FILE.gz, while this object lives: mapped, or unpacked.
class FoamFile {
public:
    /// True when there is FILE or FILE.gz, of any kind.
    [[nodiscard]] static bool exists(const std::filesystem::path& file);

    /// Throws std::runtime_error with the file's name when there is neither, or it cannot be read or
    /// unpacked. most: number of bytes after which unpacking stops.
    explicit FoamFile(const std::filesystem::path& file, std::optional<std::size_t> most = std::nullopt);

    [[nodiscard]] std::string_view text() const { return text_; }
    /// The path, with .gz where the file is packed.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    void unpack(std::optional<std::size_t> part);

    std::filesystem::path path_;
    MappedFile mapped_;
    std::string unpacked_;
    std::string_view text_;
};

}  // namespace farfield::compute
