#include "compute_node/readers/netcdf/netcdf_scalars.h"

#include "compute_node/fields/derived_scalars.h"
#include "compute_node/fields/vector_scalars.h"
#include "compute_node/readers/netcdf/netcdf_plane.h"
#include "compute_node/readers/netcdf/netcdf_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// Scalars read beside the velocity; a model's output can have hundreds.
constexpr std::size_t max_scalars = 32;

/// True when a variable has exactly the nodes' dimensions, and time where u has it.
bool lies_on_nodes(const NetcdfVariable& variable, const NetcdfNodes& nodes)
{
    const NetcdfVariable& u = *nodes.velocity.u.variable;
    if (!variable.numeric || variable.dimensions.size() != u.dimensions.size()) return false;
    for (std::size_t d = 0; d < u.dimensions.size(); ++d) {
        NetcdfDimension expected = u.dimensions[d];
        for (const NetcdfAxis& axis : nodes.axes.xyz)
            if (axis.dimension == static_cast<int>(d)) {
                expected.name = axis.name;
                expected.length = axis.length;
            }
        if (variable.dimensions[d].name != expected.name || variable.dimensions[d].length != expected.length)
            return false;
    }
    return true;
}

/// The variables at the centres of cells, where faces have the same dimensions: those with coordinates of
/// their own that lie there. On other grids all that have the nodes' dimensions.
class CentresByCoordinates {
public:
    explicit CentresByCoordinates(const NetcdfNodes& nodes) : nodes_{nodes} {}

    [[nodiscard]] bool has(const NetcdfComponent& scalar)
    {
        if (!nodes_.faces_share_dimensions) return true;
        const std::string named = scalar.file->text(*scalar.variable, "coordinates");
        if (named.empty()) return false;
        const auto [known, is_new] = known_.try_emplace({scalar.file, named}, false);
        if (is_new) known->second = lies_at_centres(nodes_, scalar);
        return known->second;
    }

private:
    const NetcdfNodes& nodes_;
    std::map<std::pair<const NetcdfFile*, std::string>, bool> known_;
};

/// Scalars beside the velocity, in the files of its components; the first of each name. Without a velocity
/// the scalar that was chosen in its place comes first.
std::vector<NetcdfComponent> scalars_on(const NetcdfNodes& nodes)
{
    std::vector<NetcdfComponent> scalars;
    const auto& [u, v, w, density] = nodes.velocity;
    CentresByCoordinates centres{nodes};
    for (const NetcdfFile* file : {u.file, v.file, w.file, density.file}) {
        if (file == nullptr) continue;
        for (const NetcdfVariable& variable : file->variables()) {
            const auto has_its_name = [&](const NetcdfComponent& scalar) {
                return scalar.variable->name == variable.name;
            };
            const bool is_of_velocity = !variable.vector.empty() && variable.vector == u.variable->vector;
            if (!is_of_velocity && lies_on_nodes(variable, nodes) && centres.has({file, &variable}) &&
                std::none_of(scalars.begin(), scalars.end(), has_its_name) &&
                NetcdfSteps{nodes, {file, &variable}}.lack().empty())
                scalars.push_back({file, &variable});
        }
    }
    const auto chosen =
        std::find_if(scalars.begin(), scalars.end(), [&u = u, &v = v](const NetcdfComponent& scalar) {
            return u.variable == v.variable && scalar.variable == u.variable;
        });
    if (chosen != scalars.end()) std::rotate(scalars.begin(), chosen, chosen + 1);
    return scalars;
}

/// True when a scalar is available without reading all: it is in the files, or made of the velocity, which is
/// among the data where there is one.
bool is_known(const std::string& scalar, const std::vector<NetcdfComponent>& of_files, const GridData& data)
{
    const bool is_of_velocity =
        scalar == "speed" || derived_scalar_named(scalar, {}) || vector_scalar_named(scalar, data);
    return (is_of_velocity && !data.default_vector.empty()) ||
           std::any_of(of_files.begin(), of_files.end(),
                       [&](const NetcdfComponent& found) { return found.variable->name == scalar; });
}

/// Reads a scalar. None, with a remark, where the library cannot read it, as with a filter that is not
/// installed: the variables beside it can still be read.
std::optional<std::vector<float>> read_beside(const NetcdfNodes& nodes, const NetcdfComponent& scalar,
                                              std::size_t time_step, std::vector<std::string>& remarks)
{
    if (const std::string fault = fault_of(scalar); !fault.empty()) {
        remarks.push_back(fmt::format("'{}' was left out: {}.", scalar.variable->name, fault));
        return std::nullopt;
    }
    return NetcdfSteps{nodes, scalar}.read(time_step);
}

}  // namespace

void add_scalars(const NetcdfNodes& nodes, std::size_t time_step, const std::optional<std::string>& only,
                 GridData& data)
{
    const std::vector<NetcdfComponent> scalars = scalars_on(nodes);
    const bool has_it = only && is_known(*only, scalars, data);
    for (const auto& [file, variable] : scalars) {
        if (has_it && variable->name != *only) continue;
        if (data.arrays.size() > max_scalars) {
            data.remarks.push_back(fmt::format("Only the first {} scalars are offered.", max_scalars));
            return;
        }
        if (auto values = read_beside(nodes, {file, variable}, time_step, data.remarks))
            data.arrays.push_back({variable->name, 1, std::move(*values), file->text(*variable, "units")});
    }
}

void list_scalars(const NetcdfNodes& nodes, GridData& data)
{
    for (const auto& [file, scalar] : scalars_on(nodes))
        if (data.arrays.size() < max_scalars)
            data.arrays.push_back({scalar->name, 1, {}, file->text(*scalar, "units")});
}

}  // namespace farfield::compute
