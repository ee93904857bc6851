#include "app/play/report/report_folder.h"

#include <array>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace farfield::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view picture_prefix = "frame-";

bool is_of_a_report(const fs::path& file)
{
    const auto name = file.filename().string();
    constexpr std::array names{"report.json", "report.html", "frames.csv", viewshed_file_name};
    for (const auto* known : names)
        if (name == known) return true;
    return name.starts_with(picture_prefix) && file.extension() == ".png";
}

}  // namespace

ReportFolder::ReportFolder(fs::path folder) : folder_(std::move(folder)), staging_(folder_ / ".unfinished")
{
    std::error_code error;
    made_ = fs::create_directories(folder_, error);
    if (!error) fs::remove_all(staging_, error);
    if (!error) fs::create_directory(staging_, error);
    if (error)
        throw std::runtime_error(
            fmt::format("cannot write a report to '{}': {}", folder_.string(), error.message()));
}

ReportFolder::~ReportFolder()
{
    std::error_code ignored;
    fs::remove_all(staging_, ignored);
    if (made_) fs::remove(folder_, ignored);  // only when nothing is in it
}

void ReportFolder::write(const std::string& name, const std::string& text) const
{
    std::ofstream out(staged(name), std::ios::binary);
    out << text;
    out.close();
    if (!out) throw std::runtime_error(fmt::format("cannot write '{}'", (folder_ / name).string()));
}

void ReportFolder::keep()
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(staging_)) files.push_back(entry.path());
    remove_earlier_report();
    for (const auto& file : files) fs::rename(file, folder_ / file.filename());
}

void ReportFolder::remove_earlier_report() const
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder_))
        if (entry.is_regular_file() && is_of_a_report(entry.path())) files.push_back(entry.path());
    for (const auto& file : files) fs::remove(file);
}

std::string picture_name(std::uint64_t sequence)
{
    return fmt::format("{}{:06}.png", picture_prefix, sequence);
}

}  // namespace farfield::app
