#include "compute_node/readers/netcdf/bytes/netcdf_size.h"

#include <netcdf.h>

#include <array>
#include <string>
#include <vector>

namespace farfield::compute {

namespace {

std::uint64_t padded(std::uint64_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

std::uint64_t bytes_of_type(int id, nc_type type)
{
    std::size_t bytes = 0;
    nc_inq_type(id, type, nullptr, &bytes);
    return bytes;
}

/// Sizes of what a header is made of: counts are 4 bytes, in CDF-5 8; offsets are 4 bytes in CDF-1, else 8.
struct Format {
    std::uint64_t count = 4;
    std::uint64_t offset = 4;

    [[nodiscard]] std::uint64_t name(const char* text) const
    {
        return count + padded(std::char_traits<char>::length(text));
    }
    [[nodiscard]] std::uint64_t list() const { return 4 + count; }
};

std::uint64_t attribute_bytes(int id, int variable, int attributes, const Format& format)
{
    std::uint64_t bytes = format.list();
    for (int a = 0; a < attributes; ++a) {
        std::array<char, NC_MAX_NAME + 1> name{};
        nc_type type = NC_NAT;
        std::size_t length = 0;
        nc_inq_attname(id, variable, a, name.data());
        nc_inq_att(id, variable, name.data(), &type, &length);
        bytes += format.name(name.data()) + 4 + format.count + padded(length * bytes_of_type(id, type));
    }
    return bytes;
}

std::uint64_t dimension_bytes(int id, int dimensions, const Format& format)
{
    std::uint64_t bytes = format.list();
    for (int d = 0; d < dimensions; ++d) {
        std::array<char, NC_MAX_NAME + 1> name{};
        nc_inq_dimname(id, d, name.data());
        bytes += format.name(name.data()) + format.count;
    }
    return bytes;
}

struct VariableBytes {
    std::uint64_t header = 0;
    std::uint64_t data = 0;  ///< of one record, when is_record
    bool is_record = false;
};

VariableBytes variable_bytes(int id, int variable, int unlimited, const Format& format)
{
    std::array<char, NC_MAX_NAME + 1> name{};
    nc_type type = NC_NAT;
    int count = 0, attributes = 0;
    nc_inq_var(id, variable, name.data(), &type, &count, nullptr, &attributes);
    std::vector<int> dimensions(static_cast<std::size_t>(count));
    nc_inq_vardimid(id, variable, dimensions.data());
    VariableBytes bytes;
    bytes.header = format.name(name.data()) + format.count * (1 + dimensions.size()) +
                   attribute_bytes(id, variable, attributes, format) + 4 + format.count + format.offset;
    bytes.is_record = !dimensions.empty() && dimensions.front() == unlimited;
    bytes.data = bytes_of_type(id, type);
    for (std::size_t d = bytes.is_record ? 1 : 0; d < dimensions.size(); ++d) {
        std::size_t length = 0;
        nc_inq_dimlen(id, dimensions[d], &length);
        bytes.data *= length;
    }
    return bytes;
}

}  // namespace

std::uint64_t least_netcdf_bytes(int id)
{
    int kind = 0, dimensions = 0, variables = 0, attributes = 0, unlimited = -1;
    nc_inq_format(id, &kind);
    if (kind != NC_FORMAT_CLASSIC && kind != NC_FORMAT_64BIT_OFFSET && kind != NC_FORMAT_64BIT_DATA) return 0;
    nc_inq(id, &dimensions, &variables, &attributes, &unlimited);
    std::size_t records = 0;
    if (unlimited >= 0) nc_inq_dimlen(id, unlimited, &records);
    const Format format{kind == NC_FORMAT_64BIT_DATA ? 8U : 4U, kind == NC_FORMAT_CLASSIC ? 4U : 8U};

    std::uint64_t bytes = 4 + format.count + dimension_bytes(id, dimensions, format) +
                          attribute_bytes(id, NC_GLOBAL, attributes, format) + format.list();
    std::uint64_t padding = 0;  // behind the last variable: it may be left out
    std::vector<std::uint64_t> of_record;
    for (int v = 0; v < variables; ++v) {
        const VariableBytes variable = variable_bytes(id, v, unlimited, format);
        bytes += variable.header;
        if (variable.is_record) {
            of_record.push_back(variable.data);
        } else {
            bytes += padded(variable.data);
            padding = padded(variable.data) - variable.data;
        }
    }
    std::uint64_t record = 0;
    for (const std::uint64_t data : of_record) record += of_record.size() == 1 ? data : padded(data);
    if (record * records > 0) padding = padded(of_record.back()) - of_record.back();
    return bytes + record * records - padding;
}

}  // namespace farfield::compute
