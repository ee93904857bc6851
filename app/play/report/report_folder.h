#pragma once

#include <filesystem>
#include <string>

namespace farfield::app {

/// The folder of a report. New files lie in a folder of their own inside it until keep(), so
/// that an earlier report stays complete until then, and no unfinished files remain. Files that are not
/// part of a report are never touched.
class ReportFolder {
public:
    /// Makes the folder. Throws std::runtime_error when it cannot be made or written to.
    explicit ReportFolder(std::filesystem::path folder);
    ReportFolder(const ReportFolder&) = delete;
    ReportFolder& operator=(const ReportFolder&) = delete;
    ~ReportFolder();  ///< removes the files unless keep() was called

    /// Path at which to write a file, for keep() to move to its name.
    [[nodiscard]] std::filesystem::path staged(const std::string& name) const { return staging_ / name; }
    /// Writes a complete file at staged(). Throws std::runtime_error.
    void write(const std::string& name, const std::string& text) const;
    /// Moves the staged files to the place of an earlier report. Throws std::runtime_error.
    void keep();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return folder_; }

private:
    void remove_earlier_report() const;

    std::filesystem::path folder_, staging_;
    bool made_ = false;
};

/// File name of a viewshed's GeoTIFF in a report: all posts, seen from one place.
inline constexpr const char* viewshed_file_name = "viewshed.tif";
/// File name of a picture, such as "frame-000120.png".
[[nodiscard]] std::string picture_name(std::uint64_t sequence);

}  // namespace farfield::app
