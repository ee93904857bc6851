#include "net/transport/user_folder.h"

#include <cstdlib>
#include <stdexcept>

namespace farfield::net {
namespace {

std::filesystem::path folder_in(const char* variable)
{
    const char* const value = std::getenv(variable);
    return value != nullptr ? value : "";
}

}  // namespace

std::filesystem::path user_folder(const char* variable, const std::filesystem::path& below_home,
                                  const std::string& what)
{
    std::filesystem::path folder = folder_in(variable);
    if (folder.empty()) folder = folder_in("HOME") / below_home;
    if (folder.is_relative())
        throw std::runtime_error("no place for " + what + ": " + variable + " and HOME are not set");
    return folder / "farfield";
}

}  // namespace farfield::net
