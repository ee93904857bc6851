#include "compute_node/readers/hdf5/hdf5_contents.h"

#include "compute_node/readers/hdf5/hdf5_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace farfield::compute {

namespace {

constexpr std::size_t few_datasets = 4;

/// Collects datasets below a group, as many as a sentence holds.
void add_datasets(const Hdf5File& file, const std::string& group, int depth, std::vector<std::string>& found)
{
    constexpr int deepest = 4;
    for (const std::string& name : file.names_in(group)) {
        if (found.size() >= few_datasets) return;
        const std::string at = fmt::format("{}/{}", group == "/" ? "" : group, name);
        const std::vector<std::uint64_t> dims = file.dims_of(at);
        if (!dims.empty())
            found.push_back(fmt::format("'{}' ({})", at, fmt::join(dims, " x ")));
        else if (depth < deepest)
            add_datasets(file, at, depth + 1, found);
    }
}

}  // namespace

std::string contents_of_hdf5(const std::filesystem::path& file)
{
    const std::lock_guard turn{Hdf5File::turn()};
    try {
        const Hdf5File open{file};
        std::vector<std::string> found;
        add_datasets(open, "/", 0, found);
        return found.empty() ? "" : fmt::format(" with {}", fmt::join(found, ", "));
    } catch (const std::runtime_error&) {
        return "";
    }
}

bool is_netcdf_in_hdf5(const std::filesystem::path& file)
{
    const std::lock_guard turn{Hdf5File::turn()};
    try {
        const Hdf5File open{file};
        return std::ranges::any_of(open.names_in("/"), [&](const std::string& name) {
            return open.has_attribute("/" + name, "DIMENSION_LIST");
        });
    } catch (const std::runtime_error&) {
        return false;
    }
}

}  // namespace farfield::compute
