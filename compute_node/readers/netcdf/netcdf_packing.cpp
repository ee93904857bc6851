#include "compute_node/readers/netcdf/netcdf_packing.h"

#include "compute_node/support/lower_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

/// The type of a variable or attribute; NC_NAT without one.
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

/// The type of an attribute's numbers; numbers in text count as binary64.
nc_type number_type(const NetcdfVariable& variable, const char* attribute)
{
    const nc_type type = type_of(variable, attribute);
    return type == NC_CHAR || type == NC_STRING ? NC_DOUBLE : type;
}

/// Rank of a type by width: whole numbers by their bytes, real numbers above all these; 0 for others.
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
    case NC_USHORT:
        return NC_FILL_USHORT;
    case NC_INT:
        return NC_FILL_INT;
    case NC_UINT:
        return NC_FILL_UINT;
    case NC_INT64:
        return static_cast<double>(NC_FILL_INT64);
    case NC_UINT64:
        return static_cast<double>(NC_FILL_UINT64);
    case NC_FLOAT:
        return static_cast<double>(NC_FILL_FLOAT);
    case NC_DOUBLE:
        return NC_FILL_DOUBLE;
    default:
        return std::nullopt;  // bytes use their whole range
    }
}

/// A number as a variable of this type holds it: -999.9 as a double is no value of binary32.
double as_value_of(nc_type type, double number)
{
    return type == NC_FLOAT ? static_cast<double>(static_cast<float>(number)) : number;
}

bool is_unsigned_type(nc_type type)
{
    return type == NC_UBYTE || type == NC_USHORT || type == NC_UINT || type == NC_UINT64;
}

/// The type of the opposite signedness and the same width.
nc_type with_other_sign(nc_type type)
{
    constexpr std::array pairs{std::pair{NC_BYTE, NC_UBYTE}, std::pair{NC_SHORT, NC_USHORT},
                               std::pair{NC_INT, NC_UINT}};
    for (const auto& [is_signed, is_unsigned] : pairs) {
        if (type == is_signed) return is_unsigned;
        if (type == is_unsigned) return is_signed;
    }
    return type;
}

/// A name in lower case, without signs: "scalefactor" of "Scale_Factor".
std::string compact(std::string_view name)
{
    std::string letters;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) letters += c;
    return lower_case(letters);
}

std::vector<std::string> names_of_attributes(const NetcdfVariable& variable)
{
    int count = 0;
    if (nc_inq_varnatts(variable.group, variable.id, &count) != NC_NOERR) return {};
    std::vector<std::string> names;
    for (int n = 0; n < count; ++n) {
        std::array<char, NC_MAX_NAME + 1> name{};
        if (nc_inq_attname(variable.group, variable.id, n, name.data()) == NC_NOERR)
            names.emplace_back(name.data());
    }
    return names;
}

/// A text with points for commas between digits: "0.5 1" of "0,5 1".
std::string with_points(std::string text)
{
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t at = 1; at + 1 < text.size(); ++at)
        if (text[at] == ',' && is_digit(text[at - 1]) && is_digit(text[at + 1])) text[at] = '.';
    return text;
}

/// The attributes of a variable that change its numbers. Unconventional ones are noted in the file's remarks,
/// with their interpretation.
class NumberAttributes {
public:
    NumberAttributes(const NetcdfFile& file, const NetcdfVariable& variable)
        : file_{file}, variable_{variable}, names_{names_of_attributes(variable)}
    {}

    /// The name as the file spells it, "Scale_Factor" or "scalefactor"; empty where it is not there.
    [[nodiscard]] std::string spelling_of(const char* name) const
    {
        if (std::ranges::find(names_, name) != names_.end()) return name;
        const auto found = std::ranges::find(names_, compact(name), [](const auto& n) { return compact(n); });
        return found == names_.end() ? std::string{} : *found;
    }

    /// The numbers of an attribute; empty where they are not as many as wanted (0: any number).
    [[nodiscard]] std::vector<double> numbers(const char* name, std::size_t wanted) const
    {
        const std::string own = spelling_of(name);
        if (own.empty()) return {};
        const std::string text = file_.text(variable_, own.c_str());
        std::vector<double> found = file_.numbers(variable_, own.c_str());
        const std::string pointed = with_points(text);
        const std::vector<double> by_points = numbers_in(pointed);
        const bool are_meant =
            wanted == 0 ? !by_points.empty() : found.size() != wanted && by_points.size() == wanted;
        if (pointed != text && are_meant) {
            found = by_points;
            remark(fmt::format("has '{}' as {}, which was taken for {:g}.", text, own,
                               fmt::join(found, " and ")));
        }
        const bool are_equal = std::ranges::adjacent_find(found, std::not_equal_to{}) == found.end();
        if (wanted == 1 && found.size() > 1 && are_equal) found = {double{found.front()}};
        if (found.empty() || (wanted != 0 && found.size() != wanted)) {
            remark(found.empty() ? fmt::format("has {} as {}, which is no number and is not applied.",
                                               text.empty() ? "nothing" : fmt::format("'{}'", text), own)
                                 : fmt::format("has {} numbers ({:g}) as {}, not {}: they are not applied.",
                                               found.size(), fmt::join(found, ", "), own, wanted));
            return {};
        }
        if (own != name) remark(fmt::format("has {}, which was taken for {}.", own, name));
        return found;
    }

    /// A scale or an offset; `otherwise` where there is none, or an impossible one.
    [[nodiscard]] double number(const char* name, double otherwise) const
    {
        const std::vector<double> found = numbers(name, 1);
        if (found.empty()) return otherwise;
        const bool is_scale = otherwise == 1.0;
        if (std::isfinite(found.front()) && !(is_scale && found.front() == 0.0)) return found.front();
        remark(fmt::format("has {} as {}, which is not applied.", found.front(), name));
        return otherwise;
    }

    /// True when whole numbers have the opposite signedness, by "_Unsigned".
    [[nodiscard]] bool is_of_other_sign(nc_type type) const
    {
        const std::string own = spelling_of("_Unsigned");
        if (own.empty() || with_other_sign(type) == type) return false;
        const std::vector<double> number = file_.numbers(variable_, own.c_str());
        std::string said = lower_case(file_.text(variable_, own.c_str()));
        if (number.size() == 1) said = number.front() != 0.0 ? "yes" : "no";
        const bool is_true = said == "true" || said == "yes" || said == "t" || said == "y",
                   is_false = said == "false" || said == "no" || said == "f" || said == "n";
        if (!is_true && !is_false)
            remark(fmt::format("has '{}' as {}, which is neither true nor false and is not applied.", said,
                               own));
        if ((is_true && said != "true") || (is_true && own != "_Unsigned"))
            remark(fmt::format("has {}, which was taken for _Unsigned = true.", own));
        return is_unsigned_type(type) ? is_false : is_true;
    }

    /// Adds remarks on attributes of other conventions, which are not applied.
    void remark_on_others() const
    {
        constexpr std::array others{"scale",     "scaling", "scalingfactor", "scaleoffset", "slope",
                                    "intercept", "offset",  "factor",        "multiplier",  "gain"};
        for (const std::string& name : names_) {
            if (std::ranges::find(others, compact(name)) == others.end()) continue;
            if (const auto number = file_.number(variable_, name.c_str()))
                remark(fmt::format("has {} = {:g}, which is none of the conventions' names and is not "
                                   "applied.",
                                   name, *number));
        }
    }

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    void remark(const std::string& sentence) const { file_.remark(variable_.name, sentence); }

private:
    const NetcdfFile& file_;
    const NetcdfVariable& variable_;
    std::vector<std::string> names_;
};

/// Unconventional names, in one spelling, of attributes for values that mean "no value".
constexpr std::array odd_fill_names{"missing", "nodata",     "nodatavalue", "missingdata", "missingval",
                                    "fill",    "fillval",    "undef",       "undefined",   "badvalue",
                                    "badval",  "emptyvalue", "nullvalue"};

/// The range of whole numbers that a variable may hold, after "_Unsigned".
struct WholeNumbers {
    double least, most, count;

    /// The number with the same bits and the opposite sign, where it is beyond the range.
    [[nodiscard]] double turned(double number) const
    {
        return number < least ? number + count : number > most ? number - count : number;
    }
    [[nodiscard]] bool has(double number) const
    {
        return number == std::floor(number) && number >= least && number <= most;
    }
};

/// The range of a type; none for real numbers, and for types of 8 bytes.
std::optional<WholeNumbers> whole_numbers(nc_type type)
{
    if (is_real(type) || width_of(type) == 0 || width_of(type) > 4) return std::nullopt;
    const double count = std::ldexp(1.0, 8 * width_of(type));
    const double least = is_unsigned_type(type) ? 0.0 : -0.5 * count;
    return WholeNumbers{least, least + count - 1.0, count};
}

/// Adds values that mean "no value". type: of the numbers, after "_Unsigned".
void add_absent(NetcdfPacking& packing, const NumberAttributes& attributes, nc_type type, bool is_turned)
{
    const auto whole = whole_numbers(type);
    const auto add = [&](const std::string& name, double number) {
        if (std::isnan(number)) return;
        const double meant = whole && (is_turned || is_unsigned_type(type)) ? whole->turned(number) : number;
        if (!whole || whole->has(meant)) {
            packing.absent.push_back(as_value_of(type, meant));
            return;
        }
        packing.absent_unpacked.push_back(number);
        const double ends[]{whole->least * packing.scale + packing.offset,
                            whole->most * packing.scale + packing.offset};
        const bool is_packed = packing.scale != 1.0 || packing.offset != 0.0;
        if (!is_packed || number < std::min(ends[0], ends[1]) || number > std::max(ends[0], ends[1]))
            attributes.remark(fmt::format("has {} = {:g}, which none of its values can be.", name, number));
    };
    for (const char* name : {"missing_value", "_FillValue"})
        for (const double number : attributes.numbers(name, 0)) add(name, number);
    for (const std::string& name : attributes.names()) {
        if (std::ranges::find(odd_fill_names, compact(name)) == odd_fill_names.end()) continue;
        const std::vector<double> found = attributes.numbers(name.c_str(), 0);
        if (!found.empty()) attributes.remark(fmt::format("has {}, which was taken for _FillValue.", name));
        for (const double number : found) add(name, number);
    }
    if (attributes.spelling_of("_FillValue").empty())
        if (const auto fill = default_fill(type)) packing.absent.push_back(*fill);
}

/// True where bounds are in the unit of unpacked values: by the guide, if their type is that of scale or
/// offset, and wider than the packed one; also if they are fractions for whole numbers.
bool is_unpacked(const NetcdfVariable& variable, const NumberAttributes& attributes,
                 const std::string& attribute, bool has_fraction)
{
    const auto type_of_numbers = [&](const char* name) {
        return number_type(variable, attributes.spelling_of(name).c_str());
    };
    const nc_type packed = type_of(variable), bound = number_type(variable, attribute.c_str());
    const nc_type scale = type_of_numbers("scale_factor"), offset = type_of_numbers("add_offset");
    const nc_type wider = width_of(scale) >= width_of(offset) ? scale : offset;
    const nc_type written = type_of(variable, attribute.c_str());
    if (written == NC_CHAR || written == NC_STRING)  // of no type: a fraction tells
        return wider != NC_NAT && !is_real(packed) && has_fraction;
    if (wider == NC_NAT || width_of(bound) <= width_of(packed)) return false;
    return bound == wider || (is_real(bound) && !is_real(packed));
}

void bound_by(NetcdfPacking& packing, const NetcdfVariable& variable, const NumberAttributes& attributes)
{
    const nc_type type = type_of(variable);
    const std::vector<double> range = attributes.numbers("valid_range", 2);
    const char* const names[]{range.empty() ? "valid_min" : "valid_range",
                              range.empty() ? "valid_max" : "valid_range"};
    double* const bounds[]{&packing.least, &packing.most};
    std::array<std::vector<double>, 2> found;
    for (std::size_t n = 0; n < 2; ++n)
        found[n] = range.empty() ? attributes.numbers(names[n], 1) : std::vector{range[n]};
    const auto is_fraction = [](double number) { return number > std::floor(number); };
    const bool has_fraction = std::ranges::any_of(
        found, [&](const auto& numbers) { return std::ranges::any_of(numbers, is_fraction); });
    packing.bounds_unpacked = std::ranges::any_of(names, [&](const char* name) {
        return is_unpacked(variable, attributes, attributes.spelling_of(name), has_fraction);
    });
    for (std::size_t n = 0; n < 2; ++n) {
        if (found[n].empty() || std::isnan(found[n].front())) continue;
        const double number = found[n].front();
        const std::string own = attributes.spelling_of(names[n]);
        *bounds[n] = packing.bounds_unpacked ? number : as_value_of(type, number);
        // A bound of the variable's type counts by its bits; one of another type, below all values, does not.
        const bool is_same = type_of(variable, own.c_str()) == type, is_upper = n == 1;
        if (packing.of_other_sign > 0.0 && !packing.bounds_unpacked && (is_same || is_upper))
            *bounds[n] = packing.whole(number);
    }
    if (!(packing.least > packing.most)) return;
    attributes.remark("has a valid range with its ends in the wrong order, which is not applied.");
    packing.least = -std::numeric_limits<double>::infinity();
    packing.most = std::numeric_limits<double>::infinity();
}

}  // namespace

double NetcdfPacking::whole(double packed) const
{
    if (packed < least_whole) return packed + of_other_sign;
    return packed >= least_whole + of_other_sign ? packed - of_other_sign : packed;
}

double NetcdfPacking::place(double packed) const
{
    return (of_other_sign > 0.0 ? whole(packed) : packed) * scale + offset;
}

double NetcdfPacking::unpacked(double packed) const
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const double number = of_other_sign > 0.0 ? whole(packed) : packed, value = place(packed);
    if (std::ranges::find(absent, number) != absent.end()) return none;
    const auto is_value = [&](double one) { return std::abs(value - one) < 1e-6 * std::abs(one); };
    if (std::ranges::any_of(absent_unpacked, is_value)) return none;
    const double held = bounds_unpacked ? value : number;
    return held < least || held > most ? none : value;
}

NetcdfPacking packing_of_places(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const NumberAttributes attributes{file, variable};
    NetcdfPacking packing;
    packing.scale = attributes.number("scale_factor", 1.0);
    packing.offset = attributes.number("add_offset", 0.0);
    packing.type = type_of(variable);
    const bool is_turned = attributes.is_of_other_sign(packing.type);
    if (is_turned) {
        packing.type = with_other_sign(packing.type);
        const auto numbers = whole_numbers(packing.type);
        packing.of_other_sign = numbers->count;
        packing.least_whole = numbers->least;
    }
    add_absent(packing, attributes, packing.type, is_turned);
    attributes.remark_on_others();
    return packing;
}

NetcdfPacking packing_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    NetcdfPacking packing = packing_of_places(file, variable);
    bound_by(packing, variable, NumberAttributes{file, variable});
    return packing;
}

}  // namespace farfield::compute
