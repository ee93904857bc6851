// NetCDF with a mesh: UGRID's conventions, and what FVCOM, MPAS, SCHISM and others write without them.
#include "compute_node/readers/ugrid/ugrid_reader.h"

#include "compute_node/fields/scalar_meaning.h"
#include "compute_node/fields/velocity/chosen_velocity.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_axes.h"
#include "compute_node/readers/netcdf/netcdf_crs.h"
#include "compute_node/readers/netcdf/netcdf_nodes.h"
#include "compute_node/readers/netcdf/netcdf_stagger.h"
#include "compute_node/readers/netcdf/netcdf_time.h"
#include "compute_node/readers/ugrid/layered_mesh.h"
#include "compute_node/readers/ugrid/mesh_layers.h"
#include "compute_node/readers/ugrid/mesh_topology.h"
#include "compute_node/readers/ugrid/mesh_variables.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_scalars = 32;

NetcdfFiles open_all(const std::vector<fs::path>& paths)
{
    NetcdfFiles files;
    for (const fs::path& path : paths) files.push_back(std::make_unique<NetcdfFile>(path));
    return files;
}

MeshTopology require_topology(const NetcdfFiles& files)
{
    if (const auto topology = find_topology(files)) return *topology;
    throw_reader_error(files.front()->path(), "expected a mesh, found none");
}

/// The times along a variable: of its dimension's coordinate, or of a variable that calls itself time.
const NetcdfVariable* time_along(const MeshVariable& on)
{
    if (on.time_dimension < 0) return nullptr;
    const NetcdfDimension& along = on.variable->dimensions[static_cast<std::size_t>(on.time_dimension)];
    const NetcdfVariable* named = on.file->find(along.name);
    if (named != nullptr && (!named->numeric || named->dimensions.size() != 1)) named = nullptr;
    if (named != nullptr && !numbers_elements(*on.file, *named)) return named;
    for (const NetcdfVariable& variable : on.file->variables())
        if (variable.numeric && variable.dimensions.size() == 1 && variable.dimensions[0].id == along.id &&
            &variable != named &&
            (direction_of(*on.file, variable) == 't' ||
             lower_case(variable.name).find("time") != std::string::npos))
            return &variable;
    return named;
}

std::vector<double> seconds_of(const MeshVariable& on)
{
    return times_along(*on.file, time_along(on), on.steps()).seconds;
}

/// Name of ANUGA's velocity, which is made of the momentum in its files.
constexpr const char* momentum_over_depth = "Momentum / Depth";

/// Depths [node] at a time step, where a velocity is to be made of momentum: stage minus elevation.
std::optional<std::vector<float>> depths_beside(const NetcdfFiles& files, const MeshTopology& topology,
                                                const MeshVariable& momentum, std::size_t time_step)
{
    const auto at_places = [&](const char* name) -> std::optional<std::vector<float>> {
        for (const auto& file : files)
            if (const NetcdfVariable* found = file->find(name)) {
                const auto on = on_mesh(*file, *found, topology);
                if (on && on->of_faces == momentum.of_faces && on->layers() == 1)
                    return values_at(*on, time_step);
            }
        return std::nullopt;
    };
    const char* const suffix = momentum.of_faces ? "_c" : "";
    auto depths = at_places(fmt::format("stage{}", suffix).c_str());
    const auto ground = at_places(fmt::format("elevation{}", suffix).c_str());
    if (!depths || !ground || depths->size() != ground->size()) return std::nullopt;
    for (std::size_t n = 0; n < depths->size(); ++n) (*depths)[n] -= (*ground)[n];
    return depths;
}

/// Names, "'a' and 'b' ...", of the variables in time along the mesh's edges.
std::string names_on_edges(const NetcdfFiles& files, const MeshTopology& topology)
{
    constexpr std::size_t most_named = 4;
    std::string names;
    std::size_t count = 0;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            const bool lies_there = !topology.edge_dimension.empty() && variable.dimensions.size() > 1 &&
                                    std::ranges::find(variable.dimensions, topology.edge_dimension,
                                                      &NetcdfDimension::name) != variable.dimensions.end();
            if (!variable.numeric || !lies_there || !file->text(variable, "cf_role").empty()) continue;
            if (file->text(variable, "location") != "edge") continue;
            if (++count <= most_named) names += fmt::format("{}'{}'", count == 1 ? "" : ", ", variable.name);
        }
    return count > most_named ? fmt::format("{} and {} more", names, count - most_named) : names;
}

/// Names, "'a', 'b' ...", of the variables over places that are none of the mesh's nodes, cells or edges.
/// has_mesh: of those alone that name a mesh.
std::string names_elsewhere(const NetcdfFiles& files, const MeshTopology& topology, bool has_mesh = false)
{
    constexpr std::size_t most_named = 4;
    std::vector<std::string> names;
    std::size_t count = 0;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            const auto is_of_mesh = [&](const NetcdfDimension& along) {
                return along.name == topology.node_dimension || along.name == topology.face_dimension ||
                       along.name == topology.edge_dimension;
            };
            if (!variable.numeric || variable.dimensions.size() < 2 || &variable == topology.faces ||
                std::ranges::any_of(variable.dimensions, is_of_mesh) || is_beside_field(variable.name))
                continue;
            if (has_mesh && file->text(variable, "mesh").empty()) continue;
            if (++count <= most_named) names.push_back(fmt::format("'{}'", variable.name));
        }
    return count > most_named ? fmt::format("{} and {} more", fmt::join(names, ", "), count - most_named)
                              : fmt::format("{}", fmt::join(names, ", "));
}

/// The state of reading a mesh, in which variables become arrays at its nodes.
class MeshRead {
public:
    MeshRead(const NetcdfFiles& files, const std::string& asked, std::uint64_t max_nodes,
             std::size_t time_step)
        : topology_{require_topology(files)},
          choice_{choose_on_mesh(files, topology_, asked == momentum_over_depth ? "" : asked)},
          layers_{first().layers()},
          time_step_{time_step}
    {
        check_node_limit(files.front()->path(), topology_.nodes(),
                         std::min<std::uint64_t>(max_nodes, std::numeric_limits<std::uint32_t>::max() / 2) /
                             layers_);
        shape_ = read_shape(topology_);
        nodes_ = shape_.places.x.size();
        if (const std::string& name = first().variable->name;
            (asked.empty() || asked == momentum_over_depth) && name.starts_with("xmomentum"))
            depths_ = depths_beside(files, topology_, first(), time_step_);
        on_edges_ = names_on_edges(files, topology_);
        elsewhere_ = names_elsewhere(files, topology_);
        on_other_meshes_ = names_elsewhere(files, topology_, true);
        if (!depths_) return;
        choice_.name = momentum_over_depth;
        choice_.reason = fmt::format("there is momentum, '{}', and a depth, stage minus elevation",
                                     first().variable->name);
        choice_.warning.clear();
    }

    GridData read(const NetcdfFiles& files, const std::optional<std::string>& only)
    {
        const MeshPlaces& places = shape_.places;
        const LayeredMesh mesh{shape_.faces, places, layers_};
        const Levels levels = layers_of(files, topology_, choice_, {shape_.faces, nodes_, time_step_});
        GridData data;
        data.format = "NetCDF mesh";
        data.geometry = mesh.geometry(levels.z, places.degrees);
        data.geographic = places.degrees;
        data.position_units = places.units;
        data.z_units = levels.units;
        data.z_down = levels.is_down();
        data.z_positive = levels.positive;
        data.levels_move = levels.move;
        data.time_steps = static_cast<std::uint32_t>(first().steps());
        data.velocity_reason = choice_.reason;
        note_date(data);
        add_velocity(mesh, levels, places.degrees || metres_in(places.units) == 1.0, data);
        add_scalars(mesh, only, data);
        note_system(files, data);
        describe(mesh, levels, data);
        return data;
    }

private:
    [[nodiscard]] const MeshVariable& first() const { return choice_.components.front(); }

    [[nodiscard]] std::vector<float> at_nodes(const MeshVariable& on, const LayeredMesh& mesh) const
    {
        return at_nodes(on, values_at(on, time_step_), mesh);
    }

    [[nodiscard]] std::vector<float> at_nodes(const MeshVariable& on, const std::vector<float>& values,
                                              const LayeredMesh& mesh) const
    {
        return mesh.with_copies(on.of_faces ? averaged_to_nodes(values, shape_.faces, nodes_, layers_)
                                            : values);
    }

    /// Notes the reference system by the grid mapping of the first component, or else of the nodes' places.
    void note_system(const NetcdfFiles& files, GridData& data) const
    {
        MappedField field{&files, first().file, first().variable,
                          metres_in(topology_.places->text(*topology_.x, "units")).value_or(1.0)};
        if (field.file->text(*field.variable, "grid_mapping").empty())
            field = {&files, topology_.places, topology_.x, field.metres};
        data.crs_wkt = system_of_mapping(field, data);
        if (const auto mapping = find_mapping(field);
            mapping && mapping->name() == "rotated_latitude_longitude")
            data.remarks.emplace_back(
                "The pole of a mesh's own ('rotated_latitude_longitude') is not applied: its "
                "longitudes, latitudes and components count as the Earth's.");
        if (const std::string remark = remark_on_mapping(field, data); !remark.empty())
            data.remarks.push_back(remark);
    }

    void note_date(GridData& data) const
    {
        const NetcdfVariable* times = time_along(first());
        const NetcdfTimes along = times_along(*first().file, times, first().steps());
        if (time_step_ < along.seconds.size())
            compute::note_date(*first().file, times, along.seconds[time_step_], data);
        data.remarks.insert(data.remarks.end(), along.remarks.begin(), along.remarks.end());
        if (!along.unknown.empty()) data.remarks.push_back(remark_on_unknown(along, first().steps()));
    }

    void add_velocity(const LayeredMesh& mesh, const Levels& levels, bool along_metres, GridData& data) const
    {
        if (choice_.name.empty()) {
            data.remarks.emplace_back("There is no velocity.");
            if (!elsewhere_.empty())
                data.remarks.push_back(fmt::format(
                    "Left out, for they lie neither at the mesh's nodes nor in its cells: {}.", elsewhere_));
            return;
        }
        data.velocity_warning = choice_.warning;
        if (!choice_.remark.empty()) data.remarks.push_back(choice_.remark);
        if (!data.geographic && !along_metres)
            if (std::string remark =
                    remark_on_places("Positions", data.position_units, units_of(choice_, first()));
                !remark.empty())
                data.remarks.push_back(std::move(remark));
        std::vector<std::vector<float>> parts;
        std::string name = choice_.name;
        bool is_converted = false;
        for (const MeshVariable& component : choice_.components) {
            const bool is_third = parts.size() == 2;
            double factor = is_third ? factor_along_z(component, levels, data) : 1.0;
            if (factor == 0.0) {
                const std::string third = "," + component.variable->name;
                if (const std::size_t at = name.rfind(third); at != std::string::npos)
                    name.erase(at, third.size());
                continue;
            }
            if (along_metres || (is_third && metres_in(levels.units) == 1.0)) {
                const double speed = factor_of_speed(component, is_third, data);
                is_converted = is_converted || (!is_third && speed != 1.0);
                factor *= speed;
            }
            parts.push_back(at_nodes(component, component_values(component), mesh));
            for (float& value : parts.back()) value *= static_cast<float>(factor);
        }
        const std::string units = depths_ || is_converted ? "m/s" : units_of(choice_, first());
        const bool of_cells = std::ranges::all_of(choice_.components, &MeshVariable::of_faces);
        NodeValues velocity{name, 3, {}, units, of_cells};
        for (std::size_t n = 0; n < parts[0].size(); ++n)
            for (std::size_t c = 0; c < 3; ++c)
                velocity.values.own().push_back(c < parts.size() ? parts[c][n] : 0.0F);
        data.arrays.push_back(std::move(velocity));
        if (choice_.density) data.remarks.push_back(remark_on_quotient(name));
        data.default_vector = name;
        data.other_vectors = choice_.others;
    }

    /// Factor from a component's unit to m/s.
    [[nodiscard]] double factor_of_speed(const MeshVariable& component, bool is_third, GridData& data) const
    {
        if (depths_) return 1.0;
        const std::string& name = component.variable->name;
        const std::string units = units_of(choice_, component);
        const auto factor = speed_factor(name, units, data.remarks);
        if (!factor && !is_third) note_unknown_speed(name, units, choice_.warning.empty(), data);
        return factor.value_or(1.0);
    }

    /// Factor of a vertical component; 0, with a remark, where it is no velocity along z at the layers.
    [[nodiscard]] double factor_along_z(const MeshVariable& component, const Levels& levels,
                                        GridData& data) const
    {
        const bool is_between = layers_ > 1 && component.layers() == layers_ + 1;
        if (!component.shares_layers(first()) && !is_between) {
            data.remarks.push_back(
                component.layers() == layers_
                    ? fmt::format("'{}' lies along '{}', the velocity along '{}', and was left out.",
                                  component.variable->name, component.layer_name(), first().layer_name())
                    : fmt::format("'{}' lies on {} layers, the velocity on {}, and was left out.",
                                  component.variable->name, component.layers(), layers_));
            return 0.0;
        }
        if (component.steps() > 1 && seconds_of(component) != seconds_of(first())) {
            data.remarks.push_back(fmt::format("'{}' has other times than the velocity and was left out.",
                                               component.variable->name));
            return 0.0;
        }
        const double factor = layers_ == 1
                                  ? 1.0
                                  : vertical_factor(component.variable->name, units_of(choice_, component),
                                                    levels, data.remarks);
        if (is_between && factor != 0.0)
            data.remarks.push_back(fmt::format("'{}' lies on the {} levels about the {} layers, and was "
                                               "averaged to their middles.",
                                               component.variable->name, layers_ + 1, layers_));
        return factor;
    }

    /// Values on the layers, also of a component on the levels about them. Momentum is divided by density or
    /// depth; there is none where the ground is dry, as in ANUGA.
    [[nodiscard]] std::vector<float> component_values(const MeshVariable& component) const
    {
        constexpr float dry = 1e-3F;  // metres
        std::vector<float> values = values_at(component, time_step_);
        if (const std::size_t levels = component.layers(); levels == layers_ + 1)
            values = between_faces(values, {values.size() / levels, 1, levels}, 2, 0, layers_);
        if (choice_.density) divide_by_density(values, 1, values_at(*choice_.density, time_step_));
        if (!depths_) return values;
        for (std::size_t n = 0; n < values.size(); ++n)
            values[n] = (*depths_)[n] > dry ? values[n] / (*depths_)[n] : 0.0F;
        return values;
    }

    void add_scalars(const LayeredMesh& mesh, const std::optional<std::string>& only, GridData& data) const
    {
        const auto is_named = [&](const MeshVariable& on) { return only && on.variable->name == *only; };
        const bool has_it = std::ranges::any_of(choice_.all, is_named);
        if (only && *only == "speed" && !has_it && !choice_.name.empty()) return;
        std::vector<MeshVariable> in_order = choice_.all;
        if (choice_.name.empty())  // the scalar shown in place of a velocity comes first
            std::ranges::stable_partition(
                in_order, [&](const MeshVariable& on) { return on.variable == first().variable; });
        for (const MeshVariable& on : in_order) {
            const std::string& vector = on.variable->vector;
            if (!vector.empty() && vector == first().variable->vector && !choice_.name.empty()) continue;
            if (!on.shares_layers(first()) || (has_it && !is_named(on)) || data.arrays.size() > max_scalars)
                continue;
            data.arrays.push_back({on.variable->name, 1, at_nodes(on, mesh),
                                   on.file->text(*on.variable, "units"), on.of_faces});
        }
    }

    /// Names of fields that are on none of the velocity's layers; "" without a velocity.
    [[nodiscard]] std::string names_on_other_layers() const
    {
        constexpr std::size_t most_named = 4;
        std::vector<std::string> names;
        std::size_t count = 0;
        for (const MeshVariable& on : choice_.all) {
            const bool is_field = on.time_dimension >= 0 && !is_beside_field(on.variable->name);
            const bool is_component = std::ranges::any_of(
                choice_.components, [&](const MeshVariable& one) { return one.variable == on.variable; });
            if (choice_.name.empty() || on.shares_layers(first()) || !is_field || is_component) continue;
            if (++count <= most_named) names.push_back(fmt::format("'{}'", on.variable->name));
        }
        return count > most_named ? fmt::format("{} and {} more", fmt::join(names, ", "), count - most_named)
                                  : fmt::format("{}", fmt::join(names, ", "));
    }

    void describe(const LayeredMesh& mesh, const Levels& levels, GridData& data) const
    {
        data.remarks.push_back(
            topology_.by_corners ? fmt::format("Cells have the corners that '{}' and '{}' say.",
                                               topology_.x->name, topology_.y->name)
                                 : fmt::format("Nodes lie where '{}' and '{}' say, cells are '{}'.",
                                               topology_.x->name, topology_.y->name, topology_.faces->name));
        if (!topology_.remark.empty()) data.remarks.push_back(topology_.remark);
        for (const NodeValues& array : data.arrays)
            if (array.of_cells)
                data.remarks.push_back(
                    fmt::format("Array '{}' is given per cell and was averaged to the nodes.", array.name));
        if (!levels.remark.empty()) data.remarks.push_back(levels.remark);
        if (data.geographic)
            data.remarks.push_back(fmt::format(
                "Positions are degrees{}.",
                choice_.name.empty() ? "" : "; velocities in m/s become degrees/s on a sphere of 6371 km"));
        if (mesh.across_seam() > 0)
            data.remarks.push_back(fmt::format("{} cells across the seam lie at the eastern end, where lines "
                                               "end.",
                                               mesh.across_seam()));
        if (mesh.left_out() > 0)
            data.remarks.push_back(fmt::format(
                "{} cells about or at a pole, or without three corners at known places, were left out.",
                mesh.left_out()));
        if (const std::string others = names_on_other_layers(); !others.empty())
            data.remarks.push_back(
                fmt::format("Left out, for they lie on other layers than the velocity: {}.", others));
        if (!choice_.name.empty() && !on_other_meshes_.empty())
            data.remarks.push_back(
                fmt::format("Left out, for they lie on another mesh of the file: {}.", on_other_meshes_));
        if (!on_edges_.empty())
            data.remarks.push_back(fmt::format("Left out, for they lie on the mesh's edges: {}.", on_edges_));
        if (!choice_.name.empty() && choice_.components.size() < 3 && layers_ > 1 && !levels.is_numbered())
            data.remarks.emplace_back("Without a vertical velocity particles stay at their depth or height.");
    }

    MeshTopology topology_;
    MeshChoice choice_;
    std::size_t layers_, time_step_, nodes_ = 0;
    MeshShape shape_;
    std::string on_edges_, elsewhere_, on_other_meshes_;  ///< names of variables
    std::optional<std::vector<float>> depths_;            ///< [place], for a velocity made of momentum
};

}  // namespace

bool holds_netcdf_mesh(const std::vector<fs::path>& files)
{
    const std::lock_guard turn{netcdf_turn()};
    try {
        return find_topology(open_all(files)).has_value();
    } catch (const std::runtime_error&) {
        return false;  // the reader says why
    }
}

GridData read_netcdf_mesh(const std::vector<fs::path>& paths, std::uint64_t max_nodes, std::size_t time_step,
                          const std::optional<std::string>& only_scalar, const std::string& velocity)
{
    const std::lock_guard turn{netcdf_turn()};
    const NetcdfFiles files = open_all(paths);
    GridData data = MeshRead{files, velocity, max_nodes, time_step}.read(files, only_scalar);
    for (const auto& file : files)
        for (const std::string& remark : file->remarks()) data.remarks.push_back(remark);
    return data;
}

FileHeading netcdf_mesh_heading(const std::vector<fs::path>& paths, const std::string& velocity)
{
    const std::lock_guard turn{netcdf_turn()};
    const NetcdfFiles files = open_all(paths);
    const MeshTopology topology = require_topology(files);
    const MeshChoice choice =
        choose_on_mesh(files, topology, velocity == momentum_over_depth ? std::string{} : velocity);
    const MeshVariable& first = choice.components.front();
    const NetcdfVariable* coordinate = time_along(first);
    const auto times = times_along(*first.file, coordinate, first.steps()).seconds;
    return {times, units_of(choice, first), dates_of_times(*first.file, coordinate, times),
            shape_of(choice.name.empty() ? first.variable->name : choice.name,
                     {topology.nodes(), first.layers(), 1})};
}

}  // namespace farfield::compute
