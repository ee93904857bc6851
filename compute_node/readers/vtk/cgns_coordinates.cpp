#include "compute_node/readers/vtk/cgns_coordinates.h"

#include "compute_node/readers/vtk/cgns_file.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>
#include <optional>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Units of length and angle that a node of the file says, for itself and what is below it.
struct SaidUnits {
    std::optional<CGNS_ENUMT(LengthUnits_t)> length;
    std::optional<CGNS_ENUMT(AngleUnits_t)> angle;
};

/// Of the node that the library is at.
SaidUnits units_here()
{
    CGNS_ENUMT(MassUnits_t) mass{};
    CGNS_ENUMT(LengthUnits_t) length{};
    CGNS_ENUMT(TimeUnits_t) time{};
    CGNS_ENUMT(TemperatureUnits_t) temperature{};
    CGNS_ENUMT(AngleUnits_t) angle{};
    SaidUnits said;
    if (cg_units_read(&mass, &length, &time, &temperature, &angle) != CG_OK) return said;
    if (length != CGNS_ENUMV(LengthUnitsNull) && length != CGNS_ENUMV(LengthUnitsUserDefined))
        said.length = length;
    if (angle != CGNS_ENUMV(AngleUnitsNull) && angle != CGNS_ENUMV(AngleUnitsUserDefined)) said.angle = angle;
    return said;
}

double metres_of(CGNS_ENUMT(LengthUnits_t) unit)
{
    if (unit == CGNS_ENUMV(Centimeter)) return 0.01;
    if (unit == CGNS_ENUMV(Millimeter)) return 0.001;
    if (unit == CGNS_ENUMV(Foot)) return 0.3048;
    if (unit == CGNS_ENUMV(Inch)) return 0.0254;
    return 1.0;
}

class ZoneCoordinates {
public:
    ZoneCoordinates(const CgnsFile& file, int base, int zone, std::string path)
        : file_{file}, base_{base}, zone_{zone}, path_{std::move(path)}
    {
        int count = 0;
        file_.check(cg_ncoords(file_.id(), base_, zone_, &count));
        for (int n = 1; n <= count; ++n) {
            CGNS_ENUMT(DataType_t) kind{};
            CgnsName name{};
            file_.check(cg_coord_info(file_.id(), base_, zone_, n, &kind, name.data()));
            names_.emplace_back(name.data());
        }
    }

    [[nodiscard]] CgnsCoordinates read(std::uint64_t points) const
    {
        CgnsCoordinates found;
        const SaidUnits of_coordinates =
            units_of("GridCoordinates_t", has("CoordinateR") ? "CoordinateTheta" : "");
        if (of_coordinates.length) found.metres = metres_of(*of_coordinates.length);
        if (found.metres != 1.0) found.length_unit = cg_LengthUnitsName(*of_coordinates.length);
        const SaidUnits of_values = units_of("FlowSolution_t", "VelocityX");
        if (of_values.length) found.velocity_metres = metres_of(*of_values.length);
        if (!is_cartesian()) found.polar = polar(points, of_coordinates.angle);
        return found;
    }

private:
    [[nodiscard]] bool has(const char* name) const { return std::ranges::find(names_, name) != names_.end(); }
    /// Names that say nothing of the kind are taken in their order, as x, y and z.
    [[nodiscard]] bool is_cartesian() const
    {
        const auto is_other = [](const std::string& name) {
            constexpr std::array others{"CoordinateR",          "CoordinateTheta", "CoordinatePhi",
                                        "CoordinateXi",         "CoordinateEta",   "CoordinateNormal",
                                        "CoordinateTangential", "CoordinateZeta"};
            return std::ranges::find(others, name) != others.end();
        };
        return std::ranges::none_of(names_, is_other);
    }

    /// Those of the array, or else of what it is in.
    [[nodiscard]] SaidUnits units_of(const char* group, const std::string& array) const
    {
        SaidUnits found;
        const auto take = [&](int status) {
            if (status != CG_OK) return;
            const SaidUnits said = units_here();
            if (said.length) found.length = said.length;
            if (said.angle) found.angle = said.angle;
        };
        take(cg_goto(file_.id(), base_, "end"));
        take(cg_goto(file_.id(), base_, "Zone_t", zone_, "end"));
        take(cg_goto(file_.id(), base_, "Zone_t", zone_, group, 1, "end"));
        int arrays = 0;
        if (cg_goto(file_.id(), base_, "Zone_t", zone_, group, 1, "end") != CG_OK ||
            cg_narrays(&arrays) != CG_OK)
            return found;
        for (int n = 1; n <= arrays; ++n) {
            CgnsName name{};
            CGNS_ENUMT(DataType_t) kind{};
            int rank = 0;
            std::array<cgsize_t, 12> dims{};
            const int status = cg_goto(file_.id(), base_, "Zone_t", zone_, group, 1, "end");
            if (status != CG_OK || cg_array_info(n, name.data(), &kind, &rank, dims.data()) != CG_OK)
                continue;
            if (!array.empty() && array != name.data()) continue;
            take(cg_goto(file_.id(), base_, "Zone_t", zone_, group, 1, "DataArray_t", n, "end"));
        }
        return found;
    }

    [[nodiscard]] std::vector<glm::dvec3> polar(std::uint64_t points,
                                                std::optional<CGNS_ENUMT(AngleUnits_t)> angle) const
    {
        const bool has_z = has("CoordinateZ");
        if (!has("CoordinateR") || !has("CoordinateTheta") || names_.size() != (has_z ? 3U : 2U))
            file_.fail(
                fmt::format("zone '{}' has the coordinates {}, which are not read; expected CoordinateX, "
                            "CoordinateY, CoordinateZ or CoordinateR, CoordinateTheta, CoordinateZ",
                            path_, fmt::join(names_, ", ")));
        const bool in_degrees = angle == CGNS_ENUMV(Degree);
        const double radians = in_degrees ? std::numbers::pi / 180.0 : 1.0;
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

    [[nodiscard]] std::vector<double> numbers(const char* name, std::uint64_t points) const
    {
        int indices = 0;
        CgnsName zone_name{};
        std::array<cgsize_t, 9> size{};
        file_.check(cg_index_dim(file_.id(), base_, zone_, &indices));
        file_.check(cg_zone_read(file_.id(), base_, zone_, zone_name.data(), size.data()));
        const std::array<cgsize_t, 3> first{1, 1, 1};
        std::uint64_t count = 1;
        for (int axis = 0; axis < indices; ++axis)
            count *= static_cast<std::uint64_t>(std::max(size[axis], cgsize_t{0}));
        if (count != points)
            file_.fail(fmt::format("zone '{}' has {} points, expected {}", path_, count, points));
        std::vector<double> values(points);
        file_.check(cg_coord_read(file_.id(), base_, zone_, name, CGNS_ENUMV(RealDouble), first.data(),
                                  size.data(), values.data()));
        return values;
    }

    const CgnsFile& file_;
    int base_, zone_;
    std::string path_;
    std::vector<std::string> names_;
};

}  // namespace

std::map<std::string, CgnsCoordinates> cgns_coordinates(const fs::path& path,
                                                        const std::map<std::string, std::uint64_t>& points)
{
    const CgnsFile file{path};
    std::map<std::string, CgnsCoordinates> all;
    file.for_each_zone([&](int base, int zone, const std::string& name) {
        if (const auto found = points.find(name); found != points.end())
            all.emplace(name, ZoneCoordinates{file, base, zone, name}.read(found->second));
    });
    return all;
}

}  // namespace farfield::compute
