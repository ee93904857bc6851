#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "net/client/reach/target.h"

namespace farfield::app {

/// Files that describe sites: sites.toml of the user's own configuration ($XDG_CONFIG_HOME/farfield, or
/// ~/.config/farfield), then that of the machine, /etc/farfield.
[[nodiscard]] std::vector<std::filesystem::path> site_files();

/// Target described by the first file that has a table of this name; nullopt where none has, or
/// the text cannot be a site's name. Throws std::runtime_error that names file, line and fault.
[[nodiscard]] std::optional<net::Target>
find_site(const std::string& name, const std::vector<std::filesystem::path>& files = site_files());

/// Target of the site of this name, else of parse_target(). Throws as both do.
[[nodiscard]] net::Target named_target(const std::string& text);

}  // namespace farfield::app
