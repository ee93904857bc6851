#include "compute_node/readers/vtk/cgns_coordinates.h"

#include "compute_node/readers/vtk/cgns_tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;
using Node = CgnsTree::Node;

class ZoneCoordinates {
public:
    ZoneCoordinates(const CgnsTree& tree, const Node& zone, std::string path,
                    const std::map<std::string, CgnsConversion>& conversions)
        : tree_{tree}, path_{std::move(path)}, conversions_{conversions}
    {
        if (const auto group = tree_.child(zone, "GridCoordinates_t")) {
            group_ = *group;
            arrays_ = tree_.children(group_, "DataArray_t");
        }
    }

    /// True for coordinates that VTK's reader takes, which it tells by the last letters of their names.
    [[nodiscard]] bool are_cartesian() const
    {
        return std::ranges::all_of(arrays_, [](const Node& array) {
            return array.name.ends_with('X') || array.name.ends_with('Y') || array.name.ends_with('Z');
        });
    }

    [[nodiscard]] std::vector<glm::dvec3> polar(std::uint64_t points) const
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
        std::vector<glm::dvec3> all(points, glm::dvec3{0.0});
        const auto fill = [&](const char* name, int axis) {
            const std::vector<double> along = numbers(name, points);
            for (std::size_t n = 0; n < all.size(); ++n) all[n][axis] = along[n];
        };
        fill("CoordinateR", 0);
        fill("CoordinateTheta", 1);
        if (has_z) fill("CoordinateZ", 2);
        return all;
    }

private:
    [[nodiscard]] bool has(std::string_view name) const
    {
        return std::ranges::find(arrays_, name, &Node::name) != arrays_.end();
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
    std::string path_;
    const std::map<std::string, CgnsConversion>& conversions_;
    Node group_;
    std::vector<Node> arrays_;
};

}  // namespace

std::map<std::string, std::vector<glm::dvec3>>
cgns_coordinates(const fs::path& path, const std::map<std::string, std::uint64_t>& points,
                 const CgnsSolutions& solutions)
{
    const CgnsTree tree{path};
    std::map<std::string, std::vector<glm::dvec3>> all;
    for (const Node& base : tree.children(tree.root(), "CGNSBase_t"))
        for (const Node& zone : tree.children(base, "Zone_t")) {
            const std::string name = fmt::format("{}/{}", base.name, zone.name);
            const auto found = points.find(name);
            const auto conversions = solutions.of_coordinates.find(name);
            if (found == points.end() || conversions == solutions.of_coordinates.end()) continue;
            const ZoneCoordinates coordinates{tree, zone, name, conversions->second};
            if (!coordinates.are_cartesian()) all.emplace(name, coordinates.polar(found->second));
        }
    return all;
}

}  // namespace farfield::compute
