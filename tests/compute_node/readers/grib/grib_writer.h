#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace farfield::compute::testing {

/// A message of GRIB 1 on longitudes and latitudes a degree apart from 10 E, 50 N on, rows southwards, values
/// of 16 bits; or on a Lambert cone about 10 E, 45 N, 100 km apart, from 5 E, 40 N on, components along its
/// axes. Source: WMO, Manual on Codes, FM 92 GRIB edition 1.
struct GribField {
    int parameter = 131;                ///< of ECMWF's table 128: 131 u, 132 v, 135 omega, 130 t
    int level_type = 100, level = 500;  ///< 100: isobaric, hPa
    int hour = 0;                       ///< of 2020-02-29
    int columns = 3, rows = 2;
    std::vector<int> values{};    ///< whole numbers from 0 to 65535, as many as there are nodes
    std::vector<bool> missing{};  ///< empty: none
    bool on_cone = false, rows_go_north = true;  ///< the latter of a cone
    int half_rows = 0;  ///< of a Gaussian grid around the globe that begins at 70 N, as none does; 0: none
    int claimed_columns = 0;  ///< another number of columns in the head; 0: the right one
    std::vector<double>
        vertical{};  ///< coefficients of half levels, over longitudes and latitudes: a, then b
};

inline std::string grib_number(long value, int bytes)
{
    std::string text;
    for (int byte = bytes - 1; byte >= 0; --byte)
        text += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * byte) & 0xFFU);
    return text;
}

/// IBM's binary32: a sign, a power of 16 from -64 on, and 24 bits behind the point.
inline std::string ibm_number(double value)
{
    int power = 64;
    while (value >= 1.0) value /= 16.0, ++power;
    return grib_number(value == 0.0 ? 0 : power, 1) + grib_number(static_cast<long>(value * 16'777'216.0), 3);
}

inline std::string grib_message(const GribField& f)
{
    const auto number = grib_number;
    const bool has_bitmap = !f.missing.empty();
    const std::string product = number(28, 3) + number(128, 1) + number(98, 1) + number(1, 1) +
                                number(255, 1) + number(has_bitmap ? 0xC0 : 0x80, 1) +
                                number(f.parameter, 1) + number(f.level_type, 1) + number(f.level, 2) +
                                number(20, 1) + number(2, 1) + number(29, 1) + number(f.hour, 1) +
                                number(0, 1) + number(1, 1) + number(0, 2) + number(0, 1) + number(0, 2) +
                                number(0, 1) + number(21, 1) + number(0, 1) + number(0, 2);
    const int columns = f.claimed_columns == 0 ? f.columns : f.claimed_columns;
    const std::string size_of_grid = number(columns, 2) + number(f.rows, 2);
    const auto numbers = static_cast<long>(f.vertical.size());
    std::string grid = number(32 + 4 * numbers, 3) + number(numbers, 1) + number(numbers > 0 ? 33 : 255, 1) +
                       number(0, 1) + size_of_grid + number(50'000, 3) + number(10'000, 3) + number(0x80, 1) +
                       number(50'000 - 1000 * (f.rows - 1), 3) + number(10'000 + 1000 * (columns - 1), 3) +
                       number(1000, 2) + number(1000, 2) + number(0, 1) + std::string(4, '\0');
    for (const double coefficient : f.vertical) grid += ibm_number(coefficient);
    if (f.half_rows > 0)
        grid = number(32, 3) + number(0, 1) + number(255, 1) + number(4, 1) + size_of_grid +
               number(70'000, 3) + number(0, 3) + number(0x80, 1) + number(0x800000 + 70'000, 3) +
               number(360'000 - 360'000 / columns, 3) + number(360'000 / columns, 2) +
               number(f.half_rows, 2) + number(0, 1) + std::string(4, '\0');
    if (f.on_cone)
        grid = number(42, 3) + number(0, 1) + number(255, 1) + number(3, 1) + size_of_grid +
               number(40'000, 3) + number(5'000, 3) + number(0x88, 1) + number(10'000, 3) +
               number(100'000, 3) + number(100'000, 3) + number(0, 1) +
               number(f.rows_go_north ? 0x40 : 0, 1) + number(45'000, 3) + number(45'000, 3) +
               std::string(8, '\0');
    std::string bitmap;
    if (has_bitmap) {
        std::string bits((f.missing.size() + 15) / 16 * 2, '\0');
        for (std::size_t n = 0; n < f.missing.size(); ++n)
            if (!f.missing[n]) bits[n / 8] = static_cast<char>(bits[n / 8] | (0x80 >> (n % 8)));
        const auto unused = static_cast<long>(8 * bits.size() - f.missing.size());
        bitmap = number(static_cast<long>(6 + bits.size()), 3) + number(unused, 1) + number(0, 2) + bits;
    }
    std::string packed;
    for (std::size_t n = 0; n < f.values.size(); ++n)
        if (!has_bitmap || !f.missing[n]) packed += number(f.values[n], 2);
    const bool is_odd = (11 + packed.size()) % 2 != 0;
    const std::string data = number(static_cast<long>(11 + packed.size() + (is_odd ? 1 : 0)), 3) +
                             number(is_odd ? 8 : 0, 1) + number(0, 2) + number(0, 4) + number(16, 1) +
                             packed + std::string(is_odd ? 1 : 0, '\0');
    const std::string body = product + grid + bitmap + data + "7777";
    return "GRIB" + number(static_cast<long>(8 + body.size()), 3) + number(1, 1) + body;
}

}  // namespace farfield::compute::testing
