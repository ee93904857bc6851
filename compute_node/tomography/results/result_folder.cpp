#include "compute_node/tomography/results/result_folder.h"

#include "model/files/atomic_file.h"

#include <fmt/format.h>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace farfield::tomography {

ResultFolder::ResultFolder(std::filesystem::path name) : name_{std::move(name)}
{
    if (!name_.has_filename()) name_ = name_.parent_path();
    std::error_code error;
    if (std::filesystem::exists(name_, error))
        throw std::runtime_error(
            fmt::format("cannot write '{}': expected a name that is free", name_.string()));
    part_ = unpredictable_name(name_);
    if (!std::filesystem::create_directory(part_, error))
        throw std::runtime_error(fmt::format("cannot make folder '{}': {}", name_.string(), error.message()));
}

ResultFolder::~ResultFolder()
{
    std::error_code ignored;
    if (!part_.empty()) std::filesystem::remove_all(part_, ignored);
}

void ResultFolder::keep()
{
    std::error_code error;
    std::filesystem::rename(part_, name_, error);
    if (error)
        throw std::runtime_error(fmt::format("cannot name folder '{}': {}", name_.string(), error.message()));
    part_.clear();
}

}  // namespace farfield::tomography
