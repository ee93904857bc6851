#pragma once

#include "model/data/dataset_info.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace farfield::model {

/// At most `most` names of datasets that a program may open unasked, the ones to try first in front:
/// recordings, then files in their order, but a velocity of several files ("u.nc+v.nc") before the files of
/// its components. Datasets that lack a file are left out.
[[nodiscard]] inline std::vector<std::string> names_to_try(const std::vector<DatasetEntry>& datasets,
                                                           std::size_t most)
{
    const auto group_with = [&](const std::string& name) {
        for (auto entry = datasets.rbegin(); entry != datasets.rend(); ++entry)
            if (entry->name.starts_with(name + '+') && entry->lacks.empty()) return entry->name;
        return name;
    };
    std::vector<std::string> names;
    for (const auto* kind : {"recording", "file"})
        for (const DatasetEntry& entry : datasets) {
            if (entry.kind != kind || !entry.lacks.empty()) continue;
            for (const std::string& name : {group_with(entry.name), entry.name})
                if (names.size() < most && std::ranges::find(names, name) == names.end())
                    names.push_back(name);
            if (names.size() >= most) return names;
        }
    return names;
}

}  // namespace farfield::model
