#include "compute_node/readers/ugrid/mesh_layers.h"

#include "compute_node/readers/netcdf/netcdf_units.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

namespace farfield::compute {

namespace {

/// Looks things up by name in all files.
class Names {
public:
    Names(const NetcdfFiles& files, const MeshTopology& topology) : files_{files}, topology_{topology} {}

    /// At the nodes, with so many layers (1: over the ground alone).
    [[nodiscard]] std::optional<MeshVariable> at_nodes(const char* name, std::size_t layers) const
    {
        for (const auto& file : files_)
            if (const NetcdfVariable* found = file->find(name)) {
                const auto on = on_mesh(*file, *found, topology_);
                if (on && !on->of_faces && on->layers() == layers) return on;
            }
        return std::nullopt;
    }
    /// The coordinate of a dimension: named like it, or one that is known to be of depth.
    [[nodiscard]] std::optional<MeshLayers> along(const MeshVariable& velocity, std::size_t nodes) const
    {
        for (const auto& file : files_)
            for (const NetcdfVariable& variable : file->variables()) {
                if (!variable.numeric || variable.dimensions.size() != 1 ||
                    variable.dimensions[0].name != velocity.layer_name() ||
                    variable.dimensions[0].length != velocity.layers())
                    continue;
                return layers_at(*file, variable, nodes);
            }
        return std::nullopt;
    }

private:
    static MeshLayers layers_at(const NetcdfFile& file, const NetcdfVariable& variable, std::size_t nodes)
    {
        MeshLayers layers;
        layers.units = file.text(variable, "units");
        const double metres = metres_in(layers.units).value_or(1.0);
        if (metres_in(layers.units)) layers.units = std::string{"m"};
        for (const double z : file.coordinates(variable)) layers.z.insert(layers.z.end(), nodes, z * metres);
        const std::string name = lower_case(variable.name);
        layers.down = file.text(variable, "positive") == "down" ||
                      (file.text(variable, "positive").empty() && layers.z.back() > 0.0 &&
                       (name.starts_with("dep") || name.starts_with("nz")));
        layers.remark = fmt::format("z is '{}'{}.", variable.name, layers.down ? ", counted downwards" : "");
        return layers;
    }

    const NetcdfFiles& files_;
    const MeshTopology& topology_;
};

/// Heights by sigma: of the surface (0) and the ground (-1).
std::optional<MeshLayers> of_sigma(const Names& names, std::size_t layers, std::size_t nodes,
                                   std::size_t step)
{
    const auto sigma = names.at_nodes("siglay", layers), depth = names.at_nodes("h", 1);
    if (!sigma || !depth) return std::nullopt;
    const auto zeta = names.at_nodes("zeta", 1);
    const std::vector<float> s = values_at(*sigma, 0), h = values_at(*depth, 0);
    std::vector<float> surface(nodes, 0.0F);
    if (zeta) surface = values_at(*zeta, step);
    MeshLayers found{
        {},
        "m",
        false,
        zeta.has_value(),
        fmt::format("Heights of the layers are by 'siglay', the depth 'h'{}, above the mean surface in "
                    "metres.",
                    zeta ? " and the surface 'zeta'" : "")};
    for (std::size_t at = 0; at < s.size(); ++at) {
        const double top = std::isfinite(surface[at % nodes]) ? surface[at % nodes] : 0.0;
        found.z.push_back(top + double{s[at]} * (double{h[at % nodes]} + top));
    }
    return found;
}

std::optional<MeshLayers> at_nodes(const Names& names, std::size_t layers, std::size_t nodes,
                                   std::size_t step)
{
    for (const char* name : {"zcor", "zval", "zCoordinates", "zMid"})
        if (const auto on = names.at_nodes(name, layers)) {
            const std::vector<float> z = values_at(*on, step);
            return MeshLayers{{z.begin(), z.end()},
                              "m",
                              false,
                              on->time_dimension >= 0,
                              fmt::format("Heights of the layers are '{}'.", name)};
        }
    const auto between = names.at_nodes("zgrid", layers + 1);
    if (!between) return std::nullopt;
    const std::vector<float> z = values_at(*between, 0);
    MeshLayers found{{}, "m", false, false, "Heights of the layers are midway between those of 'zgrid'."};
    for (std::size_t at = 0; at < layers * nodes; ++at)
        found.z.push_back(0.5 * (double{z[at]} + z[at + nodes]));
    return found;
}

}  // namespace

MeshLayers layers_of(const NetcdfFiles& files, const MeshTopology& topology, const MeshVariable& velocity,
                     const LayersWanted& wanted)
{
    const auto [nodes, time_step] = wanted;
    const std::size_t layers = velocity.layers();
    if (layers == 1) return {std::vector<double>(nodes, 0.0), {}, false, false, {}};
    const Names names{files, topology};
    if (auto found = at_nodes(names, layers, nodes, time_step)) return *found;
    if (auto found = of_sigma(names, layers, nodes, time_step)) return *found;
    if (auto found = names.along(velocity, nodes)) return *found;
    MeshLayers numbered{
        {}, {}, true, false, "z numbers the layers from above: the file has no heights of them."};
    for (std::size_t layer = 0; layer < layers; ++layer)
        numbered.z.insert(numbered.z.end(), nodes, static_cast<double>(layer));
    return numbered;
}

}  // namespace farfield::compute
