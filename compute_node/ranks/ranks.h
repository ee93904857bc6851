#pragma once

#include "compute_node/fields/field_reader.h"
#include "compute_node/lines/line_helpers.h"
#include "compute_node/particles/particle_help.h"
#include "compute_node/ranks/rank_service.h"
#include "compute_node/terrain/rays/view_helpers.h"
#include "compute_node/terrain/terrain.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace farfield::compute {

/// The processes that mpirun started with this one, as the first of them (rank 0) sees them. They hold fields
/// and terrains together, one copy a host, trace lines and particles and cast views together.
/// Threads: any. The destructor ends the other processes; every shared field must be destroyed before.
class Ranks : public LineHelpers, public ParticleHelpers {
public:
    [[nodiscard]] virtual int size() const = 0;
    /// The same field in memory that all ranks of a host share, known to all: the original may be destroyed.
    /// Throws std::runtime_error when that memory cannot be allocated.
    [[nodiscard]] virtual std::shared_ptr<const Field> share(const Field& field) = 0;

    /// Gives a terrain to all ranks: its blocks lie in such memory afterwards, or each rank maps their file.
    /// Its notes name ranks that cannot map it, which cast no rays. The helpers must be destroyed before the
    /// ranks. Throws std::runtime_error when memory cannot be allocated.
    [[nodiscard]] virtual std::shared_ptr<terrain::ViewHelpers> share(terrain::Terrain& terrain) = 0;

    /// Sets the function that is called once when a rank has died, with an error text, on another thread; at
    /// once when one has already. Empty: none. It must neither call back nor wait.
    virtual void on_failure(std::function<void(const std::string& words)> report) = 0;
    /// The failure, checked now; empty when there is none.
    [[nodiscard]] virtual std::string failure() const = 0;
};

/// Number of processes that mpirun (or another launcher of MPI programs) started, with this one; 1 without a
/// launcher. Reads the environment, so that a program without ranks never begins MPI.
[[nodiscard]] int launched_size();
/// True when a launcher started this process beside others, not as the first: it then only helps.
[[nodiscard]] bool is_worker_rank();

/// For the first rank: gives the others, or null when there are none. more: services beside those for fields
/// and terrains, which the ranks own. Begins MPI, which takes some tenths of a second, only when mpirun
/// started several. Throws std::runtime_error when Farfield was built without MPI.
[[nodiscard]] std::unique_ptr<Ranks> lead_ranks(const std::vector<MakeRootService>& more = {});

/// For a helping rank: carries out rank 0's orders until that ends; returns the program's exit code. Signals
/// that stop a program must be blocked: rank 0 decides when to end. more: for the same services as rank 0's.
/// reader: for these.
[[nodiscard]] int help_first_rank(const std::vector<MakeWorkerService>& more = {},
                                  std::shared_ptr<FieldReader> reader = reader_in_this_process());

}  // namespace farfield::compute
