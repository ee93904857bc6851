// Stands in for the ranks in a program built without MPI.
#include "compute_node/ranks/ranks.h"

#include <stdexcept>

namespace farfield::compute {

std::unique_ptr<Ranks> lead_ranks(const std::vector<MakeRootService>& /*more*/)
{
    if (launched_size() < 2) return nullptr;
    throw std::runtime_error("started by mpirun as one of several, but built without MPI");
}

int help_first_rank(const std::vector<MakeWorkerService>& /*more*/, std::shared_ptr<FieldReader> /*reader*/)
{
    return 1;
}

}  // namespace farfield::compute
