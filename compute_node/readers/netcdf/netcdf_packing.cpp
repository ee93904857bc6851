#include "compute_node/readers/netcdf/netcdf_packing.h"

#include "compute_node/support/lower_case.h"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace farfield::compute {

namespace {

/// NC_NAT where there is none.
nc_type type_of(const NetcdfVariable& variable)
{
    nc_type type = NC_NAT;
    return nc_inq_vartype(variable.group, variable.id, &type) == NC_NOERR ? type : NC_NAT;
}

nc_type type_of(const NetcdfVariable& variable, const char* attribute)
{
    nc_type type = NC_NAT;
    return nc_inq_atttype(variable.group, variable.id, attribute, &type) == NC_NOERR ? type : NC_NAT;
}

bool is_real(nc_type type)
{
    return type == NC_FLOAT || type == NC_DOUBLE;
}

/// Of an attribute's numbers; those that are text count as binary64.
nc_type number_type(const NetcdfVariable& variable, const char* attribute)
{
    const nc_type type = type_of(variable, attribute);
    return type == NC_CHAR || type == NC_STRING ? NC_DOUBLE : type;
}

/// Of numbers, in bytes; whole ones before those with a fraction.
int width_of(nc_type type)
{
    switch (type) {
    case NC_BYTE:
    case NC_UBYTE:
        return 1;
    case NC_SHORT:
    case NC_USHORT:
        return 2;
    case NC_INT:
    case NC_UINT:
        return 4;
    case NC_INT64:
    case NC_UINT64:
        return 8;
    case NC_FLOAT:
        return 16;
    case NC_DOUBLE:
        return 17;
    default:
        return 0;
    }
}

/// NetCDF's own fill value, for a variable that names none.
std::optional<double> default_fill(nc_type type)
{
    switch (type) {
    case NC_SHORT:
        return NC_FILL_SHORT;
    case NC_INT:
        return NC_FILL_INT;
    case NC_FLOAT:
        return static_cast<double>(NC_FILL_FLOAT);
    case NC_DOUBLE:
        return NC_FILL_DOUBLE;
    default:
        return std::nullopt;  // bytes use their whole range
    }
}

/// -999.9 as a double attribute is no value of a variable of binary32.
double as_value_of(nc_type type, double number)
{
    return type == NC_FLOAT ? static_cast<double>(static_cast<float>(number)) : number;
}

/// Attributes that name values which stand for none; the last ones by names that are none of the
/// conventions'.
constexpr std::array fill_names{"missing_value", "_FillValue"};
constexpr std::array odd_fill_names{
    "FillValue",     "fill_value", "_fillvalue", "_Fillvalue", "missing", "missingValue", "MissingValue",
    "MISSING_VALUE", "nodata",     "NODATA",     "no_data",    "NoData",  "missing_data", "_missing_value"};

/// Whether a number can be none of the packed ones of a type.
bool is_no_packed(nc_type type, double number)
{
    if (is_real(type) || width_of(type) > 4) return false;
    const double most = std::ldexp(1.0, 8 * width_of(type));
    return number != std::floor(number) || std::abs(number) > most;
}

void add_absent(NetcdfPacking& packing, const NetcdfFile& file, const NetcdfVariable& variable)
{
    const nc_type type = type_of(variable);
    const auto take = [&](const char* name) {
        const std::vector<double> found = file.numbers(variable, name);
        for (const double number : found)
            (is_no_packed(type, number) ? packing.absent_unpacked : packing.absent)
                .push_back(as_value_of(type, number));
        return !found.empty();
    };
    for (const char* name : fill_names) take(name);
    for (const char* name : odd_fill_names)
        if (take(name))
            file.remark(variable.name,
                        fmt::format("has values that stand for none by '{}', which was taken for "
                                    "_FillValue.",
                                    name));
    if (!file.number(variable, "_FillValue"))
        if (const auto fill = default_fill(type)) packing.absent.push_back(*fill);
    const bool is_signed = lower_case(file.text(variable, "_Unsigned")) != "true";
    if (type == NC_SHORT && is_signed) packing.undeclared = std::numeric_limits<std::int16_t>::min();
}

double values_of_unsigned(const NetcdfFile& file, const NetcdfVariable& variable)
{
    if (lower_case(file.text(variable, "_Unsigned")) != "true") return 0.0;
    const nc_type type = type_of(variable);
    return type == NC_BYTE ? 256.0 : type == NC_SHORT ? 65536.0 : type == NC_INT ? 4294967296.0 : 0.0;
}

/// By the guide, a bound of the type of the scale or the offset, wider than the packed one, is in the unit of
/// what is unpacked; so is a fraction of whole numbers.
bool is_unpacked(const NetcdfVariable& variable, const char* attribute, bool has_fraction)
{
    const nc_type packed = type_of(variable), bound = number_type(variable, attribute);
    const nc_type scale = number_type(variable, "scale_factor"), offset = number_type(variable, "add_offset");
    const nc_type wider = width_of(scale) >= width_of(offset) ? scale : offset;
    const nc_type written = type_of(variable, attribute);
    if (written == NC_CHAR || written == NC_STRING)  // of no type: a fraction tells
        return wider != NC_NAT && !is_real(packed) && has_fraction;
    if (wider == NC_NAT || width_of(bound) <= width_of(packed)) return false;
    return bound == wider || (is_real(bound) && !is_real(packed));
}

void bound_by(NetcdfPacking& packing, const NetcdfFile& file, const NetcdfVariable& variable)
{
    const nc_type type = type_of(variable);
    const std::vector<double> range = file.numbers(variable, "valid_range");
    const bool has_range = range.size() == 2;
    const char* const names[]{has_range ? "valid_range" : "valid_min",
                              has_range ? "valid_range" : "valid_max"};
    const std::optional<double> found[]{has_range ? range[0] : file.number(variable, names[0]),
                                        has_range ? range[1] : file.number(variable, names[1])};
    double* const bounds[]{&packing.least, &packing.most};
    for (std::size_t n = 0; n < 2; ++n) {
        if (!found[n] || std::isnan(*found[n])) continue;
        packing.bounds_unpacked = is_unpacked(variable, names[n], *found[n] != std::floor(*found[n]));
        *bounds[n] = packing.bounds_unpacked ? *found[n] : as_value_of(type, *found[n]);
        if (*bounds[n] < 0.0 && type_of(variable, names[n]) == type) *bounds[n] += packing.of_unsigned;
    }
    if (packing.least > packing.most) {  // as some models write that have not looked
        packing.least = -std::numeric_limits<double>::infinity();
        packing.most = std::numeric_limits<double>::infinity();
    }
}

}  // namespace

double NetcdfPacking::unpacked(double packed) const
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (std::ranges::find(absent, packed) != absent.end() || packed == undeclared) return none;
    const double whole = packed < 0.0 ? packed + of_unsigned : packed, value = whole * scale + offset;
    if (of_unsigned > 0.0 && std::ranges::find(absent, whole) != absent.end()) return none;
    const auto is_value = [&](double one) { return std::abs(value - one) < 1e-6 * std::abs(one); };
    if (std::ranges::any_of(absent_unpacked, is_value)) return none;
    const double held = bounds_unpacked ? value : whole;
    return held < least || held > most ? none : value;
}

NetcdfPacking packing_of_places(const NetcdfFile& file, const NetcdfVariable& variable)
{
    NetcdfPacking packing;
    add_absent(packing, file, variable);
    packing.of_unsigned = values_of_unsigned(file, variable);
    packing.scale = file.number(variable, "scale_factor").value_or(1.0);
    packing.offset = file.number(variable, "add_offset").value_or(0.0);
    return packing;
}

void remark_on_numbers(const NetcdfFile& file, const NetcdfVariable& variable)
{
    for (const char* name : {"scale_factor", "add_offset", "missing_value", "_FillValue", "valid_min",
                             "valid_max", "valid_range"}) {
        if (type_of(variable, name) == NC_NAT || !file.numbers(variable, name).empty()) continue;
        const std::string text = lower_case(file.text(variable, name));
        if (text.empty() || text == "none" || text == "n/a") continue;  // there is none
        file.remark(variable.name,
                    fmt::format("has '{}' as {}, which is no number and is not applied.", text, name));
    }
    for (const char* name : {"scale", "Scale", "scaling_factor", "scale_offset", "slope", "Slope",
                             "intercept", "Intercept", "offset", "Offset", "factor", "multiplier"})
        if (const auto number = file.number(variable, name))
            file.remark(variable.name,
                        fmt::format("has {} = {:g}, which is none of the conventions' names and is "
                                    "not applied.",
                                    name, *number));
}

namespace {

constexpr float huge_value = 1e15F;

/// Numbers that programs write for none: powers of ten from huge_value on, NetCDF's own, the largest ones of
/// binary32, and rows of nines.
bool stands_for_none(float value)
{
    constexpr std::array usual{999.0F,        999.9F,      999.99F,       9999.0F,
                               9999.9F,       9999.99F,    32767.0F,      32768.0F,
                               88888.0F,      99999.0F,    999999.0F,     9.999e20F,
                               NC_FILL_FLOAT, 1.70141e38F, 1.7014118e38F, std::numeric_limits<float>::max()};
    const float size = std::abs(value);
    if (std::ranges::find(usual, size) != usual.end()) return true;
    const float power = std::pow(10.0F, std::round(std::log10(size)));
    return size >= huge_value && std::abs(size - power) < 1e-6F * power;
}

float largest_of(const std::vector<float>& values)
{
    float largest = 0.0F;
    for (const float value : values)
        if (std::isfinite(value) && std::abs(value) > std::abs(largest)) largest = value;
    return largest;
}

/// Whether all others are smaller by a factor that no field's values are apart, and there are others; huge
/// ones need none.
bool stands_apart(const std::vector<float>& values, float extreme)
{
    constexpr float gap = 10.0F;
    bool has_others = std::abs(extreme) >= huge_value;
    for (const float value : values) {
        if (!std::isfinite(value) || value == extreme) continue;
        if (std::abs(value) * gap > std::abs(extreme)) return false;
        has_others = true;
    }
    return has_others;
}

}  // namespace

void leave_out_undeclared(const NetcdfFile& file, const NetcdfVariable& variable, std::vector<float>& values)
{
    constexpr int most_kinds = 3;
    for (int kind = 0; kind < most_kinds; ++kind) {
        const float extreme = largest_of(values);
        if (!stands_for_none(extreme) || !stands_apart(values, extreme)) return;
        std::ranges::replace(values, extreme, std::numeric_limits<float>::quiet_NaN());
        file.remark(
            variable.name,
            fmt::format("has values of {:g}, which nothing declares: they were taken for none.", extreme));
    }
}

NetcdfPacking packing_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    NetcdfPacking packing = packing_of_places(file, variable);
    bound_by(packing, file, variable);
    return packing;
}

}  // namespace farfield::compute
