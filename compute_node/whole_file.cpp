#include "compute_node/whole_file.h"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace farfield::compute {

WholeFile::WholeFile(std::filesystem::path name)
    : name_{std::move(name)}, part_{fmt::format("{}.{}.part", name_.string(), getpid())}
{}

WholeFile::~WholeFile()
{
    std::error_code ignored;
    std::filesystem::remove(part_, ignored);
}

void WholeFile::keep()
{
    std::error_code error;
    std::filesystem::rename(part_, name_, error);
    if (error)
        throw std::runtime_error(fmt::format("cannot write '{}': {}", name_.string(), error.message()));
}

}  // namespace farfield::compute
