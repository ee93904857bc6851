#include "compute_node/commands/options/one_process.h"

#include "compute_node/ranks/ranks.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace farfield::node {

void expect_one_process(const char* command)
{
    if (const int processes = compute::launched_size(); processes > 1)
        throw CLI::ValidationError(
            command,
            fmt::format("runs on one rank, and {} were started: start it without mpirun, or with -n 1",
                        processes));
}

}  // namespace farfield::node
