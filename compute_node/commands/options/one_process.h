#pragma once

namespace farfield::node {

/// Throws CLI::ParseError where a launcher has started several processes for a command that one carries out:
/// they would all do the same work and write the same file.
void expect_one_process(const char* command);

}  // namespace farfield::node
