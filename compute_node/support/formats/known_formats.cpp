#include "compute_node/support/formats/known_formats.h"

#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/openfoam_case.h"
#include "compute_node/support/lower_case.h"
#include "model/files/plain_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace farfield {

namespace {

/// "processors4/constant", or "processors4_0-1/constant".
bool has_collated_processors(const std::filesystem::path& folder)
{
    namespace fs = std::filesystem;
    std::error_code error;
    for (fs::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->path().filename().string().starts_with("processors") &&
            fs::is_directory(it->path() / "constant", ignored))
            return true;
    }
    return false;
}

}  // namespace

bool is_openfoam_case(const std::filesystem::path& folder)
{
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) return false;
    return std::ranges::any_of(
               std::array{"constant/polyMesh", "system/controlDict", "processor0/constant"},
               [&](const char* part) { return std::filesystem::exists(folder / part, error); }) ||
           has_collated_processors(folder);
}

void check_readable(const std::filesystem::path& file)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (error == std::errc::too_many_symbolic_link_levels || error == std::errc::filename_too_long)
        throw std::runtime_error(
            fmt::format("cannot read '{}': {}", file.string(), lower_case(error.message())));
    if (!std::filesystem::exists(status))
        throw std::runtime_error(fmt::format("cannot read '{}': no such file", file.string()));
    const bool is_folder = std::filesystem::is_directory(status);
    if (is_folder && kind_of_file(file).is_known())
        throw std::runtime_error(
            fmt::format("cannot read '{}': {}", file.string(), not_read(kind_of_file(file))));
    if (!std::filesystem::is_regular_file(status))
        throw std::runtime_error(fmt::format("cannot read '{}': expected a file, found {}", file.string(),
                                             model::kind_other_than_file(file)));
    if (std::filesystem::file_size(file, error) == 0)
        throw std::runtime_error(fmt::format("cannot read '{}': the file is empty", file.string()));
    std::ifstream in{file, std::ios::binary};
    if (!in) throw std::runtime_error(fmt::format("cannot read '{}': permission denied", file.string()));
    constexpr std::string_view pointer = "version https://git-lfs.github.com/spec";
    std::string begin(pointer.size(), '\0');
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    if (begin == pointer)
        throw std::runtime_error(fmt::format(
            "cannot read '{}': it is a pointer of Git LFS in place of the file; 'git lfs pull' gets that",
            file.string()));
}

std::string ending_of(const std::filesystem::path& file)
{
    return lower_case(file.extension().string());
}

const Format& no_format()
{
    static const Format none;
    return none;
}

const Format& format_of(const std::filesystem::path& file)
{
    const std::string name = lower_case(file.filename().string()), ending = ending_of(file);
    const auto all = all_formats();
    const auto first_that = [&all](auto fits) { return std::ranges::find_if(all, fits); };
    auto found =
        first_that([&](const Format& row) { return row.is_read() && row.owns != nullptr && row.owns(file); });
    const auto is_shared = [&](const Format& row) {
        return std::ranges::find(row.shared, ending) != row.shared.end();
    };
    if (found == all.end() && std::ranges::any_of(all, is_shared)) {
        const Format& kind = kind_of_file(file);
        found = first_that([&](const Format& row) { return &row == &kind && is_shared(row); });
    }
    if (found == all.end())
        found = first_that([&](const Format& row) {
            return std::ranges::any_of(row.endings, [&](std::string_view end) {
                return end == ending || (end.rfind('.') > 0 && name.ends_with(end));
            });
        });
    return found == all.end() ? no_format() : *found;
}

const Format& format_named(std::string_view name)
{
    const auto all = all_formats();
    const auto found = std::ranges::find(all, name, &Format::name);
    return found == all.end() || name.empty() ? no_format() : *found;
}

std::string other_than_heights(const std::filesystem::path& file)
{
    const Format& kind = kind_of_file(file);
    if (kind.is_known() && !kind.may_hold_heights) return std::string{kind.kind};
    const Format& format = format_of(file);
    return !format.is_read() || format.has_names_of_rasters ? "" : fmt::format("a flow in {}", format.name);
}

}  // namespace farfield
