#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

/// The file that a command writes, its option --out.
namespace farfield::node {

/// Protects the inputs: throws std::runtime_error where `out` is one of them, under any name.
void check_out(const std::string& out, const std::vector<std::filesystem::path>& inputs);

/// Throws CLI::ValidationError unless the file's ending is one of these; .tiff counts as .tif.
void check_ending(const std::string& out, std::initializer_list<const char*> endings);

}  // namespace farfield::node
