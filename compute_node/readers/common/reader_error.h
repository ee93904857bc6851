#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <string>

namespace farfield::compute {

/// Throws std::runtime_error: "cannot read 'FILE': WHAT". Libraries that do not say why they cannot read a
/// part have mostly met the end of the file.
[[noreturn]] inline void throw_reader_error(const std::filesystem::path& file, const std::string& what)
{
    const bool ends_early = what.starts_with("Error reading") || what.starts_with("Failed to parse");
    throw std::runtime_error(fmt::format("cannot read '{}': {}{}", file.string(), what,
                                         ends_early ? "; is the file truncated?" : ""));
}

}  // namespace farfield::compute
