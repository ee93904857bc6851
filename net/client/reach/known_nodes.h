#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace farfield::net {

/// The error of an answer from another node than the intended one, or possibly another one.
struct NotTrusted : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Looks a node up in the file of lines "HOST:PORT PIN"; adds a node that is missing. Throws NotTrusted with
/// both pins when the file has another pin, std::runtime_error when the file cannot be used.
void expect_known(const std::filesystem::path& file, const std::string& node, const std::string& pin);

}  // namespace farfield::net
