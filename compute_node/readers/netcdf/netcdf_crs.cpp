#include "compute_node/readers/netcdf/netcdf_crs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <sstream>
#include <string_view>

#include "compute_node/readers/common/units.h"

namespace farfield::compute {

namespace {

/// A parameter of PROJ, and the attributes that may have it: the first that exists counts, of an array the
/// number `index`.
struct Parameter {
    const char* name;
    std::array<const char*, 2> attributes;
    std::size_t index = 0;
    bool is_required = true;
};

constexpr Parameter of_latitude{"lat_0", {"latitude_of_projection_origin"}};
constexpr Parameter of_longitude{"lon_0", {"longitude_of_projection_origin"}};
constexpr Parameter of_meridian{"lon_0", {"longitude_of_central_meridian", "longitude_of_projection_origin"}};
constexpr Parameter first_parallel{"lat_1", {"standard_parallel"}};
constexpr Parameter second_parallel{"lat_2", {"standard_parallel"}, 1, false};
/// The parallel with true scale; some mappings give a scale factor instead.
constexpr Parameter true_parallel{"lat_ts", {"standard_parallel"}, 0, false};
constexpr Parameter of_factor{"k_0", {"scale_factor_at_projection_origin"}, 0, false};

struct Projection {
    const char* cf;
    const char* proj;
    std::vector<Parameter> parameters;
};

/// The projections of CF conventions 1.11, appendix F, with their parameters in PROJ.
const std::vector<Projection>& projections()
{
    static const std::vector<Projection> all{
        {"albers_conical_equal_area", "aea", {first_parallel, second_parallel, of_meridian, of_latitude}},
        {"azimuthal_equidistant", "aeqd", {of_longitude, of_latitude}},
        {"lambert_azimuthal_equal_area", "laea", {of_longitude, of_latitude}},
        {"lambert_conformal_conic", "lcc", {first_parallel, second_parallel, of_meridian, of_latitude}},
        {"lambert_cylindrical_equal_area", "cea", {of_meridian, true_parallel, of_factor}},
        {"mercator", "merc", {of_longitude, true_parallel, of_factor}},
        {"oblique_mercator",
         "omerc",
         {{"alpha", {"azimuth_of_central_line"}},
          of_latitude,
          {"lonc", {"longitude_of_projection_origin"}},
          {"k_0", {"scale_factor_at_projection_origin"}}}},
        {"orthographic", "ortho", {of_longitude, of_latitude}},
        {"polar_stereographic",
         "stere",
         {{"lon_0", {"straight_vertical_longitude_from_pole", "longitude_of_projection_origin"}},
          of_latitude,
          true_parallel,
          of_factor}},
        {"sinusoidal", "sinu", {of_longitude}},
        {"stereographic", "stere", {of_longitude, of_latitude, of_factor}},
        {"transverse_mercator",
         "tmerc",
         {{"k_0", {"scale_factor_at_central_meridian"}}, of_meridian, of_latitude}},
        {"vertical_perspective", "nsper", {of_latitude, of_longitude, {"h", {"perspective_point_height"}}}}};
    return all;
}

std::optional<double> value_of(const NetcdfMapping& mapping, const Parameter& parameter)
{
    for (const char* attribute : parameter.attributes) {
        if (attribute == nullptr) continue;
        const std::vector<double> numbers = mapping.numbers(attribute);
        if (numbers.empty()) continue;
        // A cone that touches the Earth has one parallel, which is both.
        const double number = numbers[std::min(parameter.index, numbers.size() - 1)];
        if (std::isfinite(number)) return number;
    }
    return std::nullopt;
}

/// The body that positions are on; that of WGS 84 where the mapping names none.
std::string body_of(const NetcdfMapping& mapping)
{
    std::string meridian_of_body;
    if (const auto prime = mapping.number("longitude_of_prime_meridian"); prime && *prime != 0.0)
        meridian_of_body = fmt::format(" +pm={:.12g}", *prime);
    if (const auto radius = mapping.number("earth_radius"))
        return fmt::format(" +R={:.12g}{}", *radius, meridian_of_body);
    const auto great = mapping.number("semi_major_axis"), small = mapping.number("semi_minor_axis"),
               inverse = mapping.number("inverse_flattening");
    if (!great) return " +datum=WGS84" + meridian_of_body;
    if (inverse && *inverse != 0.0)
        return fmt::format(" +a={:.12g} +rf={:.12g}{}", *great, *inverse, meridian_of_body);
    return fmt::format(" +a={:.12g} +b={:.12g}{}", *great, inverse ? *great : small.value_or(*great),
                       meridian_of_body);
}

/// The projection's parameters, as PROJ writes them; empty where one is missing, or it is none of these.
std::string proj_of_plane(const NetcdfMapping& mapping)
{
    const std::string name = mapping.name();
    for (const Projection& projection : projections()) {
        if (projection.cf != name) continue;
        std::string text = fmt::format("+proj={}", projection.proj);
        for (const Parameter& parameter : projection.parameters) {
            const auto value = value_of(mapping, parameter);
            if (!value && parameter.is_required) return {};
            if (value) text += fmt::format(" +{}={:.12g}", parameter.name, *value);
        }
        return text +
               fmt::format(" +x_0={:.12g} +y_0={:.12g}", mapping.false_easting(), mapping.false_northing());
    }
    return {};
}

std::string proj_of_rotated_pole(const NetcdfMapping& mapping)
{
    const auto pole_latitude = mapping.number("grid_north_pole_latitude"),
               pole_longitude = mapping.number("grid_north_pole_longitude");
    if (!pole_latitude || !pole_longitude) return {};
    return fmt::format("+proj=ob_tran +o_proj=longlat +o_lat_p={:.12g} +o_lon_p={:.12g} +lon_0={:.12g}",
                       *pole_latitude, mapping.number("north_pole_grid_longitude").value_or(0.0),
                       180.0 + *pole_longitude);
}

/// Names of attributes that a projection needs and a mapping lacks; of an unknown projection, all.
std::string what_lacks(const NetcdfMapping& mapping)
{
    const std::string name = mapping.name();
    if (name.empty()) return "it has no 'grid_mapping_name'";
    const auto known =
        std::ranges::find_if(projections(), [&](const Projection& one) { return one.cf == name; });
    if (known == projections().end()) return "it is none of the projections with axes in metres";
    for (const Parameter& parameter : known->parameters)
        if (parameter.is_required && !value_of(mapping, parameter))
            return fmt::format("it has no '{}'", parameter.attributes.front());
    return "the axes are no lengths";
}

/// The name in "grid_mapping" of a field. In CF's long form, "crs: x y", it ends with a colon.
std::string name_of_mapping(const MappedField& field)
{
    std::istringstream words{field.file->text(*field.variable, "grid_mapping")};
    std::string name;
    words >> name;
    if (name.ends_with(':')) name.pop_back();
    return name;
}

/// The code of EPSG in a mapping, "EPSG:28992"; empty where it has none.
std::string epsg_code_of(const NetcdfMapping& mapping)
{
    constexpr std::string_view authority = "EPSG:";
    for (const char* attribute : {"EPSG_code", "epsg_code", "epsg"}) {
        if (const auto number = mapping.number(attribute); number && *number > 0.0)
            return fmt::format("{}{:.0f}", authority, *number);
        if (std::string code = mapping.file->text(*mapping.variable, attribute);
            code.starts_with(authority) && code.size() > authority.size() &&
            code.find_first_not_of("0123456789", authority.size()) == std::string::npos)
            return code;
    }
    return {};
}

bool is_geographic(std::string_view wkt)
{
    return wkt.starts_with("GEOG");
}

}  // namespace

MappedField mapped_field(const NetcdfNodes& nodes)
{
    const NetcdfComponent& u = nodes.velocity.u;
    const NetcdfVariable* axis = nodes.axes.xyz[0].coordinate;
    return {nodes.files, u.file, u.variable,
            axis == nullptr ? 1.0 : metres_in(u.file->text(*axis, "units")).value_or(1.0)};
}

std::optional<NetcdfMapping> find_mapping(const MappedField& field)
{
    const std::string name = name_of_mapping(field);
    if (name.empty()) return std::nullopt;
    for (const auto& file : *field.files)
        if (const NetcdfVariable* found = file->find(name))
            return NetcdfMapping{file.get(), found, field.metres};
    return std::nullopt;
}

std::string projection_of(const NetcdfMapping& mapping)
{
    const std::string text = proj_of_plane(mapping);
    return text.empty() ? text : text + body_of(mapping);
}

std::string remark_on_mapping(const MappedField& field, const GridData& data)
{
    const std::string name = name_of_mapping(field);
    if (name.empty() || !data.crs_wkt.empty() || (data.geographic && !data.rotated_pole)) return {};
    const auto mapping = find_mapping(field);
    if (!mapping)
        return fmt::format("'{}' names the grid mapping '{}', which is not there: positions on the Earth are "
                           "not known.",
                           field.variable->name, name);
    const std::string why = data.rotated_pole ? "the pole is not there" : what_lacks(*mapping);
    return fmt::format("The grid mapping '{}'{} is not applied, as {}: positions on the Earth are not known.",
                       name, mapping->name().empty() ? "" : fmt::format(" ({})", mapping->name()), why);
}

std::string system_of_mapping(const MappedField& field, const GridData& data)
{
    const auto mapping = find_mapping(field);
    if (!mapping) return {};
    for (const char* attribute : {"crs_wkt", "spatial_ref"})
        if (std::string wkt = mapping->file->text(*mapping->variable, attribute);
            !wkt.empty() && is_geographic(wkt) == data.geographic)
            return wkt;
    const bool is_plane = !data.geographic && metres_in(data.position_units) == 1.0;
    std::string text;
    if (is_plane) text = proj_of_plane(*mapping);
    if (data.rotated_pole && mapping->name() == "rotated_latitude_longitude")
        text = proj_of_rotated_pole(*mapping);
    if (!text.empty()) return text + body_of(*mapping) + " +type=crs";
    return is_plane ? epsg_code_of(*mapping) : std::string{};
}

}  // namespace farfield::compute
