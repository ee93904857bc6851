#include "compute_node/readers/netcdf/netcdf_scalars.h"

#include "compute_node/fields/derived_scalars.h"
#include "compute_node/fields/scalar_meaning.h"
#include "compute_node/fields/vector_scalars.h"
#include "compute_node/readers/netcdf/netcdf_plane.h"
#include "compute_node/readers/netcdf/netcdf_stagger.h"
#include "compute_node/readers/netcdf/netcdf_steps.h"
#include "compute_node/readers/netcdf/netcdf_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// Scalars read beside the velocity; a model's output can have hundreds.
constexpr std::size_t max_scalars = 32;

/// True when a variable has exactly the nodes' dimensions, and time where u has it.
bool has_dimensions_of(const NetcdfNodes& nodes, const NetcdfVariable& variable)
{
    const NetcdfVariable& u = *nodes.velocity.u.variable;
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

/// True when a variable has other dimensions than the nodes at the same places: of the same coordinates, or
/// beside these the dimensions of u.
bool has_places_of(const NetcdfNodes& nodes, const NetcdfComponent& scalar)
{
    try {
        const NetcdfAxes axes = find_axes(*scalar.file, *scalar.variable);
        if ((axes.time_dimension >= 0) != (nodes.axes.time_dimension >= 0)) return false;
        const auto is_known = [&](int d, const NetcdfDimension& along) {
            const auto& shown = nodes.velocity.u.variable->dimensions;
            const auto is_axis = [&](const NetcdfAxis& axis) { return axis.dimension == d; };
            return d == axes.time_dimension || std::ranges::any_of(axes.xyz, is_axis) ||
                   std::ranges::any_of(shown, [&](const NetcdfDimension& own) {
                       return own.name == along.name && own.length == along.length;
                   });
        };
        for (int d = 0; const NetcdfDimension& along : scalar.variable->dimensions)
            if (!is_known(d++, along)) return false;
        return nodes.by_index ? reaches_nodes(nodes, scalar) : lies_at_nodes(nodes, axes);
    } catch (const std::runtime_error&) {
        return false;  // of other dimensions
    }
}

/// The variables at the nodes. Where faces have the nodes' dimensions, or go with them by index, only those
/// that name coordinates which lie there.
class AtNodes {
public:
    explicit AtNodes(const NetcdfNodes& nodes) : nodes_{nodes} {}

    [[nodiscard]] bool has(const NetcdfComponent& scalar)
    {
        const auto& own = scalar.variable->dimensions;
        if (!scalar.variable->numeric || own.size() != nodes_.velocity.u.variable->dimensions.size())
            return false;
        const bool is_same = has_dimensions_of(nodes_, *scalar.variable);
        if (!is_same && !has_places_of(nodes_, scalar)) return false;
        return (is_same && !nodes_.faces_share_dimensions) || (!is_same && !nodes_.by_index) ||
               names_the_centres(scalar);
    }

private:
    [[nodiscard]] bool names_the_centres(const NetcdfComponent& scalar)
    {
        const std::string named = scalar.file->text(*scalar.variable, "coordinates");
        if (named.empty()) return false;
        const auto [known, is_new] = known_.try_emplace({scalar.file, named}, false);
        if (is_new) known->second = lies_at_centres(nodes_, scalar);
        return known->second;
    }

    const NetcdfNodes& nodes_;
    std::map<std::pair<const NetcdfFile*, std::string>, bool> known_;
};

/// The files: those of the components first.
std::vector<const NetcdfFile*> files_in_turn(const NetcdfNodes& nodes)
{
    const auto& [u, v, w, density] = nodes.velocity;
    std::vector<const NetcdfFile*> files;
    const auto add = [&](const NetcdfFile* file) {
        if (file != nullptr && std::ranges::find(files, file) == files.end()) files.push_back(file);
    };
    for (const NetcdfFile* file : {u.file, v.file, w.file, density.file}) add(file);
    for (const auto& file : *nodes.files) add(file.get());
    return files;
}

bool is_part_of_velocity(const NetcdfNodes& nodes, const NetcdfVariable& variable)
{
    const auto& [u, v, w, density] = nodes.velocity;
    return &variable == u.variable || &variable == v.variable || &variable == w.variable ||
           (!variable.vector.empty() && variable.vector == u.variable->vector);
}

/// True for a variable in a plane or in space that is neither a place nor a mask, nor a part of the grid
/// that does not change beside a velocity that does.
bool is_field(const NetcdfNodes& nodes, const NetcdfComponent& one, const std::set<std::string>& coordinates)
{
    constexpr int of_a_plane = 2;
    const auto& [file, variable] = one;
    if (!variable->numeric || coordinates.contains(variable->name) || is_beside_field(variable->name))
        return false;
    const int spatial = spatial_dimensions(*file, *variable);
    if (spatial < of_a_plane || direction_of(*file, *variable) != ' ') return false;
    const bool is_steady = static_cast<std::size_t>(spatial) == variable->dimensions.size();
    const bool is_lower = spatial < spatial_dimensions(*nodes.velocity.u.file, *nodes.velocity.u.variable);
    const bool has_velocity = nodes.velocity.u.variable != nodes.velocity.v.variable;
    return !is_steady || ((nodes.axes.time_dimension < 0 || !has_velocity) && !is_lower);
}

/// The remark on fields that are not offered; empty where there are none.
std::string remark_on_others(const NetcdfNodes& nodes, const std::vector<NetcdfComponent>& offered)
{
    constexpr std::size_t most_named = 4;
    const std::set<std::string> coordinates = names_of_coordinates(*nodes.files);
    std::set<std::string> known;
    for (const NetcdfComponent& one : offered) known.insert(one.variable->name);
    std::vector<NetcdfComponent> others;
    for (const NetcdfFile* file : files_in_turn(nodes))
        for (const NetcdfVariable& variable : file->variables())
            if (!known.contains(variable.name) && !is_part_of_velocity(nodes, variable) &&
                is_field(nodes, {file, &variable}, coordinates) && known.insert(variable.name).second)
                others.push_back({file, &variable});
    if (others.empty()) return {};
    std::ranges::stable_sort(others, std::greater{}, [](const NetcdfComponent& one) {
        return spatial_dimensions(*one.file, *one.variable);
    });
    std::vector<std::string> names;
    for (const NetcdfComponent& one : others)
        if (names.size() < most_named) names.push_back(one.variable->name);
    const std::size_t more = others.size() - names.size();
    const bool has_velocity = nodes.velocity.u.variable != nodes.velocity.v.variable;
    return fmt::format("Left out, for {} other dimensions or coordinates than {}: {}{}.",
                       others.size() == 1 ? "it has" : "they have",
                       has_velocity ? "the velocity" : fmt::format("'{}'", nodes.velocity.u.variable->name),
                       more == 0 ? names_in_sentence(names) : fmt::format("'{}'", fmt::join(names, "', '")),
                       more == 0 ? "" : fmt::format(" and {} more", more));
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

/// Values midway between two points along an axis, or those of the only one that has a value. first: index of
/// the point before node 0, -1 or 0. values: [z][y][x] with the lengths dims.
std::vector<float> midway(const std::vector<float>& values, glm::uvec3 dims, int axis, int first)
{
    const std::size_t step = axis == 0 ? 1 : dims.x, length = dims[axis];
    std::vector<float> between(values.size());
    for (std::size_t n = 0; n < values.size(); ++n) {
        const auto before = static_cast<std::ptrdiff_t>(n / step % length) + first;
        const bool has_before = before >= 0, has_after = before + 1 < static_cast<std::ptrdiff_t>(length);
        const auto at = static_cast<std::ptrdiff_t>(n) + first * static_cast<std::ptrdiff_t>(step);
        const float none = std::numeric_limits<float>::quiet_NaN();
        const float a = has_before ? values[static_cast<std::size_t>(at)] : none;
        const float b = has_after ? values[static_cast<std::size_t>(at) + step] : none;
        between[n] = std::isnan(a) ? b : std::isnan(b) ? a : 0.5F * (a + b);
    }
    return between;
}

/// Brings scalars with places of their own, beside those of the velocity, to the nodes, where they lie half a
/// cell away; notes what it did to which.
class ToNodes {
public:
    explicit ToNodes(const NetcdfNodes& nodes) : nodes_{nodes} {}

    void bring(const NetcdfComponent& scalar, std::vector<float>& values)
    {
        const std::string named = scalar.file->text(*scalar.variable, "coordinates");
        if (named.empty()) return;
        const auto [known, is_new] = ways_.try_emplace({scalar.file, named}, std::nullopt);
        if (is_new) known->second = cells_beside(nodes_, scalar);
        if (!known->second) return;
        bool is_brought = true;
        for (const int axis : {0, 1}) {
            const double way = (*known->second)[axis];
            constexpr double half = 0.5, about = 0.1;
            if (std::abs(std::abs(way) - half) < about)
                values = midway(values, dims_of(nodes_.axes), axis, way < 0.0 ? 0 : -1);
            else
                is_brought = is_brought && std::abs(way) < about;
        }
        (is_brought ? brought_ : beside_).push_back(scalar.variable->name);
    }
    void note(std::vector<std::string>& remarks) const
    {
        const auto are = [](const std::vector<std::string>& those) {
            return those.size() == 1 ? "lies" : "lie";
        };
        if (!brought_.empty())
            remarks.push_back(fmt::format(
                "{} {} half a cell from the velocity, by coordinates of {} own: means of "
                "neighbours are shown at its points.",
                names_in_sentence(brought_), are(brought_), brought_.size() == 1 ? "its" : "their"));
        if (!beside_.empty())
            remarks.push_back(
                fmt::format("{} {} beside the points of the velocity, by coordinates of {} own, "
                            "and {} shown at these.",
                            names_in_sentence(beside_), are(beside_), beside_.size() == 1 ? "its" : "their",
                            beside_.size() == 1 ? "is" : "are"));
    }

private:
    const NetcdfNodes& nodes_;
    std::map<std::pair<const NetcdfFile*, std::string>, std::optional<glm::dvec2>> ways_;
    std::vector<std::string> brought_, beside_;
};

}  // namespace

std::vector<NetcdfComponent> scalars_at(const NetcdfNodes& nodes)
{
    std::vector<NetcdfComponent> scalars;
    std::set<std::string> names;
    const NetcdfVelocity& velocity = nodes.velocity;
    AtNodes at_nodes{nodes};
    for (const NetcdfFile* file : files_in_turn(nodes))
        for (const NetcdfVariable& variable : file->variables()) {
            const bool is_of_velocity =
                !variable.vector.empty() && variable.vector == velocity.u.variable->vector;
            if (!is_of_velocity && !names.contains(variable.name) && at_nodes.has({file, &variable}) &&
                NetcdfSteps{nodes, {file, &variable}}.lack().empty()) {
                scalars.push_back({file, &variable});
                names.insert(variable.name);
            }
        }
    const auto chosen = std::ranges::find_if(scalars, [&](const NetcdfComponent& scalar) {
        return velocity.u.variable == velocity.v.variable && scalar.variable == velocity.u.variable;
    });
    if (chosen != scalars.end()) std::rotate(scalars.begin(), chosen, chosen + 1);
    return scalars;
}

void add_scalars(const NetcdfNodes& nodes, std::size_t time_step, const std::optional<std::string>& only,
                 GridData& data)
{
    const std::vector<NetcdfComponent> scalars = scalars_at(nodes);
    if (std::string remark = remark_on_others(nodes, scalars); !remark.empty())
        data.remarks.push_back(std::move(remark));
    const bool has_it = only && is_known(*only, scalars, data);
    ToNodes to_nodes{nodes};
    for (const auto& [file, variable] : scalars) {
        if (has_it && variable->name != *only) continue;
        if (data.arrays.size() > max_scalars) {
            data.remarks.push_back(fmt::format("Only the first {} scalars are offered.", max_scalars));
            break;
        }
        if (auto values = read_beside(nodes, {file, variable}, time_step, data.remarks)) {
            to_nodes.bring({file, variable}, *values);
            data.arrays.push_back({variable->name, 1, std::move(*values), file->text(*variable, "units")});
        }
    }
    to_nodes.note(data.remarks);
}

void list_scalars(const NetcdfNodes& nodes, GridData& data)
{
    for (const auto& [file, scalar] : scalars_at(nodes))
        if (data.arrays.size() < max_scalars)
            data.arrays.push_back({scalar->name, 1, {}, file->text(*scalar, "units")});
}

}  // namespace farfield::compute
