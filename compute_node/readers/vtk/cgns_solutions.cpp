#include "compute_node/readers/vtk/cgns_solutions.h"

#include "compute_node/readers/common/length_product.h"
#include "compute_node/readers/vtk/cgns_tree.h"
#include "compute_node/readers/vtk/cgns_units.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

using Node = CgnsTree::Node;

constexpr std::uint64_t most_of_statement = 64;

std::string word_of(const CgnsTree& tree, const Node& node, std::string_view label, std::string otherwise)
{
    const auto found = tree.child(node, label);
    std::string word = found ? tree.text(*found) : std::string{};
    word.erase(word.find_last_not_of(std::string_view{" \0", 2}) + 1);
    return word.empty() ? otherwise : word;
}

/// A remark's content: arrays that are converted from one unit to another.
struct UnitRemark {
    std::string from, to;
    std::vector<std::string> names;
};

class SolutionList {
public:
    explicit SolutionList(const std::filesystem::path& file) : tree_{file} {}

    CgnsSolutions read()
    {
        for (const Node& base : tree_.children(tree_.root(), "CGNSBase_t"))
            for (const Node& zone : tree_.children(base, "Zone_t")) {
                path_ = fmt::format("{}/{}", base.name, zone.name);
                CgnsUnits units = cgns_units_of(tree_, base);
                units.take(cgns_units_of(tree_, zone));
                read_zone(zone, units);
            }
        for (const UnitRemark& made : converted_)
            note(fmt::format("'{}' {} converted from {} to {}.", fmt::join(made.names, "', '"),
                             made.names.size() == 1 ? "was" : "were", made.from, made.to));
        if (!converted_.empty()) note("Other values stay in the units of the file.");
        return std::move(found_);
    }

private:
    void note(std::string remark)
    {
        if (std::ranges::find(found_.remarks, remark) == found_.remarks.end())
            found_.remarks.push_back(std::move(remark));
    }

    void read_zone(const Node& zone, const CgnsUnits& units)
    {
        sizes_ = tree_.numbers(zone, most_of_statement);
        is_structured_ = word_of(tree_, zone, "ZoneType_t", "Structured") == "Structured";
        found_.points[path_] = length_product(lengths(false, {}));
        for (const Node& connections : tree_.children(zone, "ZoneGridConnectivity_t"))
            found_.has_holes = found_.has_holes || tree_.child(connections, "OversetHoles_t").has_value();
        for (const Node& group : tree_.children(zone, "GridCoordinates_t")) read_coordinates(group, units);
        for (const Node& solution : tree_.children(zone, "FlowSolution_t")) read_solution(solution, units);
    }

    void read_coordinates(const Node& group, CgnsUnits units)
    {
        units.take(cgns_units_of(tree_, group));
        std::vector<std::string> converted, unknown;
        for (const Node& array : tree_.children(group, "DataArray_t")) {
            const bool is_angle = array.name == "CoordinateTheta" || array.name == "CoordinatePhi";
            const CgnsKind kind = is_angle ? CgnsKind::Angle : CgnsKind::Length;
            const CgnsFactor factor =
                read_array(array, units, kind, "Coordinates are", found_.of_coordinates);
            if (is_angle) continue;
            if (!factor.is_known) unknown.push_back(array.name);
            if (factor.factor != 1.0) converted.push_back(array.name);
        }
        if (!converted.empty() && !unknown.empty())
            tree_.fail(fmt::format("zone '{}' has a unit of length for {}, but none that is known for {}; "
                                   "expected one for each or none",
                                   path_, fmt::join(converted, ", "), fmt::join(unknown, ", ")));
    }

    void read_solution(const Node& solution, CgnsUnits units)
    {
        const std::string where = word_of(tree_, solution, "GridLocation_t", "Vertex");
        if (where != "Vertex" && where != "CellCenter") {
            note(
                fmt::format("Solution '{}' is left out: its values are at {}; expected Vertex or CellCenter.",
                            solution.name, where));
            return;
        }
        units.take(cgns_units_of(tree_, solution));
        const auto rind_node = tree_.child(solution, "Rind_t");
        const std::vector<double> rind =
            rind_node ? tree_.numbers(*rind_node, most_of_statement) : std::vector<double>{};
        const std::vector<std::uint64_t> expected = lengths(where == "CellCenter", rind);
        const std::vector<Node> arrays = tree_.children(solution, "DataArray_t");
        const std::vector<CgnsKind> kinds = cgns_kinds(tree_, arrays);
        for (std::size_t n = 0; n < arrays.size(); ++n) {
            const std::string& name = arrays[n].name;
            if (const auto dims = tree_.dims(arrays[n]); dims != expected)
                leave_out(name, fmt::format("it has {} numbers in zone '{}', expected {}",
                                            length_product(dims), path_, length_product(expected)));
            else
                read_array(arrays[n], units, kinds[n], fmt::format("Array '{}' is", name), found_.of_values);
        }
    }

    void leave_out(const std::string& name, std::string_view why)
    {
        found_.unusable.insert(name);
        note(fmt::format("Array '{}' is left out: {}.", name, why));
    }

    /// Lengths of an array of a zone: those of its points or cells, and of rind planes.
    [[nodiscard]] std::vector<std::uint64_t> lengths(bool of_cells, const std::vector<double>& rind) const
    {
        constexpr double most_nodes = 9e18;  // an integer of 64 bits, as numbers of other types may not be
        const std::size_t axes = is_structured_ ? sizes_.size() / 3 : 1;
        std::vector<std::uint64_t> all;
        for (std::size_t axis = 0; axis < axes && axis + (of_cells ? axes : 0) < sizes_.size(); ++axis) {
            double length = sizes_[axis + (of_cells ? axes : 0)];
            for (std::size_t side = 2 * axis; side < 2 * axis + 2 && side < rind.size(); ++side)
                length += rind[side];
            all.push_back(length > 0.0 ? static_cast<std::uint64_t>(std::min(length, most_nodes)) : 0);
        }
        return all;
    }

    /// Enters what becomes of an array's numbers. named: the array, or all of its group, with a verb.
    CgnsFactor read_array(const Node& array, CgnsUnits units, CgnsKind kind, const std::string& named,
                          CgnsConversions& conversions)
    {
        units.take(cgns_units_of(tree_, array));
        const auto raw = raw_data(array, units.data_class, named);
        CgnsFactor si = raw && units.are_dimensional() ? cgns_factor(kind, units) : CgnsFactor{};
        if (!si.unknown.empty())
            note(fmt::format("{} in units that are not known ({}): numbers are those of the file.", named,
                             si.unknown));
        if (si.factor != 1.0 && kind != CgnsKind::Angle) note_units(array.name, si);
        CgnsConversion conversion = raw.value_or(CgnsConversion{});
        conversion.scale *= si.factor;
        conversion.offset *= si.factor;
        const auto [at, is_new] = conversions[path_].try_emplace(array.name, conversion);
        if (is_new || at->second == conversion) return si;
        if (kind != CgnsKind::Other)
            tree_.fail(fmt::format("array '{}' of zone '{}' is there several times, with different units or "
                                   "DataConversions; expected the same",
                                   array.name, path_));
        if (array.name.ends_with('X') || array.name.ends_with('Y') || array.name.ends_with('Z'))
            found_.unusable.insert(array.name.substr(0, array.name.size() - 1));  // VTK's vector of three
        leave_out(array.name,
                  fmt::format("zone '{}' has it several times, with different DataConversions", path_));
        return si;
    }

    void note_units(const std::string& name, const CgnsFactor& si)
    {
        auto made = std::ranges::find_if(
            converted_, [&](const UnitRemark& one) { return one.from == si.from && one.to == si.to; });
        if (made == converted_.end()) made = converted_.insert(made, UnitRemark{si.from, si.to, {}});
        if (std::ranges::find(made->names, name) == made->names.end()) made->names.push_back(name);
    }

    /// The conversion to raw data, empty for data that are raw; none for normalized data without a stated
    /// conversion.
    std::optional<CgnsConversion> raw_data(const Node& array, const std::string& data_class,
                                           const std::string& named)
    {
        const auto node = tree_.child(array, "DataConversion_t");
        const std::vector<double> factors =
            node ? tree_.numbers(*node, most_of_statement) : std::vector<double>{};
        const bool is_normalized = data_class == "NormalizedByDimensional";
        if (data_class == "NormalizedByUnknownDimensional" || data_class == "NondimensionalParameter" ||
            data_class == "DimensionlessConstant")
            note(
                fmt::format("{} without dimensions ({}): numbers are those of the file.", named, data_class));
        if (is_normalized && factors.size() != 2)
            note(fmt::format("{} normalized by known dimensions (NormalizedByDimensional) without a "
                             "DataConversion: numbers are those of the file.",
                             named));
        if (!is_normalized && factors.size() == 2)
            note(fmt::format(
                "{} given with a DataConversion ({}, {}), which is not applied: the class of the data is "
                "{}, not NormalizedByDimensional.",
                named, factors[0], factors[1], data_class.empty() ? "not said" : data_class));
        if (!is_normalized) return CgnsConversion{};
        if (factors.size() != 2) return std::nullopt;
        note(fmt::format(
            "{} normalized: raw data are {} times the numbers of the file, plus {} (DataConversion).", named,
            factors[0], factors[1]));
        return CgnsConversion{factors[0], factors[1]};
    }

    CgnsTree tree_;
    CgnsSolutions found_;
    std::vector<UnitRemark> converted_;
    std::string path_;           ///< of the zone
    std::vector<double> sizes_;  ///< sizes of the zone: points, cells, and points of its boundary
    bool is_structured_ = true;
};

}  // namespace

CgnsSolutions cgns_solutions(const std::filesystem::path& file)
{
    return SolutionList{file}.read();
}

}  // namespace farfield::compute
