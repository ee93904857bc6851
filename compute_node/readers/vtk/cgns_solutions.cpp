#include "compute_node/readers/vtk/cgns_solutions.h"

#include "compute_node/readers/vtk/cgns_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
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

class SolutionList {
public:
    explicit SolutionList(const std::filesystem::path& file) : tree_{file} {}

    CgnsSolutions read()
    {
        for (const Node& base : tree_.children(tree_.root(), "CGNSBase_t")) {
            const std::string of_base = word_of(tree_, base, "DataClass_t", "");
            for (const Node& zone : tree_.children(base, "Zone_t")) {
                path_ = fmt::format("{}/{}", base.name, zone.name);
                read_zone(zone, word_of(tree_, zone, "DataClass_t", of_base));
            }
        }
        return std::move(found_);
    }

private:
    void note(std::string remark)
    {
        if (std::ranges::find(found_.remarks, remark) == found_.remarks.end())
            found_.remarks.push_back(std::move(remark));
    }

    void read_zone(const Node& zone, const std::string& of_zone)
    {
        sizes_ = tree_.numbers(zone, most_of_statement);
        is_structured_ = word_of(tree_, zone, "ZoneType_t", "Structured") == "Structured";
        for (const Node& connections : tree_.children(zone, "ZoneGridConnectivity_t"))
            found_.has_holes = found_.has_holes || tree_.child(connections, "OversetHoles_t").has_value();
        for (const Node& group : tree_.children(zone, "GridCoordinates_t"))
            for (const Node& array : tree_.children(group, "DataArray_t"))
                read_conversion(array, word_of(tree_, group, "DataClass_t", of_zone), "Coordinates");
        for (const Node& solution : tree_.children(zone, "FlowSolution_t")) read_solution(solution, of_zone);
    }

    void read_solution(const Node& solution, const std::string& of_zone)
    {
        const std::string where = word_of(tree_, solution, "GridLocation_t", "Vertex");
        if (where != "Vertex" && where != "CellCenter") {
            note(
                fmt::format("Solution '{}' is left out: its values are at {}; expected Vertex or CellCenter.",
                            solution.name, where));
            return;
        }
        const auto rind_node = tree_.child(solution, "Rind_t");
        const std::vector<double> rind =
            rind_node ? tree_.numbers(*rind_node, most_of_statement) : std::vector<double>{};
        const std::vector<std::uint64_t> expected = lengths(where == "CellCenter", rind);
        for (const Node& array : tree_.children(solution, "DataArray_t")) {
            if (const auto dims = tree_.dims(array); dims != expected) {
                found_.unusable.insert(array.name);
                note(fmt::format("Array '{}' is left out: it has {} numbers in zone '{}', expected {}.",
                                 array.name, product(dims), path_, product(expected)));
                continue;
            }
            read_conversion(array, word_of(tree_, solution, "DataClass_t", of_zone), "");
        }
    }
    static std::uint64_t product(const std::vector<std::uint64_t>& dims)
    {
        std::uint64_t all = 1;
        for (const std::uint64_t length : dims) all *= length;
        return all;
    }

    /// Lengths of an array of a zone: those of its points or cells, and of rind planes.
    [[nodiscard]] std::vector<std::uint64_t> lengths(bool of_cells, const std::vector<double>& rind) const
    {
        const std::size_t axes = is_structured_ ? sizes_.size() / 3 : 1;
        std::vector<std::uint64_t> all;
        for (std::size_t axis = 0; axis < axes && axis + (of_cells ? axes : 0) < sizes_.size(); ++axis) {
            double length = sizes_[axis + (of_cells ? axes : 0)];
            for (std::size_t side = 2 * axis; side < 2 * axis + 2 && side < rind.size(); ++side)
                length += rind[side];
            all.push_back(static_cast<std::uint64_t>(std::max(length, 0.0)));
        }
        return all;
    }

    /// kind: of arrays that are named together; "" of one by its own name.
    void read_conversion(const Node& array, const std::string& of_group, const std::string& kind)
    {
        const std::string of = word_of(tree_, array, "DataClass_t", of_group);
        const std::string named = kind.empty() ? fmt::format("Array '{}' is", array.name) : kind + " are";
        const auto node = tree_.child(array, "DataConversion_t");
        const std::vector<double> factors =
            node ? tree_.numbers(*node, most_of_statement) : std::vector<double>{};
        const bool is_normalized = of == "NormalizedByDimensional";
        if (of == "NormalizedByUnknownDimensional" || of == "NondimensionalParameter" ||
            of == "DimensionlessConstant")
            note(fmt::format("{} without dimensions ({}): numbers are those of the file.", named, of));
        if (is_normalized && factors.size() != 2)
            note(fmt::format("{} normalized by known dimensions (NormalizedByDimensional) without a "
                             "DataConversion: numbers are those of the file.",
                             named));
        if (!is_normalized && factors.size() == 2)
            note(fmt::format(
                "{} given with a DataConversion ({}, {}), which is not applied: the class of the data is "
                "{}, not NormalizedByDimensional.",
                named, factors[0], factors[1], of.empty() ? "not said" : of));
        if (!is_normalized || factors.size() != 2) return;
        const CgnsConversion conversion{factors[0], factors[1]};
        const auto [at, is_new] = found_.conversions[path_].try_emplace(array.name, conversion);
        if (!is_new && at->second != conversion)
            tree_.fail(fmt::format("array '{}' of zone '{}' has another DataConversion in each solution",
                                   array.name, path_));
        note(fmt::format(
            "{} normalized: raw data are {} times the numbers of the file, plus {} (DataConversion).", named,
            conversion.scale, conversion.offset));
    }

    CgnsTree tree_;
    CgnsSolutions found_;
    std::string path_;           ///< of the zone
    std::vector<double> sizes_;  ///< of the zone: of points, cells, and points of its boundary
    bool is_structured_ = true;
};

}  // namespace

CgnsSolutions cgns_solutions(const std::filesystem::path& file)
{
    return SolutionList{file}.read();
}

}  // namespace farfield::compute
