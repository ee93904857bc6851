// Under mpirun, rank 0 runs the tests and the others help it.
#define CATCH_CONFIG_RUNNER
#include "tests/catch.h"

#include "tests/ranks/rank_jobs.h"

int main(int argc, char** argv)
{
    if (farfield::compute::is_worker_rank()) return farfield::compute::testing::help_ranks();
    return Catch::Session().run(argc, argv);
}
