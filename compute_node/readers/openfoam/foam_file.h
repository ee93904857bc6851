#pragma once

#include "compute_node/readers/common/mapped_file.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// The bytes of one of OpenFOAM's files, FILE or FILE.gz, for as long as it lives: mapped, or unpacked.
class FoamFile {
public:
    /// Whether there is FILE or FILE.gz, of any kind.
    [[nodiscard]] static bool exists(const std::filesystem::path& file);

    /// Throws std::runtime_error that names it when there is neither, or it may not be read, or cannot be
    /// unpacked. most: of a packed one, unpack no more bytes than these.
    explicit FoamFile(const std::filesystem::path& file, std::optional<std::size_t> most = std::nullopt);

    [[nodiscard]] std::string_view text() const { return text_; }
    /// With .gz where it is packed.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    void unpack(std::optional<std::size_t> part);

    std::filesystem::path path_;
    MappedFile mapped_;
    std::string unpacked_;
    std::string_view text_;
};

}  // namespace farfield::compute
