#include "compute_node/fields/velocity/vector_meaning.h"

#include "compute_node/fields/unit_dimension.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

using M = VectorMeaning;
using R = VelocityRank;

struct WholeName {
    std::string_view compact;
    M meaning;
    R rank;
};

/// Names that decide alone. Single letters are those of flow solvers, VTK's samples and field solvers.
constexpr std::array whole_names{WholeName{"u", M::Velocity, R::Name},
                                 WholeName{"velocity", M::Velocity, R::Name},
                                 WholeName{"velocities", M::Velocity, R::Name},
                                 WholeName{"vel", M::Velocity, R::Name},
                                 WholeName{"hvel", M::Velocity, R::Name},  // SCHISM
                                 WholeName{"veloc", M::Velocity, R::Name},
                                 WholeName{"velo", M::Velocity, R::Name},
                                 WholeName{"uvw", M::Velocity, R::Name},
                                 WholeName{"ucat", M::Velocity, R::Name},
                                 WholeName{"velocityvector", M::Velocity, R::Name},
                                 WholeName{"flowvelocity", M::Velocity, R::Name},
                                 WholeName{"fluidvelocity", M::Velocity, R::Name},
                                 WholeName{"geschwindigkeit", M::Velocity, R::Name},
                                 WholeName{"v", M::Velocity, R::LooseName},
                                 WholeName{"uv", M::Velocity, R::LooseName},
                                 WholeName{"flow", M::Velocity, R::LooseName},
                                 WholeName{"current", M::Velocity, R::LooseName},
                                 WholeName{"currents", M::Velocity, R::LooseName},
                                 WholeName{"rhou", M::Momentum, R::NoVelocity},
                                 WholeName{"rhov", M::Momentum, R::NoVelocity},
                                 WholeName{"rhovel", M::Momentum, R::NoVelocity},
                                 WholeName{"b", M::MagneticField, R::NoVelocity},
                                 WholeName{"h", M::MagneticField, R::NoVelocity},
                                 WholeName{"e", M::ElectricField, R::NoVelocity},
                                 WholeName{"j", M::ElectricField, R::NoVelocity},
                                 WholeName{"a", M::Acceleration, R::NoVelocity},
                                 WholeName{"d", M::Displacement, R::NoVelocity},
                                 WholeName{"f", M::Force, R::NoVelocity},
                                 WholeName{"n", M::Normal, R::NoVelocity},
                                 WholeName{"x", M::Position, R::NoVelocity},
                                 WholeName{"xyz", M::Position, R::NoVelocity},
                                 WholeName{"q", M::Flux, R::NoVelocity},
                                 WholeName{"gradu", M::Gradient, R::NoVelocity},
                                 WholeName{"gradp", M::Gradient, R::NoVelocity},
                                 WholeName{"gradt", M::Gradient, R::NoVelocity},
                                 WholeName{"curlu", M::Vorticity, R::NoVelocity},
                                 WholeName{"wss", M::Stress, R::NoVelocity},
                                 WholeName{"massflux", M::Momentum, R::NoVelocity}};

struct Word {
    std::string_view word;
    M meaning;
};

/// Words that say what a vector is, also beside "velocity": the first that a name has decides. A word of
/// eight letters and more counts inside of others, too ("pressuregradient").
constexpr std::array telling_words{Word{"gradient", M::Gradient},
                                   Word{"gradients", M::Gradient},
                                   Word{"grad", M::Gradient},
                                   Word{"grads", M::Gradient},
                                   Word{"derivative", M::Gradient},
                                   Word{"vorticity", M::Vorticity},
                                   Word{"vort", M::Vorticity},
                                   Word{"curl", M::Vorticity},
                                   Word{"omega", M::Vorticity},
                                   Word{"angular", M::Vorticity},
                                   Word{"rotational", M::Vorticity},
                                   Word{"normals", M::Normal},
                                   Word{"normal", M::Normal},
                                   Word{"tangent", M::Normal},
                                   Word{"tangents", M::Normal},
                                   Word{"binormal", M::Normal},
                                   Word{"acceleration", M::Acceleration},
                                   Word{"accel", M::Acceleration},
                                   Word{"accl", M::Acceleration},
                                   Word{"acc", M::Acceleration},
                                   Word{"displacement", M::Displacement},
                                   Word{"displacements", M::Displacement},
                                   Word{"displ", M::Displacement},
                                   Word{"disp", M::Displacement},
                                   Word{"deformation", M::Displacement},
                                   Word{"deflection", M::Displacement},
                                   Word{"stress", M::Stress},
                                   Word{"stresses", M::Stress},
                                   Word{"shear", M::Stress},
                                   Word{"tau", M::Stress},
                                   Word{"heatflux", M::Flux},
                                   Word{"heat", M::Flux},
                                   Word{"flux", M::Flux},
                                   Word{"fluxes", M::Flux},
                                   Word{"transport", M::Flux},
                                   Word{"force", M::Force},
                                   Word{"forces", M::Force},
                                   Word{"traction", M::Force},
                                   Word{"reaction", M::Force},
                                   Word{"load", M::Force},
                                   Word{"magnetic", M::MagneticField},
                                   Word{"bfield", M::MagneticField},
                                   Word{"alfven", M::MagneticField},
                                   Word{"electric", M::ElectricField},
                                   Word{"efield", M::ElectricField},
                                   Word{"poynting", M::ElectricField},
                                   Word{"coordinates", M::Position},
                                   Word{"coordinate", M::Position},
                                   Word{"coords", M::Position},
                                   Word{"coord", M::Position},
                                   Word{"position", M::Position},
                                   Word{"positions", M::Position},
                                   Word{"location", M::Position},
                                   Word{"points", M::Position},
                                   Word{"centroid", M::Position},
                                   Word{"centre", M::Position},
                                   Word{"center", M::Position},
                                   Word{"centers", M::Position},
                                   Word{"mesh", M::MeshVelocity},
                                   Word{"grid", M::MeshVelocity},
                                   Word{"ice", M::MeshVelocity},
                                   Word{"sound", M::MeshVelocity},
                                   Word{"friction", M::MeshVelocity},
                                   Word{"stokes", M::MeshVelocity},
                                   Word{"wave", M::MeshVelocity},
                                   Word{"settling", M::MeshVelocity},
                                   Word{"wallshearstress", M::Stress},
                                   Word{"rms", M::Spread},
                                   Word{"variance", M::Spread},
                                   Word{"stddev", M::Spread},
                                   Word{"stdev", M::Spread},
                                   Word{"std", M::Spread},
                                   Word{"deviation", M::Spread},
                                   Word{"fluctuation", M::Spread},
                                   Word{"prime", M::Spread},
                                   Word{"error", M::Spread},
                                   Word{"residual", M::Spread},
                                   Word{"tendency", M::Spread},
                                   Word{"color", M::Colour},
                                   Word{"colors", M::Colour},
                                   Word{"colour", M::Colour},
                                   Word{"rgb", M::Colour},
                                   Word{"rgba", M::Colour},
                                   Word{"texture", M::Colour},
                                   Word{"momentum", M::Momentum},
                                   Word{"momenta", M::Momentum},
                                   Word{"mom", M::Momentum},
                                   Word{"impulse", M::Momentum},
                                   Word{"rho", M::Momentum},
                                   Word{"wall", M::MeshVelocity}};

constexpr std::array velocity_words{"velocity", "velocities", "vel", "veloc", "wind", "winds"};
constexpr std::array mean_words{"mean", "avg", "average", "averaged", "ave"};

bool is_word_of(const std::vector<std::string>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

template <class Words>
bool has_any(const std::vector<std::string>& words, const Words& of)
{
    return std::any_of(of.begin(), of.end(), [&](std::string_view word) { return is_word_of(words, word); });
}

bool is_alnum(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool is_upper(char c)
{
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

char lower(char c)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Position of the bracket that begins the end of a name, "Velocity [m/s]"; npos where there is none.
std::size_t last_bracket(std::string_view name)
{
    if (name.ends_with(']')) return name.rfind('[');
    return name.ends_with(')') ? name.rfind('(') : std::string_view::npos;
}

std::string_view without_unit(std::string_view name)
{
    return unit_in_name(name).empty() ? name : name.substr(0, last_bracket(name));
}

/// The words of a name in lower case, split at separators, digits and capitals: "wallShearStress_2" has four.
std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> words;
    bool begins = true;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!is_alnum(c)) {
            begins = true;
            continue;
        }
        const bool after_lower = i > 0 && is_alnum(name[i - 1]) && !is_upper(name[i - 1]);
        const bool new_word =
            is_upper(c) &&
            (after_lower || (i == 1 && i + 1 < name.size() && is_alnum(name[2]) && !is_upper(name[2])));
        if (begins || new_word) words.emplace_back();
        words.back() += lower(c);
        begins = false;
    }
    return words;
}

M meaning_by_words(const std::vector<std::string>& words, const std::string& compact)
{
    constexpr std::size_t long_enough = 8;
    if (is_word_of(words, "current") && is_word_of(words, "density")) return M::ElectricField;
    // "velocity at cell centres" names a place, not another quantity.
    const bool of_velocity = has_any(words, velocity_words);
    for (const Word& telling : telling_words)
        if (of_velocity && telling.meaning == M::Position)
            continue;
        else if (is_word_of(words, telling.word) ||
                 (telling.word.size() >= long_enough && compact.find(telling.word) != std::string::npos))
            return telling.meaning;
    return M::Unknown;
}

NameMeaning of_quotient(std::string_view name)
{
    const std::size_t slash = name.find(" / ");
    if (slash == std::string_view::npos || !is_density(name.substr(slash + 3), {})) return {};
    const bool is_momentum = meaning_of_name(name.substr(0, slash)).meaning == M::Momentum ||
                             name.substr(0, slash).find(',') != std::string_view::npos;
    return is_momentum ? NameMeaning{M::Velocity, R::Quotient} : NameMeaning{};
}

struct DimensionMeaning {
    UnitDimension dimension;
    M meaning = M::Unknown;
};

constexpr std::array meanings_of_units{DimensionMeaning{{-2, -1, 1}, M::Momentum},
                                       DimensionMeaning{{1, 0}, M::Displacement},
                                       DimensionMeaning{{1, -2}, M::Acceleration},
                                       DimensionMeaning{{1, -2, 1}, M::Force},
                                       DimensionMeaning{{-1, -2, 1}, M::Stress},
                                       DimensionMeaning{{0, -1}, M::Vorticity},
                                       DimensionMeaning{{0, -2, 1, 0, -1}, M::MagneticField},
                                       DimensionMeaning{{1, -3, 1, 0, -1}, M::ElectricField},
                                       DimensionMeaning{{0, -3, 1}, M::Flux},
                                       DimensionMeaning{{3, -1}, M::Flux}};

M meaning_of_unit(const UnitDimension& dimension)
{
    const auto* found = std::find_if(meanings_of_units.begin(), meanings_of_units.end(),
                                     [&](const DimensionMeaning& of) { return of.dimension == dimension; });
    return found == meanings_of_units.end() ? M::Unknown : found->meaning;
}

}  // namespace

std::string_view to_string(VectorMeaning meaning)
{
    switch (meaning) {
    case M::Velocity:
        return "a velocity";
    case M::Momentum:
        return "a momentum";
    case M::Displacement:
        return "a displacement";
    case M::Acceleration:
        return "an acceleration";
    case M::Force:
        return "a force";
    case M::Stress:
        return "a stress";
    case M::Gradient:
        return "a gradient";
    case M::Vorticity:
        return "a vorticity or rotation";
    case M::Normal:
        return "a direction of a surface";
    case M::Position:
        return "a position";
    case M::MagneticField:
        return "a magnetic field";
    case M::ElectricField:
        return "an electric field or current";
    case M::Flux:
        return "a flux";
    case M::MeshVelocity:
        return "the velocity of something else than the flow";
    case M::Spread:
        return "a change or spread of a velocity";
    case M::Colour:
        return "a colour";
    case M::Unknown:
        break;
    }
    return "something unknown";
}

std::string_view unit_in_name(std::string_view name)
{
    const std::size_t begin = last_bracket(name);
    if (begin == std::string_view::npos || begin == 0) return {};
    const std::string_view inside = name.substr(begin + 1, name.size() - begin - 2);
    constexpr std::size_t an_axis = 1;  // "Velocity[k]" and "(X)" name a component
    return inside.size() > an_axis && unit_dimension(inside) ? inside : std::string_view{};
}

std::string compact_name(std::string_view name)
{
    std::string compact;
    for (const char c : without_unit(name))
        if (is_alnum(c)) compact += lower(c);
    return compact;
}

NameMeaning meaning_of_name(std::string_view name)
{
    if (const NameMeaning quotient = of_quotient(name); quotient.meaning != M::Unknown) return quotient;
    const std::string compact = compact_name(name);
    for (const WholeName& whole : whole_names)
        if (whole.compact == compact) return {whole.meaning, whole.rank};
    const std::vector<std::string> words = words_of(without_unit(name));
    if (const M meaning = meaning_by_words(words, compact); meaning != M::Unknown)
        return {meaning, R::NoVelocity};
    const bool of_u = !words.empty() && words.front() == "u";
    if (!of_u && !has_any(words, velocity_words) && compact.find("velocity") == std::string::npos) return {};
    return {M::Velocity, has_any(words, mean_words) ? R::Mean : R::LongName};
}

NameMeaning meaning_of(std::string_view name, std::string_view units)
{
    const NameMeaning by_name = meaning_of_name(name);
    auto dimension = unit_dimension(units);
    if (!dimension) dimension = unit_dimension(unit_in_name(name));
    if (!dimension || *dimension == UnitDimension{}) return by_name;
    const bool is_speed = *dimension == dimension_of_speed;
    if (by_name.meaning == M::Unknown && is_speed) return {M::Velocity, R::Unit};
    if (by_name.meaning == M::Unknown || (by_name.meaning == M::Velocity && !is_speed))
        return {meaning_of_unit(*dimension), R::NoVelocity};
    return by_name;
}

bool is_density(std::string_view name, std::string_view units)
{
    constexpr std::array names{"density", "rho", "dens", "massdensity", "fluiddensity", "gasdensity"};
    const std::string compact = compact_name(name);
    if (std::find(names.begin(), names.end(), compact) == names.end()) return false;
    const auto dimension = unit_dimension(units.empty() ? unit_in_name(name) : units);
    return !dimension || *dimension == dimension_of_density || *dimension == UnitDimension{};
}

std::string quotient_name(std::string_view momentum, std::string_view density)
{
    return fmt::format("{} / {}", momentum, density);
}

}  // namespace farfield::compute
