#pragma once

#include <filesystem>
#include <string>

namespace farfield::app {

/// The folder that a report goes to. What is written lies in a folder of its own inside it until keep(), so
/// that an earlier report stays whole until then, and nothing half-written is left. Files that are not a
/// report's are never touched.
class ReportFolder {
public:
    /// Makes the folder. Throws std::runtime_error when that, or writing into it, cannot be done.
    explicit ReportFolder(std::filesystem::path folder);
    ReportFolder(const ReportFolder&) = delete;
    ReportFolder& operator=(const ReportFolder&) = delete;
    ~ReportFolder();  ///< removes what keep() was not called for

    /// Where a file of this name is to be written.
    [[nodiscard]] std::filesystem::path staged(const std::string& name) const { return staging_ / name; }
    /// Writes a whole file there. Throws std::runtime_error.
    void write(const std::string& name, const std::string& text) const;
    /// Puts the staged files in the place of an earlier report. Throws std::runtime_error.
    void keep();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return folder_; }

private:
    void remove_earlier_report() const;

    std::filesystem::path folder_, staging_;
    bool made_ = false;
};

/// Of what is seen from one place, all posts.
inline constexpr const char* viewshed_file_name = "viewshed.tif";
/// "frame-000120.png"
[[nodiscard]] std::string picture_name(std::uint64_t sequence);

}  // namespace farfield::app
