#include "compute_node/readers/vtk/cgns_coordinates.h"

#include "compute_node/readers/vtk/cgns_tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;
using Node = CgnsTree::Node;

/// Units of length and angle, and the class of data, that a node of the file says, for itself and what is
/// below it; "" where it says none.
struct SaidUnits {
    std::string length, angle, data_class;

    void take(const SaidUnits& nearer)
    {
        if (!nearer.length.empty()) length = nearer.length;
        if (!nearer.angle.empty()) angle = nearer.angle;
        if (!nearer.data_class.empty()) data_class = nearer.data_class;
    }
    /// Numbers without dimensions have no unit.
    [[nodiscard]] bool are_dimensional() const
    {
        return data_class != "NormalizedByUnknownDimensional" && data_class != "NondimensionalParameter" &&
               data_class != "DimensionlessConstant";
    }
};

std::string bare_word(std::string text)
{
    text.erase(text.find_last_not_of(std::string_view{" \0", 2}) + 1);
    return text == "Null" || text == "UserDefined" ? "" : text;
}

SaidUnits units_of(const CgnsTree& tree, const Node& node)
{
    constexpr std::size_t word_letters = 32, length_word = 1, angle_word = 4;
    SaidUnits said;
    if (const auto units = tree.child(node, "DimensionalUnits_t")) {
        const std::string words = tree.text(*units);
        const auto word = [&](std::size_t n) {
            const std::size_t begin = std::min(n * word_letters, words.size());
            return bare_word(words.substr(begin, word_letters));
        };
        said.length = word(length_word);
        said.angle = word(angle_word);
    }
    if (const auto data_class = tree.child(node, "DataClass_t"))
        said.data_class = bare_word(tree.text(*data_class));
    return said;
}

double metres_of(std::string_view unit)
{
    if (unit == "Centimeter") return 0.01;
    if (unit == "Millimeter") return 0.001;
    if (unit == "Foot") return 0.3048;
    if (unit == "Inch") return 0.0254;
    return 1.0;
}

class ZoneCoordinates {
public:
    /// above: what the zone and its base say of units.
    ZoneCoordinates(const CgnsTree& tree, const Node& zone, std::string path, SaidUnits above,
                    const std::map<std::string, CgnsConversion>& conversions)
        : tree_{tree},
          zone_{zone},
          path_{std::move(path)},
          above_{std::move(above)},
          conversions_{conversions}
    {
        if (const auto group = tree_.child(zone_, "GridCoordinates_t")) {
            group_ = *group;
            arrays_ = tree_.children(group_, "DataArray_t");
        }
    }

    [[nodiscard]] CgnsCoordinates read(std::uint64_t points) const
    {
        CgnsCoordinates found;
        const SaidUnits of_coordinates =
            said("GridCoordinates_t", has("CoordinateR") ? "CoordinateTheta" : "");
        if (of_coordinates.are_dimensional()) found.metres = metres_of(of_coordinates.length);
        if (found.metres != 1.0) found.length_unit = of_coordinates.length;
        const SaidUnits of_values = said("FlowSolution_t", "Velocity");
        if (of_values.are_dimensional()) found.velocity_metres = metres_of(of_values.length);
        if (!is_cartesian()) found.polar = polar(points, of_coordinates.angle);
        return found;
    }

private:
    [[nodiscard]] bool has(std::string_view name) const
    {
        return std::ranges::find(arrays_, name, &Node::name) != arrays_.end();
    }
    /// Names that say nothing of the kind are taken in their order, as x, y and z.
    [[nodiscard]] bool is_cartesian() const
    {
        constexpr std::array others{"CoordinateR",          "CoordinateTheta", "CoordinatePhi",
                                    "CoordinateXi",         "CoordinateEta",   "CoordinateNormal",
                                    "CoordinateTangential", "CoordinateZeta"};
        return std::ranges::none_of(others, [&](const char* name) { return has(name); });
    }

    /// Of arrays with names that begin so, or else of what they are in.
    [[nodiscard]] SaidUnits said(std::string_view group_label, std::string_view begin) const
    {
        SaidUnits found = above_;
        for (const Node& group : tree_.children(zone_, group_label)) {
            SaidUnits of_group = above_;
            of_group.take(units_of(tree_, group));
            bool is_in_it = false;
            for (const Node& array : tree_.children(group, "DataArray_t")) {
                if (!array.name.starts_with(begin)) continue;
                is_in_it = true;
                of_group.take(units_of(tree_, array));
            }
            found = of_group;
            if (is_in_it) break;
        }
        return found;
    }

    [[nodiscard]] std::vector<glm::dvec3> polar(std::uint64_t points, std::string_view angle) const
    {
        const bool has_z = has("CoordinateZ");
        if (!has("CoordinateR") || !has("CoordinateTheta") || arrays_.size() != (has_z ? 3U : 2U)) {
            std::vector<std::string> names;
            for (const Node& array : arrays_) names.push_back(array.name);
            tree_.fail(
                fmt::format("zone '{}' has the coordinates {}, which are not read; expected CoordinateX, "
                            "CoordinateY, CoordinateZ or CoordinateR, CoordinateTheta, CoordinateZ",
                            path_, fmt::join(names, ", ")));
        }
        const double radians = angle == "Degree" ? std::numbers::pi / 180.0 : 1.0;
        std::vector<glm::dvec3> all(points, glm::dvec3{0.0});
        const auto fill = [&](const char* name, int axis, double factor) {
            const std::vector<double> along = numbers(name, points);
            for (std::size_t n = 0; n < all.size(); ++n) all[n][axis] = factor * along[n];
        };
        fill("CoordinateR", 0, 1.0);
        fill("CoordinateTheta", 1, radians);
        if (has_z) fill("CoordinateZ", 2, 1.0);
        return all;
    }

    [[nodiscard]] std::vector<double> numbers(std::string_view name, std::uint64_t points) const
    {
        constexpr std::uint64_t most_rind = 64, most_of_points = 64;  // planes, as numbers; times the points
        const auto array = std::ranges::find(arrays_, name, &Node::name);
        const auto rind_node = tree_.child(group_, "Rind_t");
        const std::vector<double> rind =
            rind_node ? tree_.numbers(*rind_node, most_rind) : std::vector<double>{};
        std::vector<double> values =
            without_rind(tree_.numbers(*array, most_of_points * points), tree_.dims(*array), rind);
        if (values.size() != points)
            tree_.fail(fmt::format("zone '{}' has {} points, expected {}", path_, values.size(), points));
        if (const auto found = conversions_.find(std::string{name}); found != conversions_.end())
            for (double& value : values) value = found->second.scale * value + found->second.offset;
        return values;
    }

    const CgnsTree& tree_;
    const Node& zone_;
    std::string path_;
    SaidUnits above_;
    const std::map<std::string, CgnsConversion>& conversions_;
    Node group_;
    std::vector<Node> arrays_;
};

}  // namespace

std::map<std::string, CgnsCoordinates> cgns_coordinates(const fs::path& path,
                                                        const std::map<std::string, std::uint64_t>& points,
                                                        const CgnsSolutions& solutions)
{
    const CgnsTree tree{path};
    const std::map<std::string, CgnsConversion> none;
    std::map<std::string, CgnsCoordinates> all;
    for (const Node& base : tree.children(tree.root(), "CGNSBase_t"))
        for (const Node& zone : tree.children(base, "Zone_t")) {
            const std::string name = fmt::format("{}/{}", base.name, zone.name);
            const auto found = points.find(name);
            if (found == points.end()) continue;
            SaidUnits above = units_of(tree, base);
            above.take(units_of(tree, zone));
            const auto converted = solutions.conversions.find(name);
            const auto& conversions = converted == solutions.conversions.end() ? none : converted->second;
            all.emplace(name, ZoneCoordinates{tree, zone, name, above, conversions}.read(found->second));
        }
    return all;
}

}  // namespace farfield::compute
