#pragma once

#include <filesystem>

namespace farfield::compute {

/// A file that takes its name only when it is whole: it is written beside it, and removed unless keep() was
/// called.
class WholeFile {
public:
    /// A link stays one: what it leads to is written. Throws std::runtime_error when that is a folder, a
    /// device or the like.
    explicit WholeFile(const std::filesystem::path& name);
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    [[nodiscard]] const std::filesystem::path& name() const { return name_; }
    /// Where to write.
    [[nodiscard]] const std::filesystem::path& part() const { return part_; }
    /// Throws std::runtime_error when it cannot be renamed.
    void keep();

private:
    std::filesystem::path name_;
    std::filesystem::path part_;
};

}  // namespace farfield::compute
