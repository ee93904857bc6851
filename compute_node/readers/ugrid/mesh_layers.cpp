#include "compute_node/readers/ugrid/mesh_layers.h"

#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_levels.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// Looks for heights of layers in all files.
class LayerSearch {
public:
    LayerSearch(const NetcdfFiles& files, const MeshTopology& topology, const MeshVariable& velocity,
                const LayersWanted& wanted)
        : files_{files},
          topology_{topology},
          wanted_{wanted},
          along_{velocity.variable->dimensions[static_cast<std::size_t>(velocity.layer_dimension)]}
    {}

    /// Heights at nodes by the names that models give them.
    [[nodiscard]] std::optional<Levels> by_names() const
    {
        for (const char* name : {"zcor", "zval", "zCoordinates", "zMid", "zgrid", "z_mc", "z_ifc"}) {
            const NetcdfComponent found = find_anywhere(files_, name);
            if (found.variable == nullptr) continue;
            const auto on = on_mesh(*found.file, *found.variable, topology_);
            if (!on || (on->layers() != along_.length && on->layers() != along_.length + 1)) continue;
            Levels levels{at_nodes(*on), "m", "up", on->time_dimension >= 0, {}};
            levels.remark =
                on->layers() == along_.length
                    ? fmt::format("Heights of the layers are '{}'.", name)
                    : fmt::format("Heights of the layers are midway between those of '{}'.", name);
            return levels;
        }
        return std::nullopt;
    }

    /// Heights at nodes that the velocity names.
    [[nodiscard]] std::optional<Levels> by_attribute(const MeshChoice& choice) const
    {
        for (const MeshVariable& component : choice.components) {
            std::istringstream names{component.file->text(*component.variable, "coordinates")};
            for (std::string name; names >> name;)
                if (auto levels = named(name)) return levels;
        }
        return std::nullopt;
    }

    [[nodiscard]] LevelFormula formula() const
    {
        LevelFormula found = find_level_formula(files_, along_);
        const NetcdfComponent sigma = find_anywhere(files_, "siglay");
        if (!found.empty() || sigma.variable == nullptr) return found;
        found = {"ocean_sigma_coordinate",
                 parse_formula_terms(sigma.file->text(*sigma.variable, "formula_terms")), "siglay"};
        found.terms.insert({{"sigma", "siglay"}, {"depth", "h"}, {"eta", "zeta"}});
        return found;
    }
    [[nodiscard]] ComputedLevels computed(const LevelFormula& formula) const
    {
        return computed_levels(formula, along_.length, wanted_.nodes,
                               [&](const std::string& name) { return term(name); });
    }

    /// The coordinate of the layers: named like their dimension, or one that is known to hold heights, also
    /// where the first only numbers the layers.
    [[nodiscard]] std::optional<Levels> along() const
    {
        std::optional<Levels> own, other;
        for (const auto& file : files_)
            for (const NetcdfVariable& variable : file->variables()) {
                const auto& dimensions = variable.dimensions;
                if (!variable.numeric || dimensions.size() != 1 || dimensions[0].name != along_.name ||
                    dimensions[0].length != along_.length)
                    continue;
                if (variable.name == along_.name && !numbers_elements(*file, variable))
                    return of_coordinate(*file, variable);
                if (variable.name == along_.name)
                    own = of_coordinate(*file, variable);
                else if (!other && (is_place_along_z(*file, variable) || is_named_as_depth(variable)))
                    other = of_coordinate(*file, variable);
            }
        return other ? other : own;
    }

    [[nodiscard]] Levels numbered(const LevelFormula& formula, std::string lack) const
    {
        if (lack.empty())
            lack = fmt::format("no heights of them were found by 'coordinates', a coordinate of '{}' or a "
                               "model's names",
                               along_.name);
        return numbered_levels(along_.name, along_.length, direction(formula), lack);
    }

private:
    [[nodiscard]] std::vector<double> at_nodes(const MeshVariable& on) const
    {
        std::vector<float> values = values_at(on, wanted_.time_step);
        if (on.of_faces) values = averaged_to_nodes(values, wanted_.faces, wanted_.nodes, on.layers());
        if (on.layers() != along_.length + 1) return {values.begin(), values.end()};
        std::vector<double> between;
        for (std::size_t at = 0; at < along_.length * wanted_.nodes; ++at)
            between.push_back(0.5 * (double{values[at]} + values[at + wanted_.nodes]));
        return between;
    }

    [[nodiscard]] std::optional<Levels> named(const std::string& name) const
    {
        const NetcdfComponent found = find_anywhere(files_, name);
        if (found.variable == nullptr) return std::nullopt;
        const auto on = on_mesh(*found.file, *found.variable, topology_);
        if (!on || on->layers() != along_.length || !is_place_along_z(*found.file, *found.variable))
            return std::nullopt;
        Levels levels{
            at_nodes(*on), found.file->text(*found.variable, "units"), {}, on->time_dimension >= 0, {}};
        convert(levels);
        levels.positive = direction_of_values(*found.file, *found.variable, levels.z);
        if (levels.positive.empty() && levels.units == "m") levels.positive = std::string{"up"};
        levels.remark = remark_on(name, levels);
        return levels;
    }

    /// A term at the nodes of the mesh.
    [[nodiscard]] LevelTerm term(const std::string& name) const
    {
        const NetcdfComponent found = require_term(files_, name);
        const std::string units = found.file->text(*found.variable, "units");
        const auto on = on_mesh(*found.file, *found.variable, topology_);
        if (on && on->layers() == 1)
            return in_si({at_nodes(*on), false, true, on->time_dimension >= 0, false}, units);
        if (on && (on->layers() == along_.length || on->layers() == along_.length + 1))
            return in_si({at_nodes(*on), true, true, on->time_dimension >= 0, false}, units);
        auto alone = on ? std::nullopt : read_level_term(found, along_.length, wanted_.time_step);
        if (!alone)
            throw std::runtime_error(fmt::format(
                "is neither one number nor one for each of {} layers or each of the nodes", along_.length));
        return in_si(std::move(*alone), units);
    }

    static void convert(Levels& levels)
    {
        const auto metres = metres_in(levels.units);
        if (!metres) return;
        for (double& z : levels.z) z *= *metres;
        levels.units = std::string{"m"};
    }
    static std::string remark_on(const std::string& name, const Levels& levels)
    {
        if (pascals_in(levels.units))
            return fmt::format("z is '{}', pressure in {}, which falls upwards.", name, levels.units);
        return fmt::format("z is '{}'{}{}.", name, levels.units.empty() ? "" : " in " + levels.units,
                           levels.is_down() ? ", counted downwards" : "");
    }
    static bool is_named_as_depth(const NetcdfVariable& variable)
    {
        const std::string name = lower_case(variable.name);
        return name.starts_with("dep") || name.starts_with("nz") || name.starts_with("lev");
    }

    /// Levels by a coordinate; none where it counts layers without being whole numbers.
    [[nodiscard]] std::optional<Levels> of_coordinate(const NetcdfFile& file,
                                                      const NetcdfVariable& variable) const
    {
        Levels levels;
        levels.z = file.coordinates(variable);
        const bool is_counted = counts_levels(file, variable) || file.text(variable, "units") == "1";
        if (is_counted && !are_numbers(levels.z)) return std::nullopt;
        if (is_counted)
            return numbers_of_levels(std::move(levels.z), variable.name,
                                     direction_of_numbers(files_, along_, {}));
        levels.units = file.text(variable, "units");
        convert(levels);
        const bool is_negative = std::ranges::any_of(levels.z, [](double z) { return z < 0.0; });
        levels.positive = direction_of_values(file, variable, levels.z);
        if (levels.positive.empty() && is_named_as_depth(variable) &&
            !lower_case(variable.name).starts_with("lev"))
            levels.positive = std::string{is_negative ? "up" : "down"};
        if (levels.positive.empty() && levels.units == "m") levels.positive = std::string{"up"};
        levels.remark = remark_on(variable.name, levels);
        return levels;
    }

    /// Direction in which numbers of layers grow, by what is known of models.
    [[nodiscard]] std::string direction(const LevelFormula& formula) const
    {
        const std::string said = direction_of_numbers(files_, along_, formula);
        if (!said.empty()) return said;
        const std::string name = lower_case(along_.name);
        if (name.find("schism") != std::string::npos || name == "nv") return "up";
        if (name.starts_with("nz") || name.starts_with("siglay")) return "down";
        if (name != "nvertlevels") return {};
        const bool is_of_air = find_anywhere(files_, "uReconstructZonal").variable != nullptr ||
                               std::ranges::any_of(files_, [](const auto& file) {
                                   return file->text("core_name") == "atmosphere";
                               });
        return is_of_air ? "up" : "down";
    }

    const NetcdfFiles& files_;
    const MeshTopology& topology_;
    const LayersWanted& wanted_;
    const NetcdfDimension& along_;
};

Levels find_layers(const LayerSearch& search, const MeshChoice& choice)
{
    if (auto found = search.by_names()) return std::move(*found);
    if (auto found = search.by_attribute(choice)) return std::move(*found);
    const LevelFormula formula = search.formula();
    std::string lack;
    if (!formula.empty()) {
        ComputedLevels computed = search.computed(formula);
        if (computed.levels) return std::move(*computed.levels);
        lack = std::move(computed.lack);
    }
    if (lack.empty())
        if (auto found = search.along()) return std::move(*found);
    return search.numbered(formula, std::move(lack));
}

/// The only layer, where its coordinate says; else at 0.
Levels only_layer(const NetcdfFiles& files, const MeshTopology& topology, const MeshVariable& velocity,
                  const LayersWanted& wanted)
{
    Levels levels;
    if (velocity.layer_dimension >= 0)
        if (auto found = LayerSearch{files, topology, velocity, wanted}.along();
            found && !found->is_numbered())
            levels = std::move(*found);
    levels.z.assign(wanted.nodes, levels.z.empty() ? 0.0 : levels.z.front());
    levels.remark.clear();
    return levels;
}

}  // namespace

Levels layers_of(const NetcdfFiles& files, const MeshTopology& topology, const MeshChoice& choice,
                 const LayersWanted& wanted)
{
    const MeshVariable& velocity = choice.components.front();
    if (velocity.layers() == 1) return only_layer(files, topology, velocity, wanted);
    Levels levels = find_layers({files, topology, velocity, wanted}, choice);
    if (levels.z.size() != velocity.layers()) return levels;
    std::vector<double> at_nodes;
    at_nodes.reserve(levels.z.size() * wanted.nodes);
    for (const double z : levels.z) at_nodes.insert(at_nodes.end(), wanted.nodes, z);
    levels.z = std::move(at_nodes);
    return levels;
}

}  // namespace farfield::compute
