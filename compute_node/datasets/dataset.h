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
    float min = 0.0F;    ///< of all valid nodes; of the magnitude when components is 3
    float max = 0.0F;
    std::string units;                ///< empty when the file names none
    std::uint64_t invalid_nodes = 0;  ///< NaN, infinite or fill values
    bool of_cells = false;            ///< true: given per cell in the file, and averaged to the nodes
};

struct CellCount {
    CellKind kind = CellKind::Tetra;
    std::uint64_t cells = 0;
};

/// The description of a dataset, as far as its files were understood.
struct DatasetInfo {
    std::string name;
    std::string format;  ///< "VTK legacy", "PLOT3D", "NetCDF CF", "built in" ...
    GridKind kind = GridKind::Analytic;
    std::vector<glm::uvec3>
        dims;  ///< nodes along i, j, k of each block; empty for exact functions and meshes
    std::vector<CellCount> cells;  ///< number of cells of each kind that a mesh has
    Bounds bounds;                 ///< in position_units, absolute
    glm::dvec3 origin{0.0};        ///< place from which a field's positions are counted (origin.h)
    std::string position_units;    ///< "degrees" on latitude-longitude grids; empty when unknown
    std::string z_units;           ///< equal to position_units, except on latitude-longitude grids
    bool geographic = false;       ///< x and y are the Earth's longitudes and latitudes
    std::string crs_wkt;           ///< the reference system of x and y as WKT; empty: not known
    std::string z_positive;        ///< "up" or "down", as in GridData
    double utc_seconds = std::numeric_limits<double>::quiet_NaN();       ///< UTC of the first time step
    std::string calendar;                                                ///< its name, as in GridData
    double calendar_seconds = std::numeric_limits<double>::quiet_NaN();  ///< date of the first step
    std::vector<ArrayInfo> arrays;  ///< "speed" (derived from the vector) is not listed but can be chosen
    /// Scalars made of the default vector's gradient (derived_scalars.h), to be chosen like arrays. Their
    /// ranges are NaN: a field has them.
    std::vector<ArrayInfo> derived;
    /// Parts of vector arrays (vector_scalars.h), to be chosen like arrays of one component.
    std::vector<ArrayInfo> of_vectors;
    std::string default_vector;             ///< name of the vector traced; empty with scalars alone
    std::string velocity_reason;            ///< reason for this default, without a full stop
    std::string velocity_warning;           ///< a sentence, where it is no velocity; among the remarks, too
    std::vector<VectorName> other_vectors;  ///< beside the arrays, to be asked for when a dataset is opened
    std::string default_scalar = "speed";   ///< without a vector the first scalar with a valid node
    std::uint64_t nodes = 0;
    std::uint64_t blanked_nodes = 0;   ///< nodes left out by IBLANK or ghost flags
    std::uint32_t time_steps = 1;      ///< in the file; the first is used
    std::vector<double> times;         ///< time of each step of a series, in seconds since the first
    std::vector<double> dates;         ///< date of each step, as in FileHeading; empty: as the times count
    std::vector<BlockName> blocks;     ///< blocks that can be left out on opening; none where it is one
    std::vector<std::string> remarks;  ///< notes for the user, a sentence each
};

/// The arrays that a field is made of. An empty name takes the dataset's default.
struct FieldChoice {
    std::string vector;
    std::string scalar;
    /// True: no vector is used, the velocity is 0, and a node is valid where its scalar is. Not for `speed`,
    /// made of the velocity. Every field of a dataset without a velocity is such a field.
    bool scalar_alone = false;
};

/// The choice with its empty names filled in from the dataset's defaults.
[[nodiscard]] FieldChoice completed(const DatasetInfo& info, FieldChoice choice);

/// The error for a scalar that does not exist. Its text ends with the names of existing scalars; callers
/// append more.
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

    /// The grid on which the nodes lie; null for an exact function.
    [[nodiscard]] const std::shared_ptr<const Grid>& grid() const { return grid_; }
    /// The grid and arrays as read. Throws std::bad_variant_access for an exact function.
    [[nodiscard]] const GridData& data() const { return std::get<GridData>(content_); }
    /// Frees the arrays' values, but not their names: field() must not be called any more.
    void drop_values();

private:
    DatasetInfo info_;
    std::variant<AnalyticFlow, GridData> content_;
    std::shared_ptr<const Grid> grid_;  ///< made of the GridData
};

struct DatasetLimits {
    std::uint64_t max_nodes = 268'435'456;   ///< of one dataset; 16 bytes for each node once sampled
    std::uint32_t max_analytic_nodes = 512;  ///< N of "analytic:NAME:N"
};

/// Reads one file, or a PLOT3D grid and solution. `name` becomes the dataset's name. velocity: the vector
/// that is traced, by name; "" leaves the choice to velocity_choice.h. blocks: names, or numbers from 1, of
/// those to read; none: all. time_step: from 0; for a step other than 0, the dataset holds that step alone.
/// Throws std::runtime_error: what failed, on which file, expected against found.
[[nodiscard]] Dataset open_dataset(const std::vector<std::filesystem::path>& files, const std::string& name,
                                   const DatasetLimits& limits = {}, const std::string& velocity = {},
                                   const FieldReader& reader = *reader_in_this_process(),
                                   const std::vector<std::string>& blocks = {}, std::size_t time_step = 0);

/// Opens "analytic:NAME" (exact) or "analytic:NAME:N" (sampled at N^3 nodes, ends included).
[[nodiscard]] Dataset open_analytic(std::string_view name, const DatasetLimits& limits = {});
/// The number of nodes of a sampled built-in; 0 for an exact function. Throws std::runtime_error when no
/// built-in field has this name, or N is out of range.
std::uint64_t analytic_nodes(std::string_view name, const DatasetLimits& limits = {});

}  // namespace farfield::compute
