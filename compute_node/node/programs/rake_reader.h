#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/node/data/program_memory.h"
#include "compute_node/node/data/scalar_fields.h"
#include "compute_node/particles/particle_system.h"
#include "model/rakes/rakes.h"
#include "model/rakes/seeds.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

/// Number of seeds of each rake.
[[nodiscard]] std::vector<std::uint32_t> seed_counts(const std::vector<model::Rake>& rakes);

/// Reads the rakes that a viewer names. Slices and isovalues become lists of the seeds
/// that the dataset has there at its first time. Seeds of the last call are remembered:
/// those of an unchanged rake are not searched for again while another is dragged.
/// Threads: one.
class RakeReader {
public:
    /// memory: of all programs, for the seeds of slices and isovalues; null: not counted. scalars: the fields
    /// for cutting isosurfaces; null: isovalues are searched along a lattice on all grids. Borrowed.
    RakeReader(std::shared_ptr<const compute::OpenDataset> dataset, const compute::ParticleLimits& limits,
               std::shared_ptr<MemoryBudget> memory = nullptr, ScalarFields* scalars = nullptr);

    /// Reads rakes. Throws net::RpcError with the limit's name, before any seed is searched for, and
    /// std::runtime_error when a rake or its scalar is nowhere in the dataset.
    [[nodiscard]] std::vector<model::Rake> read(const std::vector<model::Rake>& rakes);

private:
    struct Found {
        model::RakeShape shape;
        std::shared_ptr<const compute::Field> field;  ///< kept, for the next value of the same scalar
        std::vector<model::Point> seeds;
    };
    [[nodiscard]] Found found(const model::RakeShape& shape) const;
    [[nodiscard]] Found look_for(const model::RakeShape& shape) const;
    [[nodiscard]] std::vector<model::Point> seeds_on_surface(const model::IsovalueRake& surface,
                                                             const compute::Field& field) const;

    std::shared_ptr<const compute::OpenDataset> dataset_;
    compute::ParticleLimits limits_;
    ProgramMemory memory_;  ///< memory of found_ and the lists made of it
    ScalarFields* scalars_;
    std::vector<Found> found_;
};

}  // namespace farfield::node
