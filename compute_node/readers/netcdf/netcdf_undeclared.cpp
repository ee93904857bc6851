#include "compute_node/readers/netcdf/netcdf_undeclared.h"

#include "compute_node/readers/common/units.h"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace farfield::compute {

namespace {

/// Kinds of numbers that programs write for "no value", by how certain that is.
enum class Sentinel {
    No,
    Usual,       ///< rows of nines, powers of two, largest numbers of types: never data
    PowerOfTen,  ///< from 1e8 on: mostly "no value", but may be an amount released at one place
    IfNegative,  ///< -8888: "no value" if no other value is negative
    Little       ///< -99.9: likewise, or at several nodes, and far from all others
};

/// Digits of a binary32 number, without sign, point, power of ten and final zeros: "99999" of -999.99.
std::string digits_of(double number)
{
    std::string digits = fmt::format("{:.7g}", std::abs(number));
    digits.erase(std::min(digits.find('e'), digits.size()));
    std::erase(digits, '.');
    digits.erase(digits.find_last_not_of('0') + 1);
    return digits;
}

bool is_row_of(char digit, const std::string& digits)
{
    return digits.find_first_not_of(digit) == std::string::npos;
}

bool is_about(double number, double other)
{
    constexpr double as_written = 1e-3;  // "9.97e36"
    return std::abs(number - other) < as_written * other;
}

Sentinel sentinel_of(double number)
{
    constexpr double least_power_of_two = 0x1p30, of_hycom = 0x1p100, least_power_of_ten = 1e8,
                     beyond_all = 1.7e38, least_row = 777.0;
    const double size = std::abs(number);
    const double power = std::exp2(std::round(std::log2(size)));
    const bool is_power_of_two = std::abs(size - power) < 1e-6 * power;  // in binary32, unpacked
    if (size >= beyond_all || size == 32767.0 || size == 32768.0 || is_about(size, of_hycom) ||
        is_about(size, static_cast<double>(NC_FILL_FLOAT)) || (is_power_of_two && size >= least_power_of_two))
        return Sentinel::Usual;
    const std::string digits = digits_of(size);
    if (digits == "1" && size >= least_power_of_ten) return Sentinel::PowerOfTen;
    const bool are_nines = is_row_of('9', digits) && digits.size() >= 3;
    if (are_nines && size >= 999.0) return Sentinel::Usual;
    if (number > 0.0) return Sentinel::No;
    const bool is_row = digits.size() >= 3 && (is_row_of('8', digits) || is_row_of('7', digits));
    if (digits == "99925" || (is_row && size >= least_row)) return Sentinel::IfNegative;
    return is_row_of('9', digits) && size >= 99.0 && size < 100.0 ? Sentinel::Little : Sentinel::No;
}

/// The range of all values but one number, in packed units.
struct Others {
    double least = 0.0, greatest = 0.0;
    std::size_t count = 0, of_the_number = 0;

    [[nodiscard]] double size() const { return std::max(std::abs(least), std::abs(greatest)); }
    [[nodiscard]] bool are_zero() const { return count > 0 && size() == 0.0; }
    [[nodiscard]] double distance_to(double number) const
    {
        return std::min(std::abs(number - least), std::abs(number - greatest));
    }
};

/// A value in packed units, where fill values are whole numbers.
double packed_of(const NetcdfPacking& packing, double value)
{
    const double number = (value - packing.offset) / packing.scale;
    const bool is_real = packing.type == NC_FLOAT || packing.type == NC_DOUBLE;
    return is_real ? number : std::round(number);
}

template <class Value>
Others others_than(const NetcdfPacking& packing, const std::vector<Value>& values, Value number)
{
    Others others;
    Value least = number, greatest = number;
    for (const Value value : values) {
        if (!std::isfinite(value)) continue;
        if (value == number) {
            ++others.of_the_number;
            continue;
        }
        if (others.count == 0) least = greatest = value;
        least = std::min(least, value);
        greatest = std::max(greatest, value);
        ++others.count;
    }
    others.least = packed_of(packing, least);
    others.greatest = packed_of(packing, greatest);
    if (others.least > others.greatest) std::swap(others.least, others.greatest);
    return others;
}

/// True when a number is larger than all others by a factor that no field's values span.
bool is_apart(double number, const Others& others)
{
    constexpr double from = 1e8, to = 1e15, wide = 1e4, usual = 10.0;
    const double size = std::abs(number), factor = size >= from && size < to ? wide : usual;
    return others.size() * factor <= size;
}

/// True when an end of the 16-bit range means "no value". Values packed to fill the range reach its ends too:
/// then others are near, or few nodes have them.
bool is_end_of_words(double number, const Others& others)
{
    constexpr double near = 128.0;
    constexpr std::size_t few = 2;
    return is_apart(number, others) || (others.of_the_number > few && others.distance_to(number) > near);
}

enum class Verdict { Value, None, MayBeMeant };

Verdict verdict_on(double number, const Others& others, bool is_speed)
{
    constexpr double surely_none = 1e20, large_field = 1e12, huge = 1e15;
    const bool is_positive_field = others.least >= 0.0 && others.greatest > 0.0;
    const Sentinel sentinel = sentinel_of(number);
    switch (sentinel) {
    case Sentinel::No:
        return Verdict::Value;
    case Sentinel::Little:
        return (is_positive_field || others.of_the_number > 1) && is_apart(number, others) ? Verdict::None
                                                                                           : Verdict::Value;
    case Sentinel::IfNegative:
    case Sentinel::Usual:
    case Sentinel::PowerOfTen:
        break;
    }
    const double size = std::abs(number);
    if (others.count == 0) {
        if (size < huge) return Verdict::Value;
        return is_speed || sentinel == Sentinel::Usual ? Verdict::None : Verdict::MayBeMeant;
    }
    if (number < 0.0 && is_positive_field && size < huge) return Verdict::None;
    if (sentinel == Sentinel::IfNegative || !is_apart(number, others)) return Verdict::Value;
    const bool is_amount = sentinel == Sentinel::PowerOfTen && number > 0.0 && !is_speed;
    const bool is_field_of_such = others.size() >= large_field || (others.are_zero() && size < surely_none);
    return is_amount && is_field_of_such ? Verdict::MayBeMeant : Verdict::None;
}

template <class Value>
Verdict verdict_on(const NetcdfPacking& packing, double number, const std::vector<Value>& values, Value value,
                   bool is_speed)
{
    const bool is_end = packing.type == NC_SHORT && (number == NC_MIN_SHORT || number == NC_MAX_SHORT);
    constexpr bool are_places = std::is_same_v<Value, double>;
    if (!is_end && (are_places || sentinel_of(number) == Sentinel::No)) return Verdict::Value;
    const Others others = others_than(packing, values, value);
    if (!is_end) return verdict_on(number, others, is_speed);
    if (is_end_of_words(number, others)) return Verdict::None;
    return number < 0.0 ? Verdict::MayBeMeant : Verdict::Value;
}

template <class Value>
void leave_out(const NetcdfFile& file, const NetcdfVariable& variable, const NetcdfPacking& packing,
               std::vector<Value>& values)
{
    constexpr int most_kinds = 4;
    const bool is_speed = metres_per_second(file.text(variable, "units")).has_value();
    const bool is_packed = packing.scale != 1.0 || packing.offset != 0.0;
    for (int kind = 0; kind < most_kinds; ++kind) {
        bool is_any = false, left_out = false;
        Value least{}, greatest{};
        for (const Value value : values) {
            if (!std::isfinite(value)) continue;
            least = is_any ? std::min(least, value) : value;
            greatest = is_any ? std::max(greatest, value) : value;
            is_any = true;
        }
        if (!is_any) return;
        const bool least_first = std::abs(least) > std::abs(greatest);
        for (const Value value : {least_first ? least : greatest, least_first ? greatest : least}) {
            const double number = packed_of(packing, value);
            const Verdict verdict = verdict_on(packing, number, values, value, is_speed);
            if (verdict == Verdict::Value) continue;
            file.remark(variable.name,
                        fmt::format("has {}values of {:.7g}, which nothing declares: they {}.",
                                    is_packed ? "packed " : "", number,
                                    verdict == Verdict::None ? "were taken for none"
                                                             : "may stand for none, but count"));
            if (verdict != Verdict::None) continue;
            std::ranges::replace(values, value, std::numeric_limits<Value>::quiet_NaN());
            left_out = true;
            break;
        }
        if (!left_out) return;
    }
}

}  // namespace

void leave_out_undeclared(const NetcdfFile& file, const NetcdfVariable& variable,
                          const NetcdfPacking& packing, std::vector<float>& values)
{
    leave_out(file, variable, packing, values);
}

void leave_out_undeclared(const NetcdfFile& file, const NetcdfVariable& variable,
                          const NetcdfPacking& packing, std::vector<double>& places)
{
    if (packing.type == NC_SHORT) leave_out(file, variable, packing, places);
}

}  // namespace farfield::compute
