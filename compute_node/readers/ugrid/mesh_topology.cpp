#include "compute_node/readers/ugrid/mesh_topology.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/netcdf/netcdf_axes.h"
#include "compute_node/readers/netcdf/netcdf_units.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string_view>

namespace farfield::compute {

namespace {

constexpr std::size_t most_corners = 16;

/// Of faces without UGRID's attributes, in lower case.
constexpr std::array face_names{"nv",           "faces",   "face_nodes",    "elements",
                                "elem",         "element", "triangles",     "tri",
                                "connectivity", "ikle",    "cellsonvertex", "schism_hgrid_face_nodes"};

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

/// Whether a variable lists the corners of faces: which of its dimensions are the faces.
bool take_faces(const Found& found, MeshTopology& topology)
{
    const NetcdfVariable& variable = *found.variable;
    if (!variable.numeric || variable.dimensions.size() != 2) return false;
    const std::size_t first = variable.dimensions[0].length, second = variable.dimensions[1].length;
    const auto may_be_corners = [](std::size_t length) { return length >= 3 && length <= most_corners; };
    topology.corners_first = may_be_corners(first) && (!may_be_corners(second) || first < second);
    if (!may_be_corners(topology.corners_first ? first : second)) return false;
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
    // Models over a plane leave their longitudes at 0.
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

bool take_ugrid(const NetcdfFiles& files, const NetcdfFile& file, const NetcdfVariable& mesh,
                MeshTopology& topology)
{
    const Found faces = find(files, file.text(mesh, "face_node_connectivity"));
    if (faces.variable == nullptr || !take_faces(faces, topology)) return false;
    topology.first_index = faces.file->number(*faces.variable, "start_index").value_or(0.0);
    std::istringstream words{file.text(mesh, "node_coordinates")};
    std::string first, second;
    words >> first >> second;
    Found x = find(files, first), y = find(files, second);
    if (x.variable != nullptr && y.variable != nullptr && direction_of(*x.file, *x.variable) == 'y')
        std::swap(x, y);
    return take_places(x, y, topology);
}

}  // namespace

std::optional<MeshTopology> find_topology(const NetcdfFiles& files)
{
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            MeshTopology topology;
            if (file->text(variable, "cf_role") == "mesh_topology" &&
                take_ugrid(files, *file, variable, topology))
                return topology;
        }
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            MeshTopology topology;
            const bool is_named =
                std::ranges::find(face_names, lower_case(variable.name)) != face_names.end();
            if (!is_named || !take_faces({file.get(), &variable}, topology)) continue;
            topology.first_index = file->number(variable, "start_index");
            if (take_named_places(files, topology)) return topology;
        }
    return std::nullopt;
}

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
        if (number >= 0.0) least = std::min(least, number), most = std::max(most, number);
    // MPAS counts from 1 and has 0 for none.
    const bool of_mpas = topology.faces->name == "cellsOnVertex";
    const bool from_one = of_mpas || (least > 0.0 && most == static_cast<double>(nodes));
    const double first = topology.first_index.value_or(from_one ? 1.0 : 0.0);
    MeshFaces read{corners, std::vector<std::int64_t>(faces * corners, -1)};
    for (std::size_t face = 0; face < faces; ++face)
        for (std::size_t corner = 0; corner < corners; ++corner) {
            const double number =
                numbers[topology.corners_first ? corner * faces + face : face * corners + corner];
            if (!(number - first >= 0.0)) continue;  // a fill value, or none
            if (number - first >= static_cast<double>(nodes))
                throw_reader_error(topology.file->path(),
                                   fmt::format("'{}' has {} as a corner of face {}: expected one of {} nodes",
                                               topology.faces->name, number, face, nodes));
            read.nodes[face * corners + corner] = static_cast<std::int64_t>(number - first);
        }
    return read;
}

MeshPlaces read_places(const MeshTopology& topology)
{
    MeshPlaces places{topology.places->coordinates(*topology.x), topology.places->coordinates(*topology.y),
                      false, topology.places->text(*topology.x, "units")};
    const std::string units = lower_case(places.units), name = lower_case(topology.x->name);
    places.degrees = topology.radians || units.starts_with("degree") ||
                     (units.empty() && name.find("lon") != std::string::npos);
    if (topology.radians)
        for (auto* values : {&places.x, &places.y})
            for (double& value : *values) value *= 180.0 / std::numbers::pi;
    if (places.degrees) places.units = "degrees";
    if (const auto metres = metres_in(places.units); metres && !places.degrees) {
        for (auto* values : {&places.x, &places.y})
            for (double& value : *values) value *= *metres;
        places.units = "m";
    }
    return places;
}

}  // namespace farfield::compute
