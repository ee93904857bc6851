#pragma once

#include "compute_node/datasets/headings/dataset_headings.h"
#include "compute_node/fields/field_reader.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace farfield::node {

/// Entry of a folder's list: a dataset, which may be several files; a terrain; or a file that is not
/// read.
struct FolderEntry {
    std::string name;  ///< below the folder
    bool is_flow = false, is_terrain = false;
    bool is_part = false;  ///< the file is a part of a dataset that is listed
    std::uint64_t bytes = 0;
    std::string text = {};                 ///< description, or the reason why it is not read
    compute::DatasetHeading heading = {};  ///< heading of a dataset
};

struct FolderSettings {
    /// Larger files are not opened: their names alone tell their kind.
    std::uint64_t max_opened_bytes = std::uint64_t{512} << 20U;
    std::size_t max_entries = 10'000;  ///< files and folders visited at most
};

/// Visits all files below a folder, and hands each entry on: datasets first, then terrains and all others by
/// name. Returns true when all were visited. Throws std::runtime_error where the folder cannot be read.
[[nodiscard]] bool for_each_entry(const std::filesystem::path& folder, const FolderSettings& settings,
                                  const std::shared_ptr<const compute::FieldReader>& reader,
                                  const std::function<void(const FolderEntry&)>& take);

/// An entry as a line for a terminal, and as JSON.
[[nodiscard]] std::string info_text(const FolderEntry& entry);
[[nodiscard]] nlohmann::json info_json(const FolderEntry& entry);

}  // namespace farfield::node
