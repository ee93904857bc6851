#pragma once

#include "compute_node/datasets/dataset.h"

#include <filesystem>

namespace farfield::compute::testing {

/// A dataset of one file, named as the file is.
inline Dataset open_file(const std::filesystem::path& path)
{
    return open_dataset({path}, path.filename().string());
}

}  // namespace farfield::compute::testing
