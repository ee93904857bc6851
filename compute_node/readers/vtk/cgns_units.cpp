#include "compute_node/readers/vtk/cgns_units.h"

#include "compute_node/fields/velocity/velocity_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string_view>
#include <tuple>

namespace farfield::compute {

namespace {

using Node = CgnsTree::Node;

struct KnownUnit {
    std::string_view word;
    double factor;
};
constexpr double pound = 0.45359237, foot = 0.3048, gravity = 9.80665;
constexpr std::array known_masses{KnownUnit{"Kilogram", 1.0}, KnownUnit{"Gram", 0.001},
                                  KnownUnit{"Slug", pound* gravity / foot}, KnownUnit{"PoundMass", pound}};
constexpr std::array known_lengths{KnownUnit{"Meter", 1.0}, KnownUnit{"Centimeter", 0.01},
                                   KnownUnit{"Millimeter", 0.001}, KnownUnit{"Foot", foot},
                                   KnownUnit{"Inch", 0.0254}};
constexpr std::array known_times{KnownUnit{"Second", 1.0}};
constexpr std::array known_angles{KnownUnit{"Radian", 1.0}, KnownUnit{"Degree", std::numbers::pi / 180.0}};

/// Powers of mass, length, time, temperature and angle, in the order of DimensionalExponents.
using Powers = std::array<double, 5>;

struct KindDimension {
    CgnsKind kind;
    Powers powers;
    std::string_view spelling;  ///< spelling of the unit by those of mass and length
};
constexpr std::array kind_dimensions{KindDimension{CgnsKind::Length, {0, 1, 0, 0, 0}, "{1}"},
                                     KindDimension{CgnsKind::Angle, {0, 0, 0, 0, 1}, ""},
                                     KindDimension{CgnsKind::Speed, {0, 1, -1, 0, 0}, "{1}/s"},
                                     KindDimension{CgnsKind::Momentum, {1, -2, -1, 0, 0}, "{0}/({1}^2 s)"},
                                     KindDimension{CgnsKind::Density, {1, -3, 0, 0, 0}, "{0}/{1}^3"}};

std::string unit_word(std::string text)
{
    text.erase(text.find_last_not_of(std::string_view{" \0", 2}) + 1);
    return text == "Null" ? "" : text;
}

/// SIDS's names of speeds and momentum, "RotatingVelocityX" or "MomentumMagnitude": not "VelocityAngleX".
bool is_name_of(std::string_view name, std::span<const std::string_view> stems)
{
    constexpr std::array<std::string_view, 15> ends{
        "X",         "Y",      "Z",          "R",     "Theta",           "Phi",     "Xi", "Eta", "Zeta",
        "Magnitude", "Normal", "Tangential", "Sound", "SoundStagnation", "Friction"};
    return std::ranges::any_of(stems, [&](std::string_view stem) {
        return name.starts_with(stem) && std::ranges::find(ends, name.substr(stem.size())) != ends.end();
    });
}

CgnsKind kind_of_meaning(VectorMeaning meaning)
{
    if (meaning == VectorMeaning::Velocity) return CgnsKind::Speed;
    return meaning == VectorMeaning::Momentum ? CgnsKind::Momentum : CgnsKind::Other;
}

bool is_direction(std::string_view name)
{
    return name.find("Angle") != std::string_view::npos || name.find("UnitVector") != std::string_view::npos;
}

CgnsKind kind_of_name(std::string_view name)
{
    constexpr std::array<std::string_view, 3> speeds{"Velocity", "RotatingVelocity", "GridVelocity"};
    constexpr std::array<std::string_view, 2> momenta{"Momentum", "RotatingMomentum"};
    if (is_name_of(name, speeds)) return CgnsKind::Speed;
    if (is_name_of(name, momenta)) return CgnsKind::Momentum;
    if (is_density(name, {})) return CgnsKind::Density;
    const bool is_component = name.ends_with('X') || name.ends_with('Y') || name.ends_with('Z');
    return is_component ? kind_of_meaning(meaning_of_name(name.substr(0, name.size() - 1)).meaning)
                        : CgnsKind::Other;
}

/// The kind by exponents; lengths and angles among values are `Other`, and not converted.
CgnsKind kind_of_exponents(const std::vector<double>& exponents)
{
    for (const KindDimension& of : kind_dimensions)
        if (of.powers[1] != 0.0 && of.kind != CgnsKind::Length && std::ranges::equal(of.powers, exponents))
            return of.kind;
    return CgnsKind::Other;
}

}  // namespace

void CgnsUnits::take(const CgnsUnits& nearer)
{
    for (std::string CgnsUnits::*part :
         {&CgnsUnits::mass, &CgnsUnits::length, &CgnsUnits::time, &CgnsUnits::angle, &CgnsUnits::data_class})
        if (!(nearer.*part).empty()) this->*part = nearer.*part;
}

bool CgnsUnits::are_dimensional() const
{
    return data_class != "NormalizedByUnknownDimensional" && data_class != "NondimensionalParameter" &&
           data_class != "DimensionlessConstant";
}

CgnsUnits cgns_units_of(const CgnsTree& tree, const Node& node)
{
    constexpr std::size_t word_letters = 32;
    CgnsUnits said;
    if (const auto units = tree.child(node, "DimensionalUnits_t")) {
        const std::string words = tree.text(*units);
        const auto word = [&](std::size_t n) {
            return unit_word(words.substr(std::min(n * word_letters, words.size()), word_letters));
        };
        said = {word(0), word(1), word(2), word(4), {}};
    }
    if (const auto data_class = tree.child(node, "DataClass_t"))
        said.data_class = unit_word(tree.text(*data_class));
    return said;
}

std::vector<CgnsKind> cgns_kinds(const CgnsTree& tree, const std::vector<Node>& arrays)
{
    constexpr std::uint64_t most_exponents = 64;
    std::vector<CgnsKind> kinds(arrays.size(), CgnsKind::Other);
    std::vector<ArrayHead> heads;
    std::vector<std::size_t> of_head;
    for (std::size_t n = 0; n < arrays.size(); ++n) {
        if (const auto exponents = tree.child(arrays[n], "DimensionalExponents_t")) {
            kinds[n] = kind_of_exponents(tree.numbers(*exponents, most_exponents));
        } else if (!is_direction(arrays[n].name)) {
            kinds[n] = kind_of_name(arrays[n].name);
            heads.push_back({.name = arrays[n].name, .units = {}, .standard_name = {}});
            of_head.push_back(n);
        }
    }
    for (const VectorCandidate& candidate : vector_candidates(heads))  // "u", "v" and "w"
        if (const CgnsKind kind = kind_of_meaning(candidate.meaning.meaning); kind != CgnsKind::Other)
            for (const std::size_t head : candidate.arrays) kinds[of_head[head]] = kind;
    return kinds;
}

CgnsFactor cgns_factor(CgnsKind kind, const CgnsUnits& units)
{
    const auto* of = std::ranges::find(kind_dimensions, kind, &KindDimension::kind);
    if (of == kind_dimensions.end()) return {};
    CgnsFactor made{.is_known = true, .from = {}};
    const auto take = [&](double power, const std::string& word, std::span<const KnownUnit> known) {
        const auto found = std::ranges::find(known, word, &KnownUnit::word);
        const bool is_found = found != known.end();
        if (power != 0.0 && is_found) made.factor *= std::pow(found->factor, power);
        return power == 0.0 || is_found;
    };
    const bool is_known_mass = take(of->powers[0], units.mass, known_masses);
    for (const auto& [power, word, known] :
         {std::tuple{of->powers[1], &units.length, std::span<const KnownUnit>{known_lengths}},
          std::tuple{of->powers[2], &units.time, std::span<const KnownUnit>{known_times}},
          std::tuple{of->powers[4], &units.angle, std::span<const KnownUnit>{known_angles}}}) {
        if (take(power, *word, known)) continue;
        made.is_known = made.is_known && known.size() == 1;  // SIDS knows no time but the second
        if (!word->empty() && made.unknown.empty()) made.unknown = *word;
    }
    if (!made.unknown.empty()) made.factor = 1.0;
    const std::string mass = units.mass.empty() ? "mass" : units.mass,
                      length = units.length.empty() ? "length" : units.length;
    made.from = fmt::format(fmt::runtime(of->spelling), mass, length);
    made.to = fmt::format(fmt::runtime(of->spelling), is_known_mass ? "kg" : mass,
                          units.length.empty() ? length : "m");
    return made;
}

}  // namespace farfield::compute
