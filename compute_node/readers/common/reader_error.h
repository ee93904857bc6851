#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <string>

namespace farfield::compute {

/// Throws std::runtime_error: "cannot read 'FILE': WHAT".
[[noreturn]] inline void throw_reader_error(const std::filesystem::path& file, const std::string& what)
{
    throw std::runtime_error(fmt::format("cannot read '{}': {}", file.string(), what));
}

}  // namespace farfield::compute
