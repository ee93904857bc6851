// Fluent's CFF: HDF5 with the mesh by its faces in NAME.cas.h5, and what was computed in NAME.dat.h5.
#include "compute_node/readers/fluent/fluent_cff.h"

#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/rounded_points.h"
#include "compute_node/readers/fluent/face_mesh.h"
#include "compute_node/readers/hdf5/hdf5_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr const char *case_ending = ".cas.h5", *data_ending = ".dat.h5";
const std::string mesh_group = "/meshes/1";

std::uint64_t count(const Hdf5File& file, const char* attribute)
{
    const auto found = file.attribute(mesh_group, attribute);
    if (!found || *found < 0)
        file.fail(fmt::format("expected '{}' with {}, found none", mesh_group, attribute));
    return static_cast<std::uint64_t>(*found);
}

/// Index, from 0, of a section's first number; the section must end within the expected number.
std::size_t first_of(const Hdf5File& file, const std::string& section, std::uint64_t numbers,
                     std::uint64_t most)
{
    const std::int64_t first = file.attribute(section, "minId").value_or(1);
    if (first < 1 || static_cast<std::uint64_t>(first) - 1 > most ||
        numbers > most - (static_cast<std::uint64_t>(first) - 1))
        file.fail(fmt::format("'{}' has {} from {} on: expected {} in all", section, numbers, first, most));
    return static_cast<std::size_t>(first) - 1;
}

std::vector<glm::dvec3> read_places(const Hdf5File& file, bool planar, std::uint64_t nodes)
{
    const std::uint64_t axes = planar ? 2 : 3;
    std::vector<glm::dvec3> places(nodes, glm::dvec3{0.0});
    const std::string group = mesh_group + "/nodes/coords";
    for (const std::string& name : file.names_in(group)) {
        const std::string section = group + "/" + name;
        const std::vector<double> numbers = file.reals(section);
        const std::size_t first = first_of(file, section, numbers.size() / axes, nodes);
        for (std::size_t n = 0; n < numbers.size() / axes; ++n)
            for (std::uint64_t axis = 0; axis < axes; ++axis)
                places[first + n][static_cast<int>(axis)] = numbers[axes * n + axis];
    }
    return places;
}

/// Reads the cell on one side of each face; -1 where no section has it.
void read_side(const Hdf5File& file, std::size_t side, FaceMesh& mesh)
{
    const std::string group = fmt::format("{}/faces/c{}", mesh_group, side);
    for (const std::string& name : file.names_in(group)) {
        const std::string section = group + "/" + name;
        const std::vector<std::int64_t> cells = file.integers(section);
        const std::size_t first = first_of(file, section, cells.size(), mesh.sides.size());
        for (std::size_t n = 0; n < cells.size(); ++n) mesh.sides[first + n][side] = cells[n] - 1;
    }
}

FaceMesh read_faces(const Hdf5File& file, bool planar, std::uint64_t faces, std::uint64_t cells)
{
    FaceMesh mesh;
    mesh.planar = planar;
    mesh.cells = cells;
    mesh.sides.assign(faces, {-1, -1});
    const std::string group = mesh_group + "/faces/nodes";
    std::vector<std::pair<std::size_t, std::string>> sections;
    for (const std::string& name : file.names_in(group)) {
        const std::string section = group + "/" + name;
        const auto dims = file.dims_of(section + "/nnodes");
        sections.emplace_back(first_of(file, section, dims.empty() ? 0 : dims.front(), faces), section);
    }
    std::sort(sections.begin(), sections.end());
    for (const auto& [first, section] : sections) {
        if (first + 1 != mesh.first.size())
            file.fail(
                fmt::format("'{}' begins with face {}: expected {}", section, first + 1, mesh.first.size()));
        for (const std::int64_t points : file.integers(section + "/nnodes")) {
            if (points < 2 || points > 1000)
                file.fail(fmt::format("a face of '{}' has {} points", section, points));
            mesh.first.push_back(mesh.first.back() + static_cast<std::uint32_t>(points));
        }
        for (const std::int64_t point : file.integers(section + "/nodes"))
            mesh.points.push_back(static_cast<std::uint32_t>(point - 1));
    }
    if (mesh.first.size() != faces + 1 || mesh.first.back() != mesh.points.size())
        file.fail(
            fmt::format("expected the points of {} faces, found those of {}", faces, mesh.first.size() - 1));
    read_side(file, 0, mesh);
    read_side(file, 1, mesh);
    return mesh;
}

struct Known {
    std::string_view name;  ///< Fluent's name
    const char* shown;
    const char* units;
};
constexpr std::array known_values{Known{"SV_P", "Pressure", "Pa"},
                                  Known{"SV_T", "Temperature", "K"},
                                  Known{"SV_DENSITY", "Density", "kg/m3"},
                                  Known{"SV_K", "Turbulent Kinetic Energy", "m2/s2"},
                                  Known{"SV_O", "Specific Dissipation Rate", "1/s"},
                                  Known{"SV_H", "Enthalpy", "J/kg"}};

/// Values of the first phase, per cell.
class CellValues {
public:
    CellValues(const Hdf5File& file, std::uint64_t cells) : file_{file}, cells_{cells} {}

    [[nodiscard]] std::vector<std::string> names() const { return file_.names_in(group_); }
    /// Reads values; empty unless they are one number a cell, in sections that cover all cells.
    [[nodiscard]] std::vector<double> read(const std::string& name) const
    {
        std::vector<double> values(cells_);
        std::uint64_t found = 0;
        for (const std::string& part : file_.names_in(group_ + "/" + name)) {
            const std::string section = group_ + "/" + name + "/" + part;
            if (file_.dims_of(section).size() != 1) return {};
            const std::vector<double> numbers = file_.reals(section);
            std::copy(numbers.begin(), numbers.end(),
                      values.begin() +
                          static_cast<std::ptrdiff_t>(first_of(file_, section, numbers.size(), cells_)));
            found += numbers.size();
        }
        return found == cells_ ? values : std::vector<double>{};
    }

private:
    const Hdf5File& file_;
    std::uint64_t cells_;
    std::string group_ = "/results/1/phase-1/cells";
};

void add_velocity(const CellValues& values, const CellsOfFaces& cells, GridData& data)
{
    std::array<std::vector<float>, 3> parts;
    const std::array names{"SV_U", "SV_V", "SV_W"};
    for (std::size_t c = 0; c < 3; ++c)
        if (const auto of_cells = values.read(names[c]); !of_cells.empty())
            parts[c] = cells.averaged(of_cells);
    if (parts[0].empty() || parts[1].empty()) return;
    NodeValues velocity{"Velocity", 3, {}, "m/s", true};
    for (std::size_t n = 0; n < parts[0].size(); ++n)
        velocity.values.own().insert(velocity.values.own().end(),
                                     {parts[0][n], parts[1][n], parts[2].empty() ? 0.0F : parts[2][n]});
    data.arrays.push_back(std::move(velocity));
}

void add_values(const Hdf5File& file, std::uint64_t cell_count, const CellsOfFaces& cells, GridData& data)
{
    constexpr std::size_t max_scalars = 32;
    const CellValues values{file, cell_count};
    add_velocity(values, cells, data);
    for (const std::string& name : values.names()) {
        if (data.arrays.size() > max_scalars || name == "SV_U" || name == "SV_V" || name == "SV_W") continue;
        const std::vector<double> of_cells = values.read(name);
        if (of_cells.empty()) continue;
        const auto* known = std::ranges::find(known_values, std::string_view{name}, &Known::name);
        const bool is_known = known != known_values.end();
        data.arrays.push_back({is_known ? known->shown : name, 1, cells.averaged(of_cells),
                               is_known ? known->units : "", true});
    }
    data.remarks.emplace_back("All values are given per cell and were averaged to the nodes.");
    const std::vector<std::string> groups = file.names_in("/results/1");
    const auto phases =
        std::ranges::count_if(groups, [](const std::string& name) { return name.starts_with("phase-"); });
    if (phases > 1)
        data.remarks.push_back(
            fmt::format("It has values of {} phases; these are those of the first.", phases));
}

CellsOfFaces cells_of(const fs::path& path, const FaceMesh& mesh, const std::vector<glm::vec3>& points)
{
    try {
        return {mesh, points};
    } catch (const std::runtime_error& error) {
        throw_reader_error(path, error.what());
    }
}

}  // namespace

std::optional<fs::path> fluent_data_beside(const fs::path& file)
{
    std::string name = file.filename().string();
    if (!name.ends_with(case_ending)) return std::nullopt;
    name.replace(name.size() - std::string_view{case_ending}.size(), std::string::npos, data_ending);
    const fs::path data = file.parent_path() / name;
    std::error_code error;
    return fs::is_regular_file(data, error) ? std::optional{data} : std::nullopt;
}

GridData read_fluent_cff(const fs::path& path, const std::optional<fs::path>& data_path,
                         std::uint64_t max_nodes)
{
    const std::lock_guard turn{Hdf5File::turn()};
    const Hdf5File file{path};
    const std::uint64_t nodes = count(file, "nodeCount"), faces = count(file, "faceCount"),
                        cells = count(file, "cellCount");
    constexpr std::uint64_t faces_a_node = 64;
    check_node_limit(path, std::max({nodes, cells, faces / faces_a_node}), max_nodes);
    const bool planar = count(file, "dimension") == 2;
    const std::vector<glm::dvec3> places = read_places(file, planar, nodes);
    Bounds bounds = no_bounds();
    for (const glm::dvec3& place : places) include(bounds, place);
    UnstructuredGeometry geometry{{}, {}, origin_for(bounds)};
    for (const glm::dvec3& place : places) geometry.points.emplace_back(place - geometry.origin);
    const FaceMesh mesh = read_faces(file, planar, faces, cells);
    CellsOfFaces of_faces = cells_of(path, mesh, geometry.points);
    geometry.cells = of_faces.take();
    GridData data;
    if (data_path)
        add_values(Hdf5File{*data_path}, cells, of_faces, data);
    else
        data.remarks.emplace_back("The data, NAME.dat.h5 beside NAME.cas.h5, are not there.");
    data.geometry = std::move(geometry);
    of_faces.finish(data);
    data.format = "Fluent CFF";
    data.position_units = "m";
    return data;
}

}  // namespace farfield::compute
