#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/fields/length_metric.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace farfield::compute {

/// True when a node has a value of the vector that is traced; before it is chosen, or without one, of any
/// array. Data without arrays count as having values.
[[nodiscard]] bool has_values(const GridData& data);
/// True when a node has a value of any array. Data without arrays have none.
[[nodiscard]] bool has_value_of_any(const GridData& data);
/// True when there is a vector among the arrays.
[[nodiscard]] bool has_vector(const GridData& data);

/// Adds a remark where none of the data's `steps` time steps has_values(); it names the velocity or, without
/// one, the first scalar. A velocity beside an array that has values is not traced any more, so that these
/// can be shown. dataset: name of the data. Throws std::runtime_error where the data have no cell.
void note_no_values(const std::string& dataset, std::size_t steps, GridData& data);

/// The grid of the data's nodes, ready to be searched.
[[nodiscard]] std::shared_ptr<const Grid> build_grid(const GridData& data);
/// The same grid relative to an origin, from which the data's points are already counted.
[[nodiscard]] std::shared_ptr<const Grid> build_grid(const GridData& data, glm::dvec3 origin);

/// Interleaves a vector and a scalar array into nodes of the grid. choice: both names filled in.
[[nodiscard]] std::shared_ptr<const Field> build_field(const DatasetInfo& info, const GridData& data,
                                                       std::shared_ptr<const Grid> grid,
                                                       const FieldChoice& choice);

/// The middle of the scalar over valid nodes.
[[nodiscard]] ScalarMiddle middle_of(std::span<const Node> nodes);

/// The ranges of values over valid nodes.
struct Ranges {
    float scalar_min = std::numeric_limits<float>::infinity();
    float scalar_max = -std::numeric_limits<float>::infinity();
    ScalarMiddle scalar_middle{scalar_min, scalar_max};  ///< widest of those added
    double max_speed = 0.0;                              ///< length units per second (length_metric.h)
    glm::dvec3 max_velocity{0.0};  ///< as nodes have it, along each axis, without its sign

    void add(std::span<const Node> nodes, const LengthMetric& metric);
    /// Widens these ranges by others.
    void add(const Ranges& others);
    /// Writes the ranges, and a suggested step, to `info`. Throws std::runtime_error if no node was valid.
    void describe(FieldInfo& info) const;
};

/// Builds an unsteady field slice by slice.
class FieldBuilder {
public:
    /// first: the dataset as of its first slice, of which the grid is taken. An empty name in the choice
    /// means its default. later: a slice that has all arrays; null: the first has. Throws UnknownScalar, or
    /// std::runtime_error, when there is no such array.
    FieldBuilder(const Dataset& first, const FieldChoice& choice, const GridData* later = nullptr);

    /// The name of a chosen array that a slice's data lack; "" where they have all.
    [[nodiscard]] std::string missing_in(const GridData& data) const;
    /// False for a scalar alone.
    [[nodiscard]] bool uses_vector() const { return !choice_.scalar_alone; }

    /// Adds a slice. seconds: since the first slice; ascending. grid: the data's. source: file and step.
    /// Throws std::runtime_error when it lacks an array.
    void add(const GridData& data, std::shared_ptr<const Grid> grid, double seconds,
             const std::string& source);

    [[nodiscard]] std::shared_ptr<const Field> finish();

    /// The nodes of one slice by itself, laid out as its grid says. Throws as add() does.
    [[nodiscard]] Nodes nodes_of(const GridData& data, const Grid& grid, const std::string& source) const;
    /// Sets the ranges from those of fields of single slices, and the step that follows from them.
    void take_ranges(const FieldInfo& from);
    /// A field of slices that nodes_of() gave, of which some may be empty, with the ranges of take_ranges().
    /// grids: as a Field takes them.
    [[nodiscard]] std::shared_ptr<const Field> field(std::vector<FixedArray<Node>> slices,
                                                     std::vector<float> times,
                                                     std::vector<std::shared_ptr<const Grid>> grids) const;

private:
    DatasetInfo dataset_;
    FieldChoice choice_;
    std::shared_ptr<const Grid> grid_;
    FieldInfo info_;
    bool scalar_is_speed_;
    Ranges ranges_;
    std::vector<FixedArray<Node>> slices_;
    std::vector<std::shared_ptr<const Grid>> grids_;  ///< [slices]
    std::vector<float> times_;
};

/// A field that evaluates a formula at each sample.
[[nodiscard]] std::shared_ptr<const Field> build_field(const DatasetInfo& info, AnalyticFlow flow);

}  // namespace farfield::compute
