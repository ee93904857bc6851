#include "compute_node/fields/derived_scalars.h"

#include "compute_node/fields/unit_dimension.h"
#include "compute_node/fields/velocity_gradients.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

namespace farfield::compute {

namespace {

/// Sum of the squares of a matrix's entries.
double squares_of(const glm::dmat3& m)
{
    return glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]);
}

glm::dvec3 curl(const glm::dmat3& g)
{
    return {g[1][2] - g[2][1], g[2][0] - g[0][2], g[0][1] - g[1][0]};
}

double q_criterion(const glm::dmat3& gradient)
{
    const glm::dmat3 transposed = glm::transpose(gradient);
    const double strain = squares_of(0.5 * (gradient + transposed));
    const double rotation = squares_of(0.5 * (gradient - transposed));
    return 0.5 * (rotation - strain);
}

/// The words of letters in a text, in order.
std::vector<std::string> words_of(std::string_view text)
{
    std::vector<std::string> words;
    bool is_inside = false;
    for (const char c : text) {
        const bool is_letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
        if (is_letter && !is_inside) words.emplace_back();
        if (is_letter) words.back() += c;
        is_inside = is_letter;
    }
    return words;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> names)
{
    return std::find(names.begin(), names.end(), text) != names.end();
}

/// True for metres a second, however they are spelt: "m s-1", "meter/sec", "metres per second".
bool are_metres_per_second(std::string_view units)
{
    std::vector<std::string> words = words_of(units);
    std::erase(words, "per");
    const bool has_factor = units.find_first_of("023456789") != std::string_view::npos;
    return words.size() == 2 && !has_factor && unit_dimension(units) == dimension_of_speed &&
           is_one_of(words[0],
                     {"m", "meter", "meters", "metre", "metres", "Meter", "Meters", "Metre", "Metres"}) &&
           is_one_of(words[1], {"s", "sec", "secs", "second", "seconds"});
}

}  // namespace

std::string_view to_string(DerivedScalar scalar)
{
    switch (scalar) {
    case DerivedScalar::Vorticity:
        return "vorticity";
    case DerivedScalar::Helicity:
        return "helicity";
    case DerivedScalar::Divergence:
        return "divergence";
    case DerivedScalar::QCriterion:
        return "q-criterion";
    }
    return "";
}

std::optional<DerivedScalar> derived_scalar_named(std::string_view name, const GridData& data)
{
    const auto is_array = [name](const NodeValues& array) {
        return array.components == 1 && array.name == name;
    };
    const auto* found = std::find_if(derived_scalars.begin(), derived_scalars.end(),
                                     [name](DerivedScalar scalar) { return to_string(scalar) == name; });
    if (found == derived_scalars.end()) return std::nullopt;
    if (std::any_of(data.arrays.begin(), data.arrays.end(), is_array)) return std::nullopt;
    return *found;
}

double value_of(DerivedScalar scalar, const glm::dvec3& velocity, const glm::dmat3& gradient)
{
    switch (scalar) {
    case DerivedScalar::Vorticity:
        return glm::length(curl(gradient));
    case DerivedScalar::Helicity:
        return glm::dot(velocity, curl(gradient));
    case DerivedScalar::Divergence:
        return gradient[0][0] + gradient[1][1] + gradient[2][2];
    case DerivedScalar::QCriterion:
        return q_criterion(gradient);
    }
    return 0.0;
}

NodeValues derived_values(DerivedScalar scalar, const GridData& data, const Grid& grid,
                          const NodeValues& velocity, const std::array<bool, 3>& flat)
{
    NodeValues values{std::string{to_string(scalar)}, 1, {}, units_of(scalar, data, velocity.units)};
    // Helicity is a pseudoscalar: computed in a left-handed frame it has the other sign.
    const double sign = scalar == DerivedScalar::Helicity && data.z_down ? -1.0 : 1.0;
    std::vector<float>& numbers = values.values.own();
    numbers.resize(node_count(data), std::numeric_limits<float>::quiet_NaN());
    visit_gradients(data, grid, velocity, flat,
                    [&](std::size_t node, const glm::dvec3& v, const glm::dmat3& gradient) {
                        numbers[node] = static_cast<float>(sign * value_of(scalar, v, gradient));
                    });
    return values;
}

std::string units_of(DerivedScalar scalar, const GridData& data, std::string_view velocity_units)
{
    const bool in_metres =
        data.geographic || is_one_of(data.position_units, {"m", "meter", "meters", "metre", "metres"});
    if (!in_metres || !are_metres_per_second(velocity_units)) return {};
    // A vertical velocity is in the unit of z per second.
    constexpr UnitDimension length{1, 0}, pressure{-1, -2, 1};
    const auto along_z = unit_dimension(data.z_units);
    switch (scalar) {
    case DerivedScalar::Helicity:
        if (data.z_units.empty() || along_z == length) return "m/s^2";
        return along_z == pressure ? data.z_units + "/s^2" : std::string{};
    case DerivedScalar::QCriterion:
        return "1/s^2";
    default:
        return "1/s";
    }
}

}  // namespace farfield::compute
