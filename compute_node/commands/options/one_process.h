#pragma once

namespace farfield::node {

/// For commands that one process carries out: where a launcher has started several, they would all do the
/// same work and write the same file. Throws CLI::ParseError then.
void expect_one_process(const char* command);

}  // namespace farfield::node
