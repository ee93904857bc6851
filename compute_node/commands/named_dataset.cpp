#include "compute_node/commands/named_dataset.h"

#include "compute_node/fields/dataset_info.h"
#include "compute_node/readers/readers.h"

#include <filesystem>

namespace farfield::compute {

namespace {

bool is_half(const std::string& name)
{
    return format_of(name) == "PLOT3D" && name.find('+') == std::string::npos;
}

}  // namespace

Dataset open_named(const std::string& name, const std::string& velocity)
{
    if (is_analytic_name(name)) {
        Dataset built_in = open_analytic(name);
        check_velocity_named(built_in.info(), velocity);
        return built_in;
    }
    const std::size_t plus = name.find('+');
    // A file may be called so.
    if (plus == std::string::npos || std::filesystem::exists(name))
        return open_dataset({name}, name, {}, velocity);
    return open_dataset({name.substr(0, plus), name.substr(plus + 1)}, name, {}, velocity);
}

std::vector<std::string> join_plot3d(const std::vector<std::string>& names)
{
    std::vector<std::string> datasets;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool is_pair = i + 1 < names.size() && is_half(names[i]) && is_half(names[i + 1]);
        datasets.push_back(is_pair ? names[i] + "+" + names[i + 1] : names[i]);
        if (is_pair) ++i;
    }
    return datasets;
}

}  // namespace farfield::compute
