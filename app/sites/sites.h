#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "net/client/target.h"

namespace farfield::app {

/// Where sites are described: sites.toml of the user's own configuration ($XDG_CONFIG_HOME/farfield, or
/// ~/.config/farfield), and then that of the machine, /etc/farfield.
[[nodiscard]] std::vector<std::filesystem::path> site_files();

/// The node that the first of the files which has a table of this name describes; nothing where none has, or
/// this is no name of a site. Throws std::runtime_error that names file, line and fault.
[[nodiscard]] std::optional<net::Target>
find_site(const std::string& name, const std::vector<std::filesystem::path>& files = site_files());

/// The site of this name, or else what parse_target() reads. Throws as both do.
[[nodiscard]] net::Target named_target(const std::string& text);

}  // namespace farfield::app
