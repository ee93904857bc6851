#include "app/play/report/report_folder.h"

#include <array>
#include <fmt/format.h>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "model/files/atomic_file.h"

namespace farfield::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view picture_prefix = "frame-";
constexpr const char* staging_prefix = ".unfinished";

bool is_of_a_report(const fs::path& file)
{
    const auto name = file.filename().string();
    constexpr std::array names{"report.json", "report.html", "frames.csv", viewshed_file_name};
    for (const auto* known : names)
        if (name == known) return true;
    return name.starts_with(picture_prefix) && file.extension() == ".png";
}

/// Removes the staging folders of playbacks that were killed. Links are removed, not their targets.
void remove_unfinished(const fs::path& folder, std::error_code& error)
{
    std::vector<fs::path> unfinished;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename().string().starts_with(staging_prefix)) unfinished.push_back(entry.path());
    for (const auto& one : unfinished)
        if (!error) fs::remove_all(one, error);
}

}  // namespace

ReportFolder::ReportFolder(fs::path folder)
    : folder_(std::move(folder)), staging_(unpredictable_name(folder_ / staging_prefix))
{
    std::error_code error;
    made_ = fs::create_directories(folder_, error);
    if (!error) remove_unfinished(folder_, error);
    if (!error && !fs::create_directory(staging_, error) && !error)
        error = std::make_error_code(std::errc::file_exists);
    if (error)
        throw std::runtime_error(
            fmt::format("cannot write a report to '{}': {}", folder_.string(), error.message()));
}

ReportFolder::~ReportFolder()
{
    std::error_code ignored;
    fs::remove_all(staging_, ignored);
    if (made_) fs::remove(folder_, ignored);  // removes an empty folder only
}

void ReportFolder::write(const std::string& name, const std::string& text) const
{
    write_atomically(staged(name), text);
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
