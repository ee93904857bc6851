#include "compute_node/whole_file.h"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>

#include <unistd.h>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

fs::path regular_file_at(const fs::path& name)
{
    std::error_code ignored;
    if (!fs::exists(name, ignored)) return name;
    if (!fs::is_regular_file(name, ignored))
        throw std::runtime_error(
            fmt::format("cannot write '{}': it is there and no regular file", name.string()));
    return fs::canonical(name);
}

}  // namespace

WholeFile::WholeFile(const fs::path& name)
    : name_{regular_file_at(name)}, part_{fmt::format("{}.{}.part", name_.string(), getpid())}
{}

WholeFile::~WholeFile()
{
    std::error_code ignored;
    fs::remove(part_, ignored);
}

void WholeFile::keep()
{
    std::error_code error;
    fs::rename(part_, name_, error);
    if (error)
        throw std::runtime_error(fmt::format("cannot write '{}': {}", name_.string(), error.message()));
}

}  // namespace farfield::compute
