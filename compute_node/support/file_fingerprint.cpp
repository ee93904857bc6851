#include "compute_node/support/file_fingerprint.h"

#include <fmt/format.h>

#include <sys/stat.h>

namespace farfield {

std::string fingerprint_of(std::span<const std::filesystem::path> files)
{
    std::string text;
    for (const std::filesystem::path& file : files) {
        struct stat status {};
        if (stat(file.c_str(), &status) != 0) continue;
        text += fmt::format(" {}:{}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    }
    return text;
}

}  // namespace farfield
