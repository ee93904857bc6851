#include "compute_node/readers/ugrid/mesh_topology.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_axes.h"
#include "compute_node/readers/netcdf/netcdf_places.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

constexpr std::size_t most_corners = 16;

/// Names of variables with faces without UGRID's attributes, in lower case.
constexpr std::array face_names{"nv",
                                "faces",
                                "face_nodes",
                                "elements",
                                "elem",
                                "element",
                                "triangles",
                                "tri",
                                "ele",
                                "connectivity",
                                "ikle",
                                "cellsonvertex",
                                "schism_hgrid_face_nodes",
                                "volumes"};  // ANUGA

constexpr std::array<std::array<const char*, 2>, 8> place_names{
    {{"lonCell", "latCell"},
     {"lon", "lat"},
     {"node_lon", "node_lat"},
     {"longitude", "latitude"},
     {"SCHISM_hgrid_node_x", "SCHISM_hgrid_node_y"},
     {"nodes_lon", "nodes_lat"},
     {"x", "y"},
     {"node_x", "node_y"}}};

struct Found {
    const NetcdfFile* file = nullptr;
    const NetcdfVariable* variable = nullptr;
};

Found find(const NetcdfFiles& files, const std::string& name)
{
    for (const auto& file : files)
        if (const NetcdfVariable* found = file->find(name)) return {file.get(), found};
    return {};
}

bool has_dimension(const NetcdfVariable& variable, const std::string& name)
{
    return std::ranges::find(variable.dimensions, name, &NetcdfDimension::name) != variable.dimensions.end();
}

/// Number of variables along one dimension of a list of corners, and not along the other.
std::ptrdiff_t variables_along(const NetcdfFiles& files, const std::string& name, const std::string& other)
{
    std::ptrdiff_t count = 0;
    for (const auto& file : files)
        count += std::ranges::count_if(file->variables(), [&](const NetcdfVariable& variable) {
            return has_dimension(variable, name) && !has_dimension(variable, other);
        });
    return count;
}

/// Index of a list's dimension of corners: the one that the mesh does not name as faces; if both are short,
/// as variables along them tell; else the second, or the shorter one.
std::optional<int> corners_dimension(const NetcdfFiles& files, const NetcdfVariable& list,
                                     const std::string& said)
{
    const NetcdfDimension &first = list.dimensions[0], &second = list.dimensions[1];
    const auto may_be_corners = [](const NetcdfDimension& d) {
        return d.length >= 3 && d.length <= most_corners;
    };
    if (!said.empty() && said == first.name && may_be_corners(second)) return 1;
    if (!said.empty() && said == second.name && may_be_corners(first)) return 0;
    if (!may_be_corners(first)) return may_be_corners(second) ? std::optional{1} : std::nullopt;
    if (!may_be_corners(second)) return 0;
    const auto along_first = variables_along(files, first.name, second.name),
               along_second = variables_along(files, second.name, first.name);
    if (along_first != along_second) return along_first > along_second ? 1 : 0;
    const bool is_three = first.name == "three";  // FVCOM
    return said.empty() && (is_three || first.length < second.length) ? 0 : 1;
}

/// Takes a variable as the faces if it lists their corners. said: name of the faces' dimension, where the
/// file has it.
bool take_faces(const NetcdfFiles& files, const Found& found, const std::string& said, MeshTopology& topology)
{
    const NetcdfVariable& variable = *found.variable;
    if (!variable.numeric || variable.dimensions.size() != 2) return false;
    const auto corners = corners_dimension(files, variable, said);
    if (!corners) return false;
    topology.corners_first = *corners == 0;
    topology.file = found.file;
    topology.faces = found.variable;
    topology.face_dimension = variable.dimensions[topology.corners_first ? 1 : 0].name;
    return true;
}

bool take_places(const Found& x, const Found& y, MeshTopology& topology)
{
    if (x.variable == nullptr || y.variable == nullptr || x.file != y.file) return false;
    const auto& along = x.variable->dimensions;
    if (along.size() != 1 || y.variable->dimensions.size() != 1 ||
        along[0].id != y.variable->dimensions[0].id || along[0].name == topology.face_dimension ||
        !x.variable->numeric || !y.variable->numeric)
        return false;
    // Models over a plane may leave all longitudes at 0.
    const std::vector<double> values = x.file->coordinates(*x.variable);
    if (std::ranges::all_of(values, [&](double value) { return value == values.front(); })) return false;
    topology.places = x.file;
    topology.x = x.variable;
    topology.y = y.variable;
    topology.node_dimension = along[0].name;
    const std::string units = lower_case(x.file->text(*x.variable, "units"));
    topology.radians = units.starts_with("rad") || (units.empty() && x.variable->name == "lonCell");
    return true;
}

bool take_named_places(const NetcdfFiles& files, MeshTopology& topology)
{
    return std::ranges::any_of(place_names, [&](const auto& names) {
        return take_places(find(files, names[0]), find(files, names[1]), topology);
    });
}

/// x and y among the variables that a mesh names as its nodes' places, in any order, with others beside them.
std::array<Found, 2> named_places(const NetcdfFiles& files, const std::string& names)
{
    std::istringstream words{names};
    std::array<Found, 2> found, in_order;
    std::size_t count = 0;
    for (std::string name; words >> name;) {
        const Found place = find(files, name);
        if (place.variable == nullptr) continue;
        const char direction = direction_of(*place.file, *place.variable);
        const std::string lower = lower_case(name);
        const bool is_y = direction == 'y' || (direction == ' ' && (lower.find("lat") != std::string::npos ||
                                                                    lower.ends_with("_y") || lower == "y"));
        if (direction == 'x' || is_y) found[is_y ? 1 : 0] = place;
        if (count < 2) in_order[count++] = place;
    }
    if (found[0].variable != nullptr && found[1].variable != nullptr) return found;
    if (found[1].variable != nullptr && found[1].variable == in_order[0].variable)
        std::swap(in_order[0], in_order[1]);
    return in_order;
}

bool take_ugrid(const NetcdfFiles& files, const NetcdfFile& file, const NetcdfVariable& mesh,
                MeshTopology& topology)
{
    const Found faces = find(files, file.text(mesh, "face_node_connectivity"));
    if (faces.variable == nullptr || !take_faces(files, faces, file.text(mesh, "face_dimension"), topology))
        return false;
    topology.first_index = faces.file->number(*faces.variable, "start_index");
    topology.edge_dimension = file.text(mesh, "edge_dimension");
    const auto [x, y] = named_places(files, file.text(mesh, "node_coordinates"));
    return take_places(x, y, topology);
}

/// The corners of each cell, [cell][corner], by a coordinate along one dimension; none where it has none.
Found corners_of(const NetcdfFiles& files, const NetcdfFile& file, const NetcdfVariable& centre)
{
    if (!centre.numeric || centre.dimensions.size() != 1) return {};
    const std::string bounds = file.text(centre, "bounds");
    const Found found = find(files, bounds.empty() ? std::string{} : bounds);
    if (found.variable == nullptr || !found.variable->numeric) return {};
    const auto& along = found.variable->dimensions;
    const bool fits = along.size() == 2 && along[0].name == centre.dimensions[0].name &&
                      along[1].length >= 3 && along[1].length <= most_corners;
    return fits ? found : Found{};
}

bool take_corners(const Found& x, const Found& y, MeshTopology& topology)
{
    if (x.variable == nullptr || y.variable == nullptr || x.file != y.file) return false;
    const auto &along_x = x.variable->dimensions, &along_y = y.variable->dimensions;
    if (along_x.size() != 2 || along_y.size() != 2 || along_x[0].id != along_y[0].id ||
        along_x[1].length != along_y[1].length || along_x[1].length < 3 || along_x[1].length > most_corners)
        return false;
    topology.file = topology.places = x.file;
    topology.x = x.variable;
    topology.y = y.variable;
    topology.by_corners = true;
    topology.face_dimension = along_x[0].name;
    return true;
}

/// The places of nodes along one dimension, by names or by what their attributes say.
bool take_places_of_nodes(const NetcdfFiles& files, MeshTopology& topology)
{
    if (take_named_places(files, topology)) return true;
    for (const auto& file : files)
        for (const NetcdfVariable& x : file->variables())
            for (const NetcdfVariable& y : file->variables())
                if (x.dimensions.size() == 1 && y.dimensions.size() == 1 &&
                    x.dimensions[0].id == y.dimensions[0].id && direction_of(*file, x) == 'x' &&
                    direction_of(*file, y) == 'y' &&
                    take_places({file.get(), &x}, {file.get(), &y}, topology))
                    return true;
    return false;
}

/// True when a variable's words say that it lists the corners of cells.
bool says_cells(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string said =
        lower_case(variable.name + ' ' + file.text(variable, "long_name") + ' ' +
                   file.text(variable, "standard_name") + ' ' + file.text(variable, "cf_role"));
    return std::ranges::any_of(
        std::array{"element", "connectiv", "triang", "face_node", "cell_node", "tri_node"},
        [&](const char* word) { return said.find(word) != std::string::npos; });
}

/// True when all values of a list are whole numbers of nodes, from 0 or 1 on, or none (negative, or 0 or a
/// fill behind the third corner).
bool numbers_nodes(const MeshTopology& topology)
{
    const auto& dimensions = topology.faces->dimensions;
    const std::vector<double> all =
        topology.file->exact_values(*topology.faces, {0, 0}, {dimensions[0].length, dimensions[1].length});
    const auto nodes = static_cast<double>(topology.nodes());
    const auto is_number = [&](double number) {
        return std::isfinite(number) && number == std::floor(number) && number >= 0.0 && number <= nodes;
    };
    const auto fitting = static_cast<std::size_t>(std::ranges::count_if(all, is_number));
    const std::size_t corners = dimensions[topology.corners_first ? 0 : 1].length;
    constexpr std::size_t of_a_triangle = 3;
    return std::ranges::none_of(all, [&](double number) { return number > nodes && number < 2e9; }) &&
           fitting * corners >= all.size() * of_a_triangle;
}

/// Takes a list of whole numbers that its words call elements or a connectivity for the faces.
bool take_by_content(const NetcdfFiles& files, const Found& found, MeshTopology& topology)
{
    constexpr std::size_t most_listed = 4;
    if (!found.variable->numeric || found.variable->dimensions.size() != 2 ||
        !says_cells(*found.file, *found.variable) || !take_faces(files, found, {}, topology))
        return false;
    if (found.variable->dimensions[topology.corners_first ? 0 : 1].length > most_listed) return false;
    if (!take_places_of_nodes(files, topology) || !numbers_nodes(topology)) return false;
    topology.first_index = found.file->number(*found.variable, "start_index");
    topology.remark = fmt::format("'{}' was taken for the corners of the cells: its words say so, and it "
                                  "holds numbers of the nodes along '{}'.",
                                  found.variable->name, topology.node_dimension);
    return true;
}

/// Gives the cells of SCRIP the name of the dimension that flows have in other files: the only one of as many
/// places, where nothing but the grid lies along SCRIP's own.
void join_cells(const NetcdfFiles& files, MeshTopology& topology)
{
    constexpr const char* own = "grid_size";
    const std::size_t cells = topology.x->dimensions[0].length;
    if (topology.face_dimension != own) return;
    std::set<std::string> others;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables())
            for (const NetcdfDimension& along : variable.dimensions) {
                const bool is_of_grid = variable.name.starts_with("grid_");
                if (along.name == own && !is_of_grid) return;
                if (along.name != own && along.length == cells) others.insert(along.name);
            }
    if (others.size() != 1) return;
    topology.face_dimension = *others.begin();
    topology.remark = fmt::format("The {} places along '{}' were taken for the cells along '{}', in their "
                                  "order: they are as many.",
                                  cells, topology.face_dimension, own);
}

/// Takes cells that have no nodes: by the bounds of their places, or by SCRIP's names for these.
bool take_cells(const NetcdfFiles& files, MeshTopology& topology)
{
    const Found scrip_x = find(files, "grid_corner_lon"), scrip_y = find(files, "grid_corner_lat");
    const auto take = [&](const Found& x, const Found& y, const std::string& centre_units) {
        if (!take_corners(x, y, topology)) return false;
        const std::string own = lower_case(x.file->text(*x.variable, "units"));
        topology.radians = (own.empty() ? lower_case(centre_units) : own).starts_with("rad");
        return true;
    };
    if (take(scrip_x, scrip_y, {})) {
        join_cells(files, topology);
        return true;
    }
    for (const auto& file : files)
        for (const NetcdfVariable& x : file->variables()) {
            if (direction_of(*file, x) != 'x') continue;
            const Found corners_x = corners_of(files, *file, x);
            if (corners_x.variable == nullptr) continue;
            for (const NetcdfVariable& y : file->variables())
                if (direction_of(*file, y) == 'y' &&
                    take(corners_x, corners_of(files, *file, y), file->text(x, "units")))
                    return true;
        }
    return false;
}

}  // namespace

std::optional<MeshTopology> find_topology(const NetcdfFiles& files)
{
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            MeshTopology topology;
            // Its cf_role, "mesh_topology", is not required: some files misspell it.
            if (take_ugrid(files, *file, variable, topology)) return topology;
        }
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            MeshTopology topology;
            const bool is_named =
                std::ranges::find(face_names, lower_case(variable.name)) != face_names.end();
            if (!is_named || !take_faces(files, {file.get(), &variable}, {}, topology)) continue;
            topology.first_index = file->number(variable, "start_index");
            if (!take_named_places(files, topology)) continue;
            topology.x_offset = topology.places->number("xllcorner").value_or(0.0);
            topology.y_offset = topology.places->number("yllcorner").value_or(0.0);
            return topology;
        }
    MeshTopology cells;
    if (take_cells(files, cells)) return cells;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            MeshTopology topology;
            if (take_by_content(files, {file.get(), &variable}, topology)) return topology;
        }
    return std::nullopt;
}

namespace {

MeshFaces read_faces(const MeshTopology& topology)
{
    const auto& dimensions = topology.faces->dimensions;
    const std::vector<double> numbers =
        topology.file->exact_values(*topology.faces, {0, 0}, {dimensions[0].length, dimensions[1].length});
    const std::size_t corners = dimensions[topology.corners_first ? 0 : 1].length;
    const std::size_t faces = dimensions[topology.corners_first ? 1 : 0].length;
    const std::size_t nodes = topology.x->dimensions[0].length;
    double least = static_cast<double>(nodes), most = 0.0;
    for (const double number : numbers)
        if (number >= 0.0 && number < static_cast<double>(nodes) + 1.0)
            least = std::min(least, number), most = std::max(most, number);
    // MPAS counts from 1, and 0 means none.
    const bool zero_is_none = topology.faces->name == "cellsOnVertex";
    const bool from_one = zero_is_none || (least > 0.0 && most == static_cast<double>(nodes));
    const double first = topology.first_index.value_or(from_one ? 1.0 : 0.0);
    MeshFaces read{corners, std::vector<std::int64_t>(faces * corners, -1)};
    for (std::size_t face = 0; face < faces; ++face)
        for (std::size_t corner = 0; corner < corners; ++corner) {
            const double number =
                numbers[topology.corners_first ? corner * faces + face : face * corners + corner];
            constexpr double undeclared_fill = 2'147'483'646.0;                   // the largest whole numbers
            if (!(number - first >= 0.0) || number >= undeclared_fill) continue;  // a fill value, or none
            if (number - first >= static_cast<double>(nodes))
                throw_reader_error(topology.file->path(),
                                   fmt::format("'{}' has {} as a corner of face {}: expected one of {} nodes",
                                               topology.faces->name, number, face, nodes));
            read.nodes[face * corners + corner] = static_cast<std::int64_t>(number - first);
        }
    return read;
}

/// Coordinates of nodes, or of all corners of all faces.
std::vector<double> read_along(const MeshTopology& topology, const NetcdfVariable& axis)
{
    if (!topology.by_corners) return topology.places->coordinates(axis);
    return topology.places->exact_values(axis, {0, 0},
                                         {axis.dimensions[0].length, axis.dimensions[1].length});
}

MeshPlaces read_places(const MeshTopology& topology)
{
    MeshPlaces places{read_along(topology, *topology.x), read_along(topology, *topology.y), false,
                      topology.places->text(*topology.x, "units")};
    const std::string units = lower_case(places.units), name = lower_case(topology.x->name);
    places.degrees = topology.radians || units.starts_with("degree") ||
                     (units.empty() && name.find("lon") != std::string::npos);
    if (topology.radians)
        for (auto* values : {&places.x, &places.y})
            for (double& value : *values) value *= 180.0 / std::numbers::pi;
    if (places.degrees) places.units = "degrees";
    for (std::size_t n = 0; places.degrees && n < places.x.size(); ++n)
        if (!is_on_earth(places.x[n], places.y[n]))
            places.x[n] = places.y[n] = std::numeric_limits<double>::quiet_NaN();
    for (double& x : places.x) x += topology.x_offset;
    for (double& y : places.y) y += topology.y_offset;
    if (const auto metres = metres_in(places.units); metres && !places.degrees) {
        for (auto* values : {&places.x, &places.y})
            for (double& value : *values) value *= *metres;
        places.units = std::string{"m"};
    }
    return places;
}

/// Corners at one place, rounded to a tenth of a metre or so on the Earth, become one node; those that a face
/// has twice, as where its list is filled up, count once.
MeshShape joined_corners(const MeshPlaces& corners, std::size_t of_each)
{
    constexpr double steps_a_degree = 1e6, whole_turn = 360.0, almost_pole = 90.0 - 1e-6;
    const double steps = corners.degrees ? steps_a_degree : 1e3;  // of a millimetre in a plane
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> known;
    MeshShape shape{{of_each, std::vector<std::int64_t>(corners.x.size(), -1)},
                    {{}, {}, corners.degrees, corners.units}};
    for (std::size_t i = 0; i < corners.x.size(); ++i) {
        const double y = corners.y[i];
        const bool is_pole = corners.degrees && std::abs(y) >= almost_pole;
        const double x = is_pole           ? 0.0
                         : corners.degrees ? corners.x[i] - whole_turn * std::floor(corners.x[i] / whole_turn)
                                           : corners.x[i];
        if (!std::isfinite(x) || !std::isfinite(y)) continue;
        std::int64_t column = std::llround(x * steps);
        if (corners.degrees && column == std::llround(whole_turn * steps)) column = 0;
        const auto next = static_cast<std::int64_t>(shape.places.x.size());
        const auto [at, is_new] = known.try_emplace({column, std::llround(y * steps)}, next);
        const auto face = shape.faces.nodes.begin() + static_cast<std::ptrdiff_t>(i / of_each * of_each);
        const auto behind = face + static_cast<std::ptrdiff_t>(i % of_each);
        if (is_new) {
            shape.places.x.push_back(corners.degrees && x > whole_turn / 2 ? x - whole_turn : x);
            shape.places.y.push_back(y);
        }
        if (std::find(face, behind, at->second) == behind) *std::find(face, behind, -1) = at->second;
    }
    return shape;
}

}  // namespace

MeshShape read_shape(const MeshTopology& topology)
{
    if (topology.by_corners) return joined_corners(read_places(topology), topology.x->dimensions[1].length);
    return {read_faces(topology), read_places(topology)};
}

}  // namespace farfield::compute
