#include "compute_node/terrain/gdal/vector_shapes.h"

#include "compute_node/support/formats/beginning.h"
#include "compute_node/terrain/gdal/gdal_confinement.h"
#include "compute_node/terrain/gdal/gdal_handles.h"
#include "compute_node/terrain/gdal/gdal_library.h"
#include "compute_node/terrain/gdal/plain_parts.h"

#include <fmt/format.h>
#include <ogr_api.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <span>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

/// Formats of shapes, without VRT and MapInfo, which name other files, and SQLite with GeoPackage, which may
/// name them in their schema.
constexpr std::array<const char*, 9> shape_formats{
    "GeoJSON", "GeoJSONSeq", "TopoJSON", "ESRIJSON", "ESRI Shapefile", "FlatGeobuf", "KML", "GPX", nullptr};

constexpr int max_collection_depth = 8;
constexpr std::size_t max_name_bytes = 64;

struct DestroyFeature {
    void operator()(OGRFeatureH feature) const { OGR_F_Destroy(feature); }
};
using Feature = std::unique_ptr<std::remove_pointer_t<OGRFeatureH>, DestroyFeature>;

struct DestroyGeometry {
    void operator()(OGRGeometryH geometry) const { OGR_G_DestroyGeometry(geometry); }
};
using Geometry = std::unique_ptr<std::remove_pointer_t<OGRGeometryH>, DestroyGeometry>;

/// Transformation from a layer's coordinates into a terrain's.
class Placing {
public:
    Placing(OGRSpatialReferenceH layer, const PostFrame& frame, const fs::path& file) : unit_{frame.crs_unit}
    {
        if (layer == nullptr || frame.crs.empty()) return;
        const GdalErrors errors;
        const GdalCrs from{OSRClone(layer)}, to{OSRNewSpatialReference(nullptr)};
        if (OSRSetFromUserInput(to.get(), frame.crs.c_str()) == OGRERR_NONE) {
            // x is east and y north, whatever order the systems' axes have.
            OSRSetAxisMappingStrategy(from.get(), OAMS_TRADITIONAL_GIS_ORDER);
            OSRSetAxisMappingStrategy(to.get(), OAMS_TRADITIONAL_GIS_ORDER);
            transformation_.reset(OCTNewCoordinateTransformation(from.get(), to.get()));
        }
        if (!transformation_)
            throw std::runtime_error(fmt::format("cannot lay '{}' on the terrain: there is no way from its "
                                                 "reference system to the terrain's{}",
                                                 file.string(), errors.in_brackets()));
    }

    void place(std::span<glm::dvec2> places) const
    {
        if (!transformation_) {
            for (glm::dvec2& place : places) place *= unit_;
            return;
        }
        const GdalErrors quiet;  // a place beyond a projection's bounds is NaN, not an error
        std::vector<double> x(places.size()), y(places.size());
        std::vector<int> done(places.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            x[i] = places[i].x;
            y[i] = places[i].y;
        }
        OCTTransformEx(transformation_.get(), static_cast<int>(places.size()), x.data(), y.data(), nullptr,
                       done.data());
        for (std::size_t i = 0; i < places.size(); ++i)
            places[i] = done[i] != 0 ? glm::dvec2{x[i], y[i]} * unit_
                                     : glm::dvec2{std::numeric_limits<double>::quiet_NaN()};
    }

private:
    double unit_;
    GdalTransformation transformation_;
};

std::string one_line(const char* text)
{
    if (CPLIsUTF8(text, -1) == 0) return "?";
    std::string name{text};
    std::ranges::replace_if(
        name, [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
    if (name.size() <= max_name_bytes) return name;
    std::size_t end = max_name_bytes;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;  // whole characters
    return name.substr(0, end);
}

std::string name_of(OGRFeatureH feature)
{
    for (const char* field : {"name", "label", "title"}) {
        const int index = OGR_F_GetFieldIndex(feature, field);
        if (index >= 0 && OGR_F_IsFieldSetAndNotNull(feature, index) != 0)
            return one_line(OGR_F_GetFieldAsString(feature, index));
    }
    return "";
}

/// Takes the geometries of one layer apart.
class Collector {
public:
    Collector(const Placing& placing, std::uint64_t max_vertices, std::uint64_t& vertices,
              VectorShapes& shapes)
        : placing_{placing}, max_vertices_{max_vertices}, vertices_{vertices}, shapes_{shapes}
    {}

    void add(OGRFeatureH feature)
    {
        OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
        if (geometry == nullptr) return;
        Geometry straight;
        if (OGR_G_HasCurveGeometry(geometry, TRUE) != 0)
            straight.reset(OGR_G_GetLinearGeometry(geometry, 0.0, nullptr));
        collect(straight ? straight.get() : geometry, name_of(feature), 0);
    }

private:
    void collect(OGRGeometryH geometry, const std::string& name, int depth)
    {
        const auto type = wkbFlatten(OGR_G_GetGeometryType(geometry));
        if (type == wkbPoint) {
            for (const glm::dvec2& at : vertices_of(geometry)) shapes_.places.push_back({at, name});
        } else if (type == wkbLineString || type == wkbLinearRing) {
            std::vector<glm::dvec2> line = vertices_of(geometry);
            if (line.size() > 1) shapes_.lines.push_back(std::move(line));
        } else if (depth < max_collection_depth) {
            for (int part = 0; part < OGR_G_GetGeometryCount(geometry); ++part)
                collect(OGR_G_GetGeometryRef(geometry, part), name, depth + 1);
        }
    }

    std::vector<glm::dvec2> vertices_of(OGRGeometryH geometry)
    {
        const int count = OGR_G_GetPointCount(geometry);
        vertices_ += static_cast<std::uint64_t>(count);
        if (vertices_ > max_vertices_) throw TooManyVertices{max_vertices_, vertices_};
        std::vector<glm::dvec2> vertices(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            vertices[static_cast<std::size_t>(i)] = {OGR_G_GetX(geometry, i), OGR_G_GetY(geometry, i)};
        placing_.place(vertices);
        return vertices;
    }

    const Placing& placing_;
    std::uint64_t max_vertices_;
    std::uint64_t& vertices_;
    VectorShapes& shapes_;
};

void check_size(const fs::path& file, const VectorOptions& options)
{
    std::error_code none;
    const std::uint64_t bytes = fs::file_size(file, none);
    if (!none && bytes > options.max_file_bytes)
        throw std::runtime_error(
            fmt::format("cannot read '{}': its {} bytes exceed max_overlay_file_bytes = {}", file.string(),
                        bytes, options.max_file_bytes));
}

GdalDataset open_shapes(const fs::path& file, const VectorOptions& options)
{
    const bool confined = !options.allowed_folders.empty();
    if (confined) check_below(file, options.allowed_folders);
    check_size(file, options);
    std::error_code none;
    // An absolute name cannot be taken for anything but a file's.
    const fs::path found = fs::canonical(file, none);
    check_plain_beside(found);
    const GdalErrors errors;
    GdalDataset dataset{GDALOpenEx(found.c_str(), GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                                   shape_formats.data(), nullptr, nullptr)};
    if (!dataset)
        throw std::runtime_error(fmt::format(
            "cannot read '{}': expected points, lines or areas as GeoJSON, shapefile, FlatGeobuf, "
            "KML or GPX, found none: it begins with {}; convert it with: ogr2ogr overlay.geojson '{}'",
            file.string(), shown_bytes(first_bytes_of(file)), file.filename().string()));
    // The error may be a reference system unknown to GDAL, which would take another in its place.
    if (!errors.first().empty())
        throw std::runtime_error(fmt::format(
            "cannot read '{}': expected shapes and a reference system that are whole and known, found "
            "others{}",
            file.string(), errors.in_brackets()));
    if (confined) check_files_confined(dataset.get(), file, options.allowed_folders);
    return dataset;
}

}  // namespace

TooManyVertices::TooManyVertices(std::uint64_t most, std::uint64_t count)
    : std::runtime_error{fmt::format("more than max_overlay_vertices = {} vertices", most)}, found{count}
{}

VectorShapes read_shapes(const fs::path& file, const PostFrame& frame, const VectorOptions& options)
{
    prepare_gdal();
    const GdalDataset dataset = open_shapes(file, options);
    VectorShapes shapes;
    std::uint64_t vertices = 0;
    const GdalErrors errors;
    for (int n = 0; n < GDALDatasetGetLayerCount(dataset.get()); ++n) {
        OGRLayerH layer = GDALDatasetGetLayer(dataset.get(), n);
        const Placing placing{OGR_L_GetSpatialRef(layer), frame, file};
        Collector collector{placing, options.max_vertices, vertices, shapes};
        while (const Feature feature{OGR_L_GetNextFeature(layer)}) collector.add(feature.get());
    }
    if (!errors.first().empty())
        throw std::runtime_error(fmt::format("cannot read '{}': expected all its shapes, found some broken; "
                                             "is the file truncated or damaged?{}",
                                             file.string(), errors.in_brackets()));
    return shapes;
}

}  // namespace farfield::terrain
