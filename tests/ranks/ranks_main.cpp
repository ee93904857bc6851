// Under mpirun, rank 0 runs the tests and the others help it.
#define CATCH_CONFIG_RUNNER
#include "tests/catch.h"

#include "compute_node/ranks/ranks.h"

int main(int argc, char** argv)
{
    if (farfield::compute::is_helping_rank()) return farfield::compute::help_first_rank();
    return Catch::Session().run(argc, argv);
}
