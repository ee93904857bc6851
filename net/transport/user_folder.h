#pragma once

#include <filesystem>
#include <string>

namespace farfield::net {

/// Farfield's folder of this user, by the XDG Base Directory Specification: below what the variable names, or
/// below that folder of the home. what: for which it is, in the error. Throws std::runtime_error where
/// neither is set.
[[nodiscard]] std::filesystem::path user_folder(const char* variable, const std::filesystem::path& below_home,
                                                const std::string& what);

}  // namespace farfield::net
