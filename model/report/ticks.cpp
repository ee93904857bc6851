#include "model/report/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace farfield::model {
namespace {

/// floor(log10(value)), safe against a power of ten that came out a little low.
int decade(double value)
{
    return static_cast<int>(std::floor(std::log10(value) + 1e-9));
}

double nice_step(double about)
{
    const double power = std::pow(10.0, decade(about));
    const double leading = about / power;
    if (leading < 1.5) return power;
    if (leading < 3.0) return 2.0 * power;
    if (leading < 7.0) return 5.0 * power;
    return 10.0 * power;
}

/// The text of a number with a short exponent: "1.5e-7" for "1.50e-07".
std::string shortened(std::string text)
{
    while (text.find('.') != std::string::npos &&
           (text[text.find('e') - 1] == '0' || text[text.find('e') - 1] == '.'))
        text.erase(text.find('e') - 1, 1);
    const std::size_t e = text.find('e');
    if (text[e + 1] == '+') text.erase(e + 1, 1);
    const std::size_t digits = e + (text[e + 1] == '-' ? 2U : 1U);
    while (digits + 1 < text.size() && text[digits] == '0') text.erase(digits, 1);
    return text;
}

std::string label(double value, double step, double largest)
{
    constexpr double longest_plain = 1e5, longest_exact = 1e9;
    constexpr int most_decimals = 4, many_digits = 4;
    std::array<char, 64> text{};
    const int decimals = std::max(0, -decade(step));
    // Far from 0, as map coordinates are, nearly all digits count: an exponent would only make it longer.
    const bool is_far = largest < longest_exact && decade(largest) - decade(step) >= many_digits;
    if ((largest < longest_plain || is_far) && decimals <= most_decimals) {
        std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
        return text.data();
    }
    if (value == 0.0) return "0";
    const int digits = std::max(0, decade(std::abs(value)) - decade(step));
    std::snprintf(text.data(), text.size(), "%.*e", digits, value);
    return shortened(text.data());
}

}  // namespace

Ticks nice_ticks(double low, double high, int wanted)
{
    Ticks ticks;
    if (!std::isfinite(low) || !std::isfinite(high)) return ticks;
    const double largest = std::max(std::abs(low), std::abs(high));
    constexpr double closest = 1e-12;  // closer than this ticks could not be distinguished
    if (!(high - low > largest * closest) || wanted < 1) {
        ticks.step = largest > 0.0 ? nice_step(largest / 100.0) : 1.0;
        ticks.values = {low};
    } else {
        ticks.step = nice_step((high - low) / wanted);
        const double slack = 1e-6;  // of a step, so that ends that are meant to be ticks are ticks
        const auto first = static_cast<long long>(std::ceil(low / ticks.step - slack));
        const auto last = static_cast<long long>(std::floor(high / ticks.step + slack));
        for (long long i = first; i <= last; ++i) ticks.values.push_back(static_cast<double>(i) * ticks.step);
    }
    for (const double value : ticks.values) ticks.labels.push_back(label(value, ticks.step, largest));
    return ticks;
}

}  // namespace farfield::model
