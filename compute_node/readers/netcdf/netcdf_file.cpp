#include "compute_node/readers/netcdf/netcdf_file.h"

#include "compute_node/readers/netcdf/bytes/netcdf_header.h"
#include "compute_node/readers/netcdf/bytes/netcdf_size.h"
#include "compute_node/readers/netcdf/netcdf_components.h"
#include "compute_node/readers/netcdf/netcdf_packing.h"
#include "compute_node/readers/netcdf/netcdf_undeclared.h"
#include "compute_node/support/formats/file_kinds.h"

#include <netcdf.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace farfield::compute {

namespace {

bool is_numeric(nc_type type)
{
    return type != NC_CHAR && type != NC_STRING && type <= NC_MAX_ATOMIC_TYPE;
}

/// True when binary32, with half of the memory of binary64, holds all values of a type.
bool fits_binary32(nc_type type)
{
    return type == NC_FLOAT || type == NC_BYTE || type == NC_UBYTE || type == NC_SHORT || type == NC_USHORT;
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

std::vector<double> numbers_in(std::string_view text)
{
    constexpr std::string_view blanks = " ,;\t\n";
    constexpr std::size_t most = 64;
    std::vector<double> all;
    while (all.size() < most) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (text.empty()) return all;
        if (text.front() == '+') text.remove_prefix(1);
        double value = 0.0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{}) return {};
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.empty() && std::string_view{"fFdDsSbB"}.find(text.front()) != std::string_view::npos)
            text.remove_prefix(1);
        if (!text.empty() && blanks.find(text.front()) == std::string_view::npos) return {};
        all.push_back(value);
    }
    return {};
}

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
    if (status == NC_ENOTNC) check(status, "not a NetCDF file but " + found_in(path));
    if (status == NC_EHDFERR)
        check(status,
              "it begins as HDF5, and so does NetCDF-4, but cannot be read as that; is it truncated?");
    check(status, status > 0 ? "it cannot be opened" : "not a NetCDF file");
    try {
        check_size();
        read_variables(id_, windows);
        join_selections();
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

/// Adds a variable; a vector is added as its components.
void NetcdfFile::add(NetcdfVariable variable)
{
    constexpr const char* axes = "xyz";
    variable.component_dimension = dimension_of_components(variable, variables_);
    if (variable.component_dimension < 0) {
        variables_.push_back(std::move(variable));
        return;
    }
    const auto along = variable.dimensions.begin() + variable.component_dimension;
    const std::size_t first = along->first;
    variable.components = along->length;
    variable.dimensions.erase(along);
    variable.vector = variable.name;
    for (std::size_t c = 0; c < variable.components; ++c) {
        variable.name = fmt::format("{}.{}", variable.vector, axes[c]);
        variable.component = first + c;
        variables_.push_back(variable);
    }
}

void NetcdfFile::read_variables(int group, const std::vector<NetcdfWindow>& windows, int depth)
{
    constexpr int deepest = 8;
    std::vector<std::string> hidden;
    int count = 0;
    check(nc_inq_nvars(group, &count), "variables");
    for (int id = 0; id < count; ++id) {
        std::array<char, NC_MAX_NAME + 1> name{};
        std::array<int, NC_MAX_VAR_DIMS> dims{};
        nc_type type = NC_NAT;
        int dim_count = 0;
        check(nc_inq_var(group, id, name.data(), &type, &dim_count, dims.data(), nullptr), "a variable");
        NetcdfVariable variable{group, id, name.data(), is_numeric(type), {}};
        for (int d = 0; d < dim_count; ++d) {
            NetcdfDimension dimension{dims[d], "", 0};
            check(nc_inq_dim(group, dims[d], name.data(), &dimension.length), "a dimension");
            dimension.name = name.data();
            narrow(dimension, windows);
            variable.dimensions.push_back(dimension);
        }
        if (depth == 0 || find(variable.name) == nullptr)
            add(std::move(variable));
        else if (variable.numeric && variable.dimensions.size() > 1)
            hidden.push_back(variable.name);
    }
    if (!hidden.empty()) remark_on_hidden(group, hidden);
    int groups = 0;
    if (depth == deepest || nc_inq_grps(group, &groups, nullptr) != NC_NOERR || groups == 0) return;
    std::vector<int> below(static_cast<std::size_t>(groups));
    check(nc_inq_grps(group, &groups, below.data()), "groups");
    for (const int one : below) read_variables(one, windows, depth + 1);
}

/// Says that variables of a group are left out, of which at most five are named.
void NetcdfFile::remark_on_hidden(int group, std::vector<std::string> names)
{
    constexpr std::size_t most_named = 5;
    std::size_t length = 0;
    check(nc_inq_grpname_full(group, &length, nullptr), "the name of a group");
    std::string path(length + 1, '\0');
    check(nc_inq_grpname_full(group, nullptr, path.data()), "the name of a group");
    path.resize(length);
    const std::size_t more = names.size() - std::min(names.size(), most_named);
    names.resize(names.size() - more);
    remark(path, fmt::format("is a group of which '{}'{} are left out: a group before it has the same names.",
                             fmt::join(names, "', '"), more == 0 ? "" : fmt::format(" and {} more", more)));
}

void NetcdfFile::join_selections()
{
    std::vector<std::pair<NetcdfDimension, NetcdfDimension>> same;
    for (const NetcdfVariable& list : variables_) {
        const std::string of = text(list, "compress");
        if (of.empty() || list.dimensions.size() != 1 || list.dimensions.front().name != list.name) continue;
        const NetcdfVariable* whole = find(of);
        if (whole == nullptr || whole->dimensions.size() != 1 || whole->dimensions.front().name != of ||
            whole->dimensions.front().length != list.dimensions.front().length)
            continue;
        const std::vector<double> chosen = coordinates(list);
        if (std::ranges::adjacent_find(chosen, std::ranges::greater_equal{}) == chosen.end())
            same.emplace_back(list.dimensions.front(), whole->dimensions.front());
    }
    for (const auto& [selection, whole] : same)
        for (NetcdfVariable& variable : variables_)
            for (NetcdfDimension& dimension : variable.dimensions)
                if (dimension.id == selection.id && variable.name != selection.name) dimension = whole;
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

std::string NetcdfFile::text(const char* attribute) const
{
    return text(NetcdfVariable{.group = id_, .id = NC_GLOBAL, .name = {}, .dimensions = {}}, attribute);
}

std::string NetcdfFile::text(const NetcdfVariable& variable, const char* attribute) const
{
    nc_type type = NC_NAT;
    std::size_t length = 0;
    if (nc_inq_att(variable.group, variable.id, attribute, &type, &length) != NC_NOERR) return "";
    constexpr std::size_t most_strings = 64;
    if (type == NC_STRING && length <= most_strings) {
        std::vector<char*> values(length, nullptr);
        check(nc_get_att_string(variable.group, variable.id, attribute, values.data()), attribute);
        std::string text;
        for (const char* value : values)
            text += fmt::format("{}{}", text.empty() ? "" : " ", value == nullptr ? "" : value);
        nc_free_string(length, values.data());
        return text;
    }
    if (type != NC_CHAR) return "";
    std::string value(length, '\0');
    check(nc_get_att_text(variable.group, variable.id, attribute, value.data()), attribute);
    value.erase(std::find(value.begin(), value.end(), '\0'), value.end());
    return value;
}

std::vector<std::string> NetcdfFile::lines(const NetcdfVariable& variable) const
{
    nc_type type = NC_NAT;
    check(nc_inq_vartype(variable.group, variable.id, &type), variable.name);
    if (type == NC_STRING && variable.dimensions.size() == 1) return strings(variable);
    if (type != NC_CHAR || variable.dimensions.size() != 2) return {};
    const auto& [count, length] = std::tie(variable.dimensions[0], variable.dimensions[1]);
    std::vector<std::string> lines(count.length, std::string(length.length, '\0'));
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const std::size_t start[]{count.first + line, length.first}, extent[]{1, length.length};
        check(nc_get_vara_text(variable.group, variable.id, start, extent, lines[line].data()),
              variable.name);
    }
    return lines;
}

std::vector<std::string> NetcdfFile::strings(const NetcdfVariable& variable) const
{
    const NetcdfDimension& along = variable.dimensions.front();
    std::vector<std::string> lines;
    for (std::size_t line = along.first; line < along.first + along.length; ++line) {
        char* value = nullptr;
        check(nc_get_var1_string(variable.group, variable.id, &line, &value), variable.name);
        lines.emplace_back(value == nullptr ? "" : value);
        nc_free_string(1, &value);
    }
    return lines;
}

std::optional<double> NetcdfFile::number(const NetcdfVariable& variable, const char* attribute) const
{
    const std::vector<double> all = numbers(variable, attribute);
    return all.size() == 1 ? std::optional{all.front()} : std::nullopt;
}

std::optional<double> NetcdfFile::number(const char* attribute) const
{
    return number(NetcdfVariable{.group = id_, .id = NC_GLOBAL, .name = {}, .dimensions = {}}, attribute);
}

std::vector<double> NetcdfFile::numbers(const NetcdfVariable& variable, const char* attribute) const
{
    constexpr std::size_t plausible = 64;  // parameters of a grid are few
    nc_type type = NC_NAT;
    std::size_t length = 0;
    if (nc_inq_att(variable.group, variable.id, attribute, &type, &length) != NC_NOERR) return {};
    if (!is_numeric(type)) return numbers_in(text(variable, attribute));
    if (length == 0 || length > plausible) return {};
    std::vector<double> all(length);
    check(nc_get_att_double(variable.group, variable.id, attribute, all.data()), attribute);
    return all;
}

void NetcdfFile::remark(const std::string& variable, const std::string& sentence) const
{
    std::vector<std::string>& names = remarks_[sentence];
    if (std::ranges::find(names, variable) == names.end()) names.push_back(variable);
}

std::vector<std::string> NetcdfFile::remarks() const
{
    std::vector<std::string> all;
    for (const auto& [sentence, names] : remarks_)
        all.push_back(fmt::format("'{}' {}", fmt::join(names, "', '"), sentence));
    return all;
}

std::vector<double> NetcdfFile::coordinates(const NetcdfVariable& variable) const
{
    const NetcdfDimension& along = variable.dimensions.at(0);
    std::vector<double> values(along.length);
    check(nc_get_vara_double(variable.group, variable.id, &along.first, &along.length, values.data()),
          variable.name);
    const NetcdfPacking packing = packing_of_places(*this, variable);
    for (double& value : values) value = packing.place(value);
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

void NetcdfFile::check_extent(const NetcdfVariable& variable, const std::vector<std::size_t>& start,
                              const std::vector<std::size_t>& count) const
{
    for (std::size_t d = 0; d < start.size(); ++d)
        if (start[d] + count[d] > variable.dimensions[d].length)
            throw std::runtime_error(
                fmt::format("cannot read '{}': '{}' has {} values along '{}'; expected at least {}",
                            path_.string(), variable.name, variable.dimensions[d].length,
                            variable.dimensions[d].name, start[d] + count[d]));
}

template <class Value>
std::vector<Value> NetcdfFile::values_as(const NetcdfVariable& variable,
                                         const std::vector<std::size_t>& start,
                                         const std::vector<std::size_t>& count) const
{
    check_extent(variable, start, count);
    std::size_t total = 1;
    for (const std::size_t n : count) total *= n;
    std::vector<std::size_t> in_file = start;
    for (std::size_t d = 0; d < in_file.size(); ++d) in_file[d] += variable.dimensions[d].first;
    std::vector<std::size_t> wanted = count;
    if (variable.component_dimension >= 0) {
        in_file.insert(in_file.begin() + variable.component_dimension, variable.component);
        wanted.insert(wanted.begin() + variable.component_dimension, 1);
    }
    nc_type type = NC_NAT;
    check(nc_inq_vartype(variable.group, variable.id, &type), variable.name);
    constexpr bool are_places = std::is_same_v<Value, double>;
    const NetcdfPacking packing =
        are_places ? packing_of_places(*this, variable) : packing_of(*this, variable);
    const auto unpacked = [&](double packed) { return static_cast<Value>(packing.unpacked(packed)); };
    std::vector<Value> out(total);
    if (std::is_same_v<Value, float> && !fits_binary32(type)) {
        std::vector<double> packed(total);
        check(get_values(variable.group, variable.id, in_file, wanted, packed.data()), variable.name);
        std::transform(packed.begin(), packed.end(), out.begin(), unpacked);  // of types wider than words
    } else {
        check(get_values(variable.group, variable.id, in_file, wanted, out.data()), variable.name);
        for (Value& value : out) value = unpacked(value);
    }
    check_size();  // the library reads zeros where a file has become shorter
    leave_out_undeclared(*this, variable, packing, out);
    return out;
}

}  // namespace farfield::compute
