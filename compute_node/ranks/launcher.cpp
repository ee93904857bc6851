#include "compute_node/ranks/ranks.h"

#include <cstdlib>
#include <initializer_list>

namespace farfield::compute {

namespace {

int first_number(std::initializer_list<const char*> variables, int otherwise)
{
    for (const char* variable : variables)
        if (const char* text = std::getenv(variable)) return std::atoi(text);
    return otherwise;
}

}  // namespace

// Open MPI, and launchers that speak PMI (MPICH, Intel MPI).
int launched_size()
{
    return first_number({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1);
}

bool is_worker_rank()
{
    return launched_size() > 1 && first_number({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}, 0) != 0;
}

}  // namespace farfield::compute
