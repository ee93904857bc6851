#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace farfield::net {

/// What answers is another than the node that was meant, or may be.
struct NotTrusted : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Looks a node up in the file of lines "HOST:PORT PIN"; one that is not there is added. Throws
/// NotTrusted with both pins where another one is there, std::runtime_error where the file cannot be used.
void expect_known(const std::filesystem::path& file, const std::string& node, const std::string& pin);

}  // namespace farfield::net
