#pragma once

#include <filesystem>

namespace farfield::tomography {

/// A folder that takes its name only when all files in it are written. Until then it lies beside its name,
/// and is removed unless keep() was called.
class ResultFolder {
public:
    /// Throws std::runtime_error when the name is taken or the folder cannot be made.
    explicit ResultFolder(std::filesystem::path name);
    ~ResultFolder();
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;

    /// Where to write.
    [[nodiscard]] const std::filesystem::path& part() const { return part_; }
    /// Throws std::runtime_error when the folder cannot have its name.
    void keep();

private:
    std::filesystem::path name_, part_;
};

}  // namespace farfield::tomography
