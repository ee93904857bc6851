#include "compute_node/readers/netcdf/netcdf_packing.h"

#include "compute_node/support/lower_case.h"

#include <netcdf.h>

#include <algorithm>
#include <cmath>
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

std::vector<double> absent_numbers(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const nc_type type = type_of(variable);
    std::vector<double> absent = file.numbers(variable, "missing_value");
    auto fill = file.number(variable, "_FillValue");
    if (!fill) fill = default_fill(type);
    if (fill) absent.push_back(*fill);
    for (double& number : absent) number = as_value_of(type, number);
    return absent;
}

double values_of_unsigned(const NetcdfFile& file, const NetcdfVariable& variable)
{
    if (lower_case(file.text(variable, "_Unsigned")) != "true") return 0.0;
    const nc_type type = type_of(variable);
    return type == NC_BYTE ? 256.0 : type == NC_SHORT ? 65536.0 : type == NC_INT ? 4294967296.0 : 0.0;
}

/// By the guide, a bound of the type of the scale or the offset, wider than the packed one, is in the unit of
/// what is unpacked; so is a fraction of whole numbers.
bool is_unpacked(const NetcdfVariable& variable, const char* attribute)
{
    const nc_type packed = type_of(variable), bound = type_of(variable, attribute);
    const nc_type scale = type_of(variable, "scale_factor"), offset = type_of(variable, "add_offset");
    const nc_type wider = width_of(scale) >= width_of(offset) ? scale : offset;
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
        packing.bounds_unpacked = is_unpacked(variable, names[n]);
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
    if (std::ranges::find(absent, packed) != absent.end()) return none;
    const double whole = packed < 0.0 ? packed + of_unsigned : packed, value = whole * scale + offset;
    const double held = bounds_unpacked ? value : whole;
    return held < least || held > most ? none : value;
}

NetcdfPacking packing_of_places(const NetcdfFile& file, const NetcdfVariable& variable)
{
    NetcdfPacking packing;
    packing.absent = absent_numbers(file, variable);
    packing.of_unsigned = values_of_unsigned(file, variable);
    packing.scale = file.number(variable, "scale_factor").value_or(1.0);
    packing.offset = file.number(variable, "add_offset").value_or(0.0);
    return packing;
}

NetcdfPacking packing_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    NetcdfPacking packing = packing_of_places(file, variable);
    bound_by(packing, file, variable);
    return packing;
}

}  // namespace farfield::compute
