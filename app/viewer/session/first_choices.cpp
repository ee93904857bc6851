#include "app/viewer/session/first_choices.h"

#include <algorithm>

#include "model/data/dataset_order.h"

namespace farfield::app {

std::vector<std::string> first_choices(const std::vector<model::DatasetEntry>& datasets,
                                       const std::string& open, const std::string& preferred)
{
    constexpr std::size_t most_choices = 8;  // a folder may be full of files that no reader takes
    const auto listed = [&](const std::string& name) {
        return std::ranges::find(datasets, name, &model::DatasetEntry::name) != datasets.end();
    };
    if (!open.empty() && listed(open)) return {open};
    if (!preferred.empty()) return {preferred};  // even if not listed: the node then gives the reason
    std::vector<std::string> choices = model::names_to_try(datasets, most_choices);
    const std::string default_dataset = "analytic:tornado";
    if (listed(default_dataset))
        choices.push_back(default_dataset);
    else if (choices.empty() && !datasets.empty())
        choices.push_back(datasets.front().name);
    return choices;
}

}  // namespace farfield::app
