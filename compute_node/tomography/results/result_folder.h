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

    /// The folder to write into.
    [[nodiscard]] const std::filesystem::path& part() const { return part_; }
    /// Gives the folder its name. Throws std::runtime_error when it cannot have it.
    void keep();

private:
    std::filesystem::path name_, part_;
};

}  // namespace farfield::tomography
