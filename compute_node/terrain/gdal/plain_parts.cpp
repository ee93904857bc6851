#include "compute_node/terrain/gdal/plain_parts.h"

#include "compute_node/terrain/gdal/vrt_sources.h"
#include "model/files/plain_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

/// Names of what is neither file nor folder in the folder that was looked at last: thousands of tiles lie in
/// one.
struct Others {
    fs::path folder;
    fs::file_time_type changed;
    std::vector<std::string> names;
};

const std::vector<std::string>& others_in(const fs::path& folder)
{
    thread_local Others last;
    std::error_code error;
    const fs::file_time_type changed = fs::last_write_time(folder, error);
    if (last.folder == folder && last.changed == changed) return last.names;
    last = {folder, changed, {}};
    for (fs::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->is_regular_file(ignored) || it->is_directory(ignored) || !it->exists(ignored)) continue;
        last.names.push_back(it->path().filename().string());
    }
    return last.names;
}

/// The kind of what GDAL would wait for at a path; else empty. Some formats are folders.
std::string kind_to_wait_for(const fs::path& path)
{
    std::string kind = model::kind_other_than_file(path);
    return kind == "a folder" ? std::string{} : kind;
}

/// A name without what GDAL's prefixes "vrt://" and "/vsigzip/" leave of them.
std::string_view without_prefix(std::string_view name)
{
    if (name.starts_with("/vsi")) name.remove_prefix(std::min(name.find('/', 1), name.size() - 1) + 1);
    if (name.starts_with("//")) name.remove_prefix(2);
    return name;
}

/// The paths that a text of a file may stand for: itself, and the parts of a name such as NETCDF:"a.nc":z.
std::vector<fs::path> paths_of(const std::string& text, const fs::path& folder)
{
    std::vector<fs::path> paths{folder / text, text};
    constexpr std::string_view between = ":\"?,";
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of(between, begin), text.size());
        const std::string_view name = without_prefix(std::string_view{text}.substr(begin, end - begin));
        if (name.size() < text.size() && !name.empty())
            paths.insert(paths.end(), {folder / name, fs::path{name}});
        begin = end + 1;
    }
    return paths;
}

}  // namespace

void check_plain_beside(const fs::path& file)
{
    const std::string stem = file.stem().string();
    for (const std::string& name : others_in(file.parent_path())) {
        if (!name.starts_with(stem + ".") && !name.starts_with(stem + "_")) continue;
        throw std::runtime_error(fmt::format("cannot read '{}': expected files alone, found {} in '{}'",
                                             file.string(), kind_to_wait_for(file.parent_path() / name),
                                             name));
    }
}

void check_plain_parts(const fs::path& file)
{
    std::error_code error;
    std::vector<fs::path> left{fs::canonical(file, error)};
    std::set<fs::path> seen{left.front()};
    while (!left.empty()) {
        const fs::path part = left.back();
        left.pop_back();
        check_plain_beside(part);
        for (const std::string& text : texts_in_xml(part))
            for (const fs::path& path : paths_of(text, part.parent_path())) {
                if (const std::string kind = kind_to_wait_for(path); !kind.empty())
                    throw std::runtime_error(
                        fmt::format("cannot read '{}': expected a file as the source '{}', found {}",
                                    part.string(), text, kind));
                if (!fs::is_regular_file(path, error)) continue;
                fs::path named = fs::canonical(path, error);
                if (!error && seen.insert(named).second) left.push_back(std::move(named));
            }
    }
}

}  // namespace farfield::terrain
