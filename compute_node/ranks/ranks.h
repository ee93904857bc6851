#pragma once

#include "compute_node/lines/line_helpers.h"
#include "compute_node/particles/particle_help.h"
#include "compute_node/ranks/blocks/block_samples.h"
#include "compute_node/ranks/blocks/dataset_block.h"
#include "compute_node/terrain/rays/view_helpers.h"
#include "compute_node/terrain/terrain.h"

#include <functional>
#include <memory>
#include <string>

namespace farfield::compute {

/// The processes that mpirun started with this one, as the first of them (rank 0) sees them. They hold fields
/// and terrains together, one copy a host, trace lines and
/// particles and cast views together.
/// Threads: any. Destroying it ends the others; every field that was shared must be gone by then.
class Ranks : public LineHelpers, public ParticleHelpers {
public:
    [[nodiscard]] virtual int size() const = 0;
    /// Whether a rank shares this one's memory.
    [[nodiscard]] virtual bool is_on_this_host(int rank) const = 0;

    /// The same field in memory that all ranks of a host share, known to all: the original can go. Throws
    /// std::runtime_error when that memory cannot be had.
    [[nodiscard]] virtual std::shared_ptr<const Field> share(const Field& field) = 0;

    /// Gives a terrain to all: its blocks lie in such memory afterwards, or each rank maps the file they are
    /// in. Its notes tell of ranks that cannot map it, which cast nothing. The helpers must be gone before
    /// the ranks. Throws std::runtime_error when memory cannot be had.
    [[nodiscard]] virtual std::shared_ptr<terrain::ViewHelpers> share(terrain::Terrain& terrain) = 0;

    /// A dataset's field cut into as many blocks as there are ranks, each of which reads its own from the
    /// files and holds it while block 0 is held. Block 0 is the whole where there is but one. Throws
    /// std::runtime_error when it cannot be read in parts, or a rank could not read its own.
    [[nodiscard]] virtual FieldInBlocks open_blocks(const DatasetFiles& dataset,
                                                    const FieldChoice& choice) = 0;

    /// Samples a field anywhere of which open_blocks() gave this block 0, which is borrowed. threads: of each
    /// rank, 0 for what it takes by itself.
    [[nodiscard]] virtual std::unique_ptr<BlockSampling> begin_sampling(const Field& block, int threads) = 0;

    /// `tell` (empty: nobody is told any more) is called once when a rank has died, in words, on another
    /// thread; at once when one has. It must not call back and not wait.
    virtual void on_failure(std::function<void(const std::string& words)> tell) = 0;
    /// What is wrong, found out now; empty when all is well.
    [[nodiscard]] virtual std::string failure() const = 0;
};

/// Whether mpirun started this process beside others, and not as the first: such a process only helps.
[[nodiscard]] bool is_helping_rank();

/// For the first rank: the others, or null when there are none. Begins MPI, which takes some tenths of a
/// second, only when mpirun started several. Throws std::runtime_error when Farfield was built without MPI.
[[nodiscard]] std::unique_ptr<Ranks> lead_ranks();

/// For a helping rank: does what rank 0 asks for until it ends; the program's exit code. Signals that stop a
/// program must be blocked: rank 0 decides when to end. reader: of the files of its blocks.
[[nodiscard]] int help_first_rank(std::shared_ptr<FieldReader> reader = reader_in_this_process());

}  // namespace farfield::compute
