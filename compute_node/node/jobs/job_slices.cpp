#include "compute_node/node/jobs/job_slices.h"

#include "compute_node/node/datasets/whole_dataset.h"

#include <fmt/format.h>

#include <utility>

namespace farfield::node {

namespace {

using Values = std::shared_ptr<const std::vector<float>>;

compute::NodeValues values_of(const char* name, const char* units, std::vector<float> values)
{
    return {.name = name, .components = 1, .values = std::move(values), .units = units};
}

compute::GridData slice_of(const tomography::Lattice& lattice, const Values& start, const Values& velocity)
{
    std::vector<float> change(velocity->size());
    for (std::size_t n = 0; n < change.size(); ++n)
        change[n] = 100.0F * ((*velocity)[n] / (*start)[n] - 1.0F);
    compute::GridData data;
    data.format = std::string{"computed"};
    data.dims = {glm::uvec3{lattice.nodes}};
    data.geometry = compute::UniformGeometry{lattice.origin, glm::dvec3{lattice.spacing}};
    data.arrays.push_back(values_of("velocity", "m/s", *velocity));
    data.arrays.push_back(values_of("change", "%", std::move(change)));
    data.position_units = std::string{"m"};
    return data;
}

}  // namespace

compute::Growth::Snapshot JobSlices::with(const std::vector<double>& velocity,
                                          std::shared_ptr<const compute::DatasetRays> rays,
                                          const std::shared_ptr<const compute::Growth>& growth)
{
    rays_.push_back(std::move(rays));
    velocities_.push_back(std::make_shared<const std::vector<float>>(velocity.begin(), velocity.end()));
    std::vector<compute::TimeSlice> slices;
    for (std::size_t n = 0; n < velocities_.size(); ++n)
        slices.push_back(
            {.seconds = static_cast<double>(n),
             .source = fmt::format("iteration {} of '{}'", n, name_),
             .read = [lattice = lattice_, start = velocities_.front(), slice = velocities_[n]](
                         const std::stop_token& /*cancel*/) { return slice_of(lattice, start, slice); }});
    auto dataset = std::make_shared<WholeDataset>(compute::TimeSeries{name_, std::move(slices)}, nullptr,
                                                  nullptr, std::string{}, memory_);
    dataset->grow_with(growth, rays_);
    return dataset;
}

}  // namespace farfield::node
