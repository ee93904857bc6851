#include "compute_node/readers/netcdf/netcdf_file.h"

#include "compute_node/readers/netcdf/netcdf_header.h"
#include "compute_node/readers/netcdf/netcdf_size.h"

#include <netcdf.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <type_traits>

namespace farfield::compute {

namespace {

bool is_numeric(nc_type type)
{
    return type != NC_CHAR && type != NC_STRING && type <= NC_MAX_ATOMIC_TYPE;
}

/// Whether binary32 holds all values of a type, without half of the memory that binary64 takes.
bool fits_binary32(nc_type type)
{
    return type == NC_FLOAT || type == NC_BYTE || type == NC_UBYTE || type == NC_SHORT || type == NC_USHORT;
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

int get_values(int file, int variable, const std::vector<std::size_t>& start,
               const std::vector<std::size_t>& count, float* out)
{
    return nc_get_vara_float(file, variable, start.data(), count.data(), out);
}

int get_values(int file, int variable, const std::vector<std::size_t>& start,
               const std::vector<std::size_t>& count, double* out)
{
    return nc_get_vara_double(file, variable, start.data(), count.data(), out);
}

}  // namespace

std::mutex& netcdf_turn()
{
    static std::mutex mutex;
    return mutex;
}

NetcdfFile::NetcdfFile(const std::filesystem::path& path, const std::vector<NetcdfWindow>& windows)
    : path_{path}
{
    check_netcdf_header(path);
    const int status = nc_open(path.c_str(), NC_NOWRITE, &id_);
    check(status, status > 0 ? "it cannot be opened" : "not a NetCDF file");
    try {
        check_size();
        read_variables(windows);
    } catch (...) {
        nc_close(id_);
        throw;
    }
}

NetcdfFile::~NetcdfFile()
{
    nc_close(id_);
}

void NetcdfFile::check(int status, const std::string& what) const
{
    if (status != NC_NOERR)
        throw std::runtime_error(
            fmt::format("cannot read '{}': {} ({})", path_.string(), what, nc_strerror(status)));
}

void NetcdfFile::check_size() const
{
    std::error_code error;  // the open file can be read nevertheless
    const std::uint64_t least = least_netcdf_bytes(id_), found = std::filesystem::file_size(path_, error);
    if (!error && found < least)
        throw std::runtime_error(
            fmt::format("cannot read '{}': expected at least {} bytes, found {}; is the file truncated?",
                        path_.string(), least, found));
}

void NetcdfFile::read_variables(const std::vector<NetcdfWindow>& windows)
{
    int count = 0;
    check(nc_inq_nvars(id_, &count), "variables");
    for (int id = 0; id < count; ++id) {
        std::array<char, NC_MAX_NAME + 1> name{};
        std::array<int, NC_MAX_VAR_DIMS> dims{};
        nc_type type = NC_NAT;
        int dim_count = 0;
        check(nc_inq_var(id_, id, name.data(), &type, &dim_count, dims.data(), nullptr), "a variable");
        NetcdfVariable variable{id, name.data(), is_numeric(type), {}};
        for (int d = 0; d < dim_count; ++d) {
            NetcdfDimension dimension{dims[d], "", 0};
            check(nc_inq_dim(id_, dims[d], name.data(), &dimension.length), "a dimension");
            dimension.name = name.data();
            narrow(dimension, windows);
            variable.dimensions.push_back(dimension);
        }
        variables_.push_back(std::move(variable));
    }
}

void NetcdfFile::narrow(NetcdfDimension& dimension, const std::vector<NetcdfWindow>& windows) const
{
    for (const NetcdfWindow& window : windows) {
        if (window.dimension != dimension.name) continue;
        if (window.first + window.count > dimension.length)
            throw std::runtime_error(
                fmt::format("cannot read '{}': expected at least {} along '{}', found {}", path_.string(),
                            window.first + window.count, dimension.name, dimension.length));
        dimension.first = window.first;
        dimension.length = window.count;
    }
}

const NetcdfVariable* NetcdfFile::find(const std::string& name) const
{
    const auto found = std::find_if(variables_.begin(), variables_.end(),
                                    [&](const NetcdfVariable& variable) { return variable.name == name; });
    return found == variables_.end() ? nullptr : &*found;
}

std::optional<std::size_t> NetcdfFile::length_of(const std::string& dimension) const
{
    int dimension_id = -1;
    std::size_t length = 0;
    if (nc_inq_dimid(id_, dimension.c_str(), &dimension_id) != NC_NOERR) return std::nullopt;
    check(nc_inq_dimlen(id_, dimension_id, &length), "a dimension");
    return length;
}

std::string NetcdfFile::text(const NetcdfVariable& variable, const char* attribute) const
{
    nc_type type = NC_NAT;
    std::size_t length = 0;
    if (nc_inq_att(id_, variable.id, attribute, &type, &length) != NC_NOERR) return "";
    if (type == NC_STRING && length == 1) {
        char* value = nullptr;
        check(nc_get_att_string(id_, variable.id, attribute, &value), attribute);
        std::string text{value == nullptr ? "" : value};
        nc_free_string(1, &value);
        return text;
    }
    if (type != NC_CHAR) return "";
    std::string value(length, '\0');
    check(nc_get_att_text(id_, variable.id, attribute, value.data()), attribute);
    value.erase(std::find(value.begin(), value.end(), '\0'), value.end());
    return value;
}

std::vector<std::string> NetcdfFile::lines(const NetcdfVariable& variable) const
{
    nc_type type = NC_NAT;
    check(nc_inq_vartype(id_, variable.id, &type), variable.name);
    if (type != NC_CHAR || variable.dimensions.size() != 2) return {};
    const auto& [count, length] = std::tie(variable.dimensions[0], variable.dimensions[1]);
    std::vector<std::string> lines(count.length, std::string(length.length, '\0'));
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const std::size_t start[]{count.first + line, length.first}, extent[]{1, length.length};
        check(nc_get_vara_text(id_, variable.id, start, extent, lines[line].data()), variable.name);
    }
    return lines;
}

std::optional<double> NetcdfFile::number(const NetcdfVariable& variable, const char* attribute) const
{
    nc_type type = NC_NAT;
    std::size_t length = 0;
    if (nc_inq_att(id_, variable.id, attribute, &type, &length) != NC_NOERR) return std::nullopt;
    if (!is_numeric(type) || length != 1) return std::nullopt;
    double value = 0.0;
    check(nc_get_att_double(id_, variable.id, attribute, &value), attribute);
    return value;
}

std::vector<double> NetcdfFile::numbers(const NetcdfVariable& variable, const char* attribute) const
{
    constexpr std::size_t plausible = 64;  // parameters of a grid are few
    nc_type type = NC_NAT;
    std::size_t length = 0;
    if (nc_inq_att(id_, variable.id, attribute, &type, &length) != NC_NOERR) return {};
    if (!is_numeric(type) || length == 0 || length > plausible) return {};
    std::vector<double> all(length);
    check(nc_get_att_double(id_, variable.id, attribute, all.data()), attribute);
    return all;
}

std::vector<double> NetcdfFile::coordinates(const NetcdfVariable& variable) const
{
    const NetcdfDimension& along = variable.dimensions.at(0);
    std::vector<double> values(along.length);
    check(nc_get_vara_double(id_, variable.id, &along.first, &along.length, values.data()), variable.name);
    const double scale = number(variable, "scale_factor").value_or(1.0);
    const double offset = number(variable, "add_offset").value_or(0.0);
    for (double& value : values) value = value * scale + offset;
    return values;
}

std::vector<float> NetcdfFile::values(const NetcdfVariable& variable, const std::vector<std::size_t>& start,
                                      const std::vector<std::size_t>& count) const
{
    return values_as<float>(variable, start, count);
}

std::vector<double> NetcdfFile::exact_values(const NetcdfVariable& variable,
                                             const std::vector<std::size_t>& start,
                                             const std::vector<std::size_t>& count) const
{
    return values_as<double>(variable, start, count);
}

template <class Value>
std::vector<Value> NetcdfFile::values_as(const NetcdfVariable& variable,
                                         const std::vector<std::size_t>& start,
                                         const std::vector<std::size_t>& count) const
{
    std::size_t total = 1;
    for (const std::size_t n : count) total *= n;
    std::vector<std::size_t> in_file = start;
    for (std::size_t d = 0; d < in_file.size(); ++d) in_file[d] += variable.dimensions[d].first;
    nc_type type = NC_NAT;
    check(nc_inq_vartype(id_, variable.id, &type), variable.name);
    auto fill = number(variable, "_FillValue");
    if (!fill) fill = default_fill(type);
    const auto missing = number(variable, "missing_value");
    const double scale = number(variable, "scale_factor").value_or(1.0);
    const double offset = number(variable, "add_offset").value_or(0.0);
    const auto unpacked = [&](double packed) {
        const bool absent = (fill && packed == *fill) || (missing && packed == *missing);
        return absent ? std::numeric_limits<Value>::quiet_NaN() : static_cast<Value>(packed * scale + offset);
    };
    std::vector<Value> out(total);
    if (std::is_same_v<Value, float> && !fits_binary32(type)) {
        std::vector<double> packed(total);
        check(get_values(id_, variable.id, in_file, count, packed.data()), variable.name);
        std::transform(packed.begin(), packed.end(), out.begin(), unpacked);
    } else {
        check(get_values(id_, variable.id, in_file, count, out.data()), variable.name);
        for (Value& value : out) value = unpacked(value);
    }
    check_size();  // the library reads zeros where a file has become shorter
    return out;
}

}  // namespace farfield::compute
