#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/fields/field_reader.h"
#include "compute_node/grids/grid_data.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace farfield::compute {

struct ArrayInfo {
    std::string name;
    int components = 1;  ///< 1 or 3
    float min = 0.0F;    ///< over valid nodes; of the magnitude when components is 3
    float max = 0.0F;
    std::string units;                ///< empty when the file names none
    std::uint64_t invalid_nodes = 0;  ///< NaN, infinite or fill values
    bool of_cells = false;            ///< given per cell in the file, and averaged to the nodes
};

struct CellCount {
    CellKind kind = CellKind::Tetra;
    std::uint64_t cells = 0;
};

/// The description of a dataset, as far as it was understood.
struct DatasetInfo {
    std::string name;
    std::string format;  ///< "VTK legacy", "PLOT3D", "NetCDF CF", "built in" ...
    GridKind kind = GridKind::Analytic;
    std::vector<glm::uvec3>
        dims;  ///< nodes along i, j, k of each block; empty for exact functions and meshes
    std::vector<CellCount> cells;  ///< of a mesh, those kinds that it has
    Bounds bounds;                 ///< in position_units, absolute
    glm::dvec3 origin{0.0};        ///< of fields' positions (origin.h)
    std::string position_units;    ///< "degrees" on latitude-longitude grids; empty when unknown
    std::string z_units;           ///< those of position_units but on latitude-longitude grids
    bool geographic = false;       ///< x and y are the Earth's longitudes and latitudes
    std::string crs_wkt;           ///< the reference system of x and y as WKT; empty: not known
    std::string z_positive;        ///< as GridData has it
    double utc_seconds = std::numeric_limits<double>::quiet_NaN();       ///< likewise, of the first time step
    std::string calendar;                                                ///< as GridData has it
    double calendar_seconds = std::numeric_limits<double>::quiet_NaN();  ///< likewise, of the first time step
    std::vector<ArrayInfo> arrays;  ///< "speed" (derived from the vector) is not listed but can be chosen
    /// Scalars made of the default vector's gradient (derived_scalars.h), to be chosen like arrays. Their
    /// ranges are NaN: a field has them.
    std::vector<ArrayInfo> derived;
    /// Parts of vector arrays (vector_scalars.h), to be chosen like arrays of one component.
    std::vector<ArrayInfo> of_vectors;
    std::string default_vector;             ///< that is traced; empty where there are scalars alone
    std::string velocity_reason;            ///< why it is the default, without a full stop
    std::string velocity_warning;           ///< a sentence, where it is none; among the remarks, too
    std::vector<VectorName> other_vectors;  ///< beside the arrays, to be asked for when a dataset is opened
    std::string default_scalar = "speed";   ///< without a vector the first with a valid node
    std::uint64_t nodes = 0;
    std::uint64_t blanked_nodes = 0;   ///< by IBLANK or ghost flags
    std::uint32_t time_steps = 1;      ///< in the file; the first is used
    std::vector<double> times;         ///< of a series: of each step, seconds since the first
    std::vector<double> dates;         ///< of each step, as FileHeading has them; empty: as the times count
    std::vector<BlockName> blocks;     ///< that it can be opened without; none where it is one
    std::vector<std::string> remarks;  ///< notes for the user, a sentence each
};

/// Which arrays a field is made of; an empty name takes the dataset's default.
struct FieldChoice {
    std::string vector;
    std::string scalar;
    /// Without a vector: the velocity is 0, and a node is valid where its scalar is. Not of `speed`, which is
    /// made of the velocity. So is every field of a dataset without a velocity.
    bool scalar_alone = false;
};

/// Names filled in.
[[nodiscard]] FieldChoice completed(const DatasetInfo& info, FieldChoice choice);

/// The error for a scalar that does not exist. Its text ends with the names of those that do; callers append
/// more.
class UnknownScalar : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file's (or a built-in's) grid and arrays in memory.
class Dataset {
public:
    /// Throws std::runtime_error when sizes, coordinates or the vector array are not what they must be.
    Dataset(const std::string& name, GridData data);
    /// An exact function, with nothing stored.
    Dataset(std::string name, AnalyticFlow flow);

    [[nodiscard]] const DatasetInfo& info() const { return info_; }

    /// Velocity and scalar interleaved for sampling. Throws std::runtime_error, of a scalar UnknownScalar,
    /// when there is no such array, or it has the wrong number of components, listing those there are.
    [[nodiscard]] std::shared_ptr<const Field> field(const FieldChoice& choice = {}) const;

    /// Where the nodes lie; null for an exact function.
    [[nodiscard]] const std::shared_ptr<const Grid>& grid() const { return grid_; }
    /// Throws std::bad_variant_access for an exact function.
    [[nodiscard]] const GridData& data() const { return std::get<GridData>(content_); }
    /// Frees the arrays' values, but not their names: field() must not be called any more.
    void drop_values();

private:
    DatasetInfo info_;
    std::variant<AnalyticFlow, GridData> content_;
    std::shared_ptr<const Grid> grid_;  ///< of GridData
};

struct DatasetLimits {
    std::uint64_t max_nodes = 268'435'456;   ///< of one dataset; 16 bytes each once sampled
    std::uint32_t max_analytic_nodes = 512;  ///< N of "analytic:NAME:N"
};

/// Reads one file, or a PLOT3D grid and solution. `name` is what the dataset will be called.
/// velocity: the vector that is traced, by name; "" leaves the choice to velocity_choice.h. blocks: names, or
/// numbers from 1, of those to read; none: all. time_step: from 0; of a later one than the first the dataset
/// has that alone. Throws std::runtime_error: what failed, on which file, expected against found.
[[nodiscard]] Dataset open_dataset(const std::vector<std::filesystem::path>& files, const std::string& name,
                                   const DatasetLimits& limits = {}, const std::string& velocity = {},
                                   const FieldReader& reader = *reader_in_this_process(),
                                   const std::vector<std::string>& blocks = {}, std::size_t time_step = 0);

/// "analytic:NAME" (exact) or "analytic:NAME:N" (sampled at N^3 nodes, ends included).
[[nodiscard]] Dataset open_analytic(std::string_view name, const DatasetLimits& limits = {});
/// Nodes it would be sampled at; 0 for an exact function. Throws std::runtime_error when no built-in field
/// has this name, or N is out of range.
std::uint64_t analytic_nodes(std::string_view name, const DatasetLimits& limits = {});

}  // namespace farfield::compute
