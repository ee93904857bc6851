#pragma once

#include <filesystem>
#include <string>

namespace farfield::net {

/// This user's folder for Farfield, by the XDG Base Directory Specification: "farfield" below the folder that
/// the variable names, or below $HOME/below_home. what: purpose of the folder, for the error. Throws
/// std::runtime_error when neither variable is set.
[[nodiscard]] std::filesystem::path user_folder(const char* variable, const std::filesystem::path& below_home,
                                                const std::string& what);

}  // namespace farfield::net
