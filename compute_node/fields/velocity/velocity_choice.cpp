#include "compute_node/fields/velocity/velocity_choice.h"

#include "compute_node/fields/scalar_meaning.h"
#include "compute_node/fields/unit_dimension.h"
#include "compute_node/fields/velocity/component_names.h"
#include "compute_node/fields/velocity/vector_meaning.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace farfield::compute {

namespace {

using Words = std::array<std::string_view, 3>;

constexpr std::array directions{Words{"eastward", "northward", "upward"},
                                Words{"zonal", "meridional", "vertical"},
                                Words{"eastcomponent", "northcomponent", "verticalcomponent"},
                                Words{"xcomponent", "ycomponent", "zcomponent"},
                                Words{"ucomponent", "vcomponent", "wcomponent"},
                                Words{"xvelocity", "yvelocity", "zvelocity"},
                                Words{"uvelocity", "vvelocity", "wvelocity"},
                                Words{"uwind", "vwind", "wwind"},
                                Words{"xdirection", "ydirection", "zdirection"}};

std::string exchanged(std::string text, std::size_t at, std::size_t size, std::string_view with)
{
    return text.replace(at, size, with);
}

bool is_alphabetic(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// True when a text has `word` as a separate word, in any case: "device" does not have "ice".
bool has_word(std::string_view text, std::string_view word)
{
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    for (auto at = text.begin();; ++at) {
        at = std::search(at, text.end(), word.begin(), word.end(), same);
        if (at == text.end()) return false;
        const auto behind = at + static_cast<std::ptrdiff_t>(word.size());
        if ((at == text.begin() || !is_alphabetic(*(at - 1))) &&
            (behind == text.end() || !is_alphabetic(*behind)))
            return true;
    }
}

/// The descriptions of a vector's second and third component beside that of the first, which has a word such
/// as eastward, zonal or x component, all as compact_name() spells them: "zonalcurrent" gives
/// "meridionalcurrent" and "verticalcurrent". Empty where `first` has no such word.
std::array<std::string, 2> descriptions_beside(std::string_view first)
{
    const std::string compact = compact_name(first);
    for (const Words& words : directions)
        if (const std::size_t at = compact.find(words[0]); at != std::string::npos)
            return {exchanged(compact, at, words[0].size(), words[1]),
                    exchanged(compact, at, words[0].size(), words[2])};
    return {};
}

/// True when a description speaks of a wind, current or velocity; for arrays without a unit that says so.
bool describes_flow(std::string_view description)
{
    const std::string compact = compact_name(description);
    return std::ranges::any_of(std::array{"velocity", "current", "wind"}, [&](std::string_view word) {
        return compact.find(word) != std::string::npos;
    });
}

/// True when a description speaks of ice or waves, which have another velocity than air or water around them.
bool describes_ice_or_waves(std::string_view description)
{
    return std::ranges::any_of(std::array{"ice", "stokes", "wave", "waves"},
                               [&](std::string_view word) { return has_word(description, word); });
}

using Heads = std::vector<ArrayHead>;
using M = VectorMeaning;
using R = VelocityRank;

std::string joined_names(const Heads& heads, const std::vector<std::size_t>& arrays)
{
    std::string names;
    for (const std::size_t array : arrays) names += (names.empty() ? "" : ",") + heads[array].name;
    return names;
}

/// Quotes names, "'u', 'v' and 'w'".
std::string quoted(const Heads& heads, const std::vector<std::size_t>& arrays)
{
    std::string text;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        text += fmt::format("{}'{}'",
                            i == 0                   ? ""
                            : i + 1 == arrays.size() ? " and "
                                                     : ", ",
                            heads[arrays[i]].name);
    return text;
}

std::string reason_for_vector(const ArrayHead& head, const NameMeaning& meaning)
{
    switch (meaning.rank) {
    case R::Mean:
        return fmt::format("'{}' is named like a mean velocity", head.name);
    case R::Quotient:
        return fmt::format("no array is a velocity, but '{}' is one", head.name);
    case R::Unit:
        return fmt::format("'{}' has the unit of a speed, {}", head.name, head.units);
    case R::NoVelocity:
        break;
    default:
        return fmt::format("'{}' is named like a velocity", head.name);
    }
    if (meaning.meaning == M::Momentum)
        return fmt::format("there is no velocity, and '{}', a momentum, has its direction", head.name);
    if (meaning.meaning != M::Unknown)
        return fmt::format("there is no velocity, and '{}', which seems to be {}, is a vector", head.name,
                           to_string(meaning.meaning));
    return fmt::format("no array is named like a velocity or has the unit of a speed, and '{}' is {}",
                       head.name, head.marked ? "what the file calls its vectors" : "a vector");
}

void add_vectors(const Heads& heads, std::vector<VectorCandidate>& all)
{
    for (std::size_t i = 0; i < heads.size(); ++i) {
        if (heads[i].components != 3) continue;
        const NameMeaning meaning = meaning_of(heads[i].name, heads[i].units);
        all.push_back({{i}, meaning, heads[i].name, reason_for_vector(heads[i], meaning)});
    }
}

/// True when an array's unit shows that it is no component of a vector of this meaning.
bool contradicts(const ArrayHead& head, M meaning)
{
    const auto dimension = unit_dimension(head.units.empty() ? unit_in_name(head.name) : head.units);
    constexpr UnitDimension momentum_unit{-2, -1, 1}, without_sign{1, 1};  // "m s", where m s-1 is meant
    if (!dimension || *dimension == UnitDimension{} || *dimension == without_sign) return false;
    return *dimension != (meaning == M::Momentum ? momentum_unit : dimension_of_speed);
}

/// Number of characters that two names share at their ends: "x_wind_10m" goes with "y_wind_10m".
std::size_t common_end(std::string_view a, std::string_view b)
{
    return static_cast<std::size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first -
                                    a.rbegin());
}

/// Finds the scalar that suits the first component best: of its kind, and with the most similar name.
template <class Matches>
std::optional<std::size_t> partner(const Heads& heads, std::size_t first, const Matches& matches,
                                   int ArrayHead::*fullness = &ArrayHead::fullness)
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const ArrayHead& head = heads[i];
        if (i == first || head.components != 1 || head.of_cells != heads[first].of_cells ||
            head.*fullness != heads[first].fullness || !matches(head))
            continue;
        const auto likeness = [&](std::size_t at) { return common_end(heads[at].name, heads[first].name); };
        if (!best || likeness(i) > likeness(*best)) best = i;
    }
    return best;
}

/// Finds the third component, which may lack time; one with time is preferred.
template <class Matches>
std::optional<std::size_t> third_partner(const Heads& heads, std::size_t first, const Matches& matches)
{
    const auto found = partner(heads, first, matches);
    return found || heads[first].fullness == 0 ? found
                                               : partner(heads, first, matches, &ArrayHead::fullness_in_time);
}

/// True when names agree in case: where a file has "U" and "V", and "u" and "v", they do not mix.
bool same_case(std::string_view a, std::string_view b)
{
    const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    return a.empty() || b.empty() || is_upper(a.front()) == is_upper(b.front());
}

/// True when the names of a NetCDF variable speak of ice or waves.
bool is_of_ice(const ArrayHead& head)
{
    return describes_ice_or_waves(head.standard_name) || describes_ice_or_waves(head.long_name);
}

/// A reason by standard names; empty where the two components have none of a velocity.
std::string standard_reason(const Heads& heads, std::size_t first, std::size_t second)
{
    const std::string &name = heads[first].standard_name, &beside = heads[second].standard_name;
    if (name.empty() || standard_names_beside(name)[0] != beside) return {};
    return fmt::format("{} have the standard names {} and {}", quoted(heads, {first, second}), name, beside);
}

void add_named(const Heads& heads, const ComponentNames& row, std::vector<VectorCandidate>& all)
{
    const bool names_ice = row.meaning.meaning == M::MeshVelocity;
    const M meaning = names_ice ? M::Velocity : row.meaning.meaning;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        if (heads[i].components != 1 || compact_name(heads[i].name) != row.names[0] ||
            contradicts(heads[i], meaning))
            continue;
        const auto is_named = [&](const ArrayHead& head, const std::string& name, bool of_any_unit) {
            return !name.empty() && compact_name(head.name) == name && same_case(head.name, heads[i].name) &&
                   (of_any_unit || !contradicts(head, meaning));
        };
        const auto second =
            partner(heads, i, [&](const ArrayHead& head) { return is_named(head, row.names[1], false); });
        if (!second) continue;
        std::vector<std::size_t> arrays{i, *second};
        // The vertical component may be a rate of pressure: its reader decides on that.
        const bool of_any_unit = heads[i].fullness > 0;
        if (const auto third = third_partner(
                heads, i, [&](const ArrayHead& head) { return is_named(head, row.names[2], of_any_unit); }))
            arrays.push_back(*third);
        std::string reason = fmt::format("{} are named like the components of {}{}", quoted(heads, arrays),
                                         names_ice                     ? "the velocity of ice"
                                         : row.meaning.rank == R::Mean ? "a mean velocity"
                                                                       : to_string(meaning),
                                         meaning == M::Momentum ? ", and there is no velocity" : "");
        if (std::string standard = standard_reason(heads, i, *second); !standard.empty())
            reason = std::move(standard);
        all.push_back({arrays,
                       {meaning, row.meaning.rank},
                       joined_names(heads, arrays),
                       std::move(reason),
                       meaning == M::Velocity && (names_ice || is_of_ice(heads[i]))});
    }
}

void add_standard(const Heads& heads, std::vector<VectorCandidate>& all)
{
    constexpr const char* pressure_rate = "lagrangian_tendency_of_air_pressure";
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const std::string& name = heads[i].standard_name;
        const auto beside = standard_names_beside(name);
        if (beside[0].empty() || heads[i].components != 1 || contradicts(heads[i], M::Velocity)) continue;
        const auto second = partner(heads, i, [&](const ArrayHead& head) {
            return head.standard_name == beside[0] && !contradicts(head, M::Velocity);
        });
        if (!second) continue;
        auto third =
            third_partner(heads, i, [&](const ArrayHead& head) { return head.standard_name == beside[1]; });
        if (!third)
            third =
                third_partner(heads, i, [&](const ArrayHead& h) { return h.standard_name == pressure_rate; });
        std::vector<std::size_t> arrays{i, *second};
        if (third) arrays.push_back(*third);
        all.push_back({arrays,
                       {M::Velocity, R::StandardName},
                       joined_names(heads, arrays),
                       standard_reason(heads, i, *second),
                       is_of_ice(heads[i])});
    }
}

/// Adds vectors by descriptions, "zonal current" and "meridional current": long names, or others than CF's.
void add_described(const Heads& heads, std::vector<VectorCandidate>& all)
{
    const auto described = [](const ArrayHead& head) {
        return head.long_name.empty() ? head.standard_name : head.long_name;
    };
    const auto may_be = [&](const ArrayHead& head) {
        const M meaning = meaning_of_name(described(head)).meaning;
        const bool is_other = meaning != M::Unknown && meaning != M::Velocity && meaning != M::MeshVelocity;
        const auto dimension = unit_dimension(head.units);
        const bool says_nothing = !dimension || *dimension == UnitDimension{};
        return head.components == 1 && !is_other &&
               (says_nothing ? describes_flow(described(head)) : *dimension == dimension_of_speed);
    };
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const auto beside = descriptions_beside(described(heads[i]));
        if (beside[0].empty() || !may_be(heads[i])) continue;
        const auto with = [&](const std::string& description) {
            return partner(heads, i, [&](const ArrayHead& head) {
                return compact_name(described(head)) == description && may_be(head);
            });
        };
        const auto second = with(beside[0]);
        if (!second) continue;
        std::vector<std::size_t> arrays{i, *second};
        if (const auto third = with(beside[1])) arrays.push_back(*third);
        all.push_back({arrays,
                       {M::Velocity, R::LongName},
                       joined_names(heads, arrays),
                       fmt::format("{} are described as '{}' and '{}'", quoted(heads, {i, *second}),
                                   described(heads[i]), described(heads[*second])),
                       is_of_ice(heads[i])});
    }
}

/// Adds vectors by guesses at names, "viento_zonal" and "viento_meridional", "U10_present" and "V10_present",
/// for scalars in a unit of speed, or of velocities by their words in no unit that is known.
void add_guessed(const Heads& heads, std::vector<VectorCandidate>& all)
{
    const auto is_speed = [](const ArrayHead& head) {
        return unit_dimension(head.units.empty() ? unit_in_name(head.name) : head.units) ==
               dimension_of_speed;
    };
    const auto may_be = [&](const ArrayHead& head) {
        const M meaning = meaning_of_name(head.name).meaning;
        const bool is_known =
            unit_dimension(head.units.empty() ? unit_in_name(head.name) : head.units).has_value();
        const bool is_called = !is_known && lower_case(head.name).find("vel") != std::string::npos;
        return head.components == 1 &&
               ((is_speed(head) && (meaning == M::Unknown || meaning == M::Velocity)) ||
                (is_called && meaning == M::Velocity));
    };
    for (std::size_t i = 0; i < heads.size(); ++i) {
        if (!may_be(heads[i])) continue;
        const auto named = [&](const std::string& name) {
            return partner(heads, i, [&](const ArrayHead& head) {
                return !name.empty() && compact_name(head.name) == compact_name(name) && may_be(head);
            });
        };
        for (const GuessedNames& guess : names_to_guess(heads[i].name)) {
            const auto second = named(guess.second);
            if (!second) continue;
            std::vector<std::size_t> arrays{i, *second};
            if (const auto third = named(guess.third)) arrays.push_back(*third);
            const bool is_by_words = !is_speed(heads[i]);
            all.push_back({arrays,
                           {M::Velocity, is_by_words ? R::LongName : R::Unit},
                           joined_names(heads, arrays),
                           is_by_words ? fmt::format("{} are called velocities, and {}",
                                                     quoted(heads, arrays), guess.reason)
                                       : fmt::format("{} have the unit of a speed, {}, and {}",
                                                     quoted(heads, arrays), heads[i].units, guess.reason)});
        }
    }
}

/// Drops candidates whose scalars another candidate all has, if that has more scalars or comes earlier.
void drop_parts(std::vector<VectorCandidate>& all)
{
    const auto is_part = [](const VectorCandidate& a, const VectorCandidate& of) {
        return std::all_of(a.arrays.begin(), a.arrays.end(), [&](std::size_t array) {
            return std::find(of.arrays.begin(), of.arrays.end(), array) != of.arrays.end();
        });
    };
    std::vector<VectorCandidate> kept;
    for (std::size_t i = 0; i < all.size(); ++i) {
        bool drop = false;
        for (std::size_t j = 0; j < all.size() && !drop; ++j)
            drop = i != j && is_part(all[i], all[j]) &&
                   (all[j].arrays.size() > all[i].arrays.size() || (j < i && is_part(all[j], all[i])));
        if (!drop) kept.push_back(all[i]);
    }
    all = std::move(kept);
}

/// True for the difference from a mean: no density to divide by, and no whole velocity. Altimetry's names say
/// that the mean sea level was taken for the geoid.
bool describes_anomaly(const ArrayHead& head)
{
    const std::string said = compact_name(head.long_name) + ' ' + compact_name(head.standard_name);
    const auto says = [&](const char* words) { return said.find(compact_name(words)) != std::string::npos; };
    return says("anomal") || says("assuming_mean_sea_level_for_geoid") ||
           says("assuming_sea_level_for_geoid");
}

/// The sort key of a candidate; smaller keys come first.
auto order_of(const Heads& heads, const VectorCandidate& candidate)
{
    const ArrayHead& head = heads[candidate.arrays.front()];
    const M meaning = candidate.meaning.meaning;
    const bool by_standard_name = !standard_names_beside(head.standard_name)[0].empty();
    const int kind = candidate.of_ice         ? 2
                     : meaning == M::Velocity ? (by_standard_name ? 0 : 1)
                     : meaning == M::Momentum ? 3
                     : meaning == M::Unknown  ? 4
                                              : 5;
    return std::tuple{kind,         describes_anomaly(head),     -head.fullness, candidate.meaning.rank,
                      !head.marked, candidate.arrays.size() > 1, head.of_cells};
}

std::string trimmed(std::string_view text)
{
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return std::string{text};
}

std::vector<std::string> split(const std::string& text)
{
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        pieces.push_back(trimmed(std::string_view{text}.substr(at, comma - at)));
        at = comma + 1;
    }
    return pieces;
}

/// The candidate of scalars that a user names; users know their meaning, unless a unit contradicts.
VectorCandidate of_scalars(const Heads& heads, const std::string& asked)
{
    VectorCandidate made;
    const std::vector<std::string> names = split(asked);
    if (names.size() < 2 || names.size() > 3) return {};
    for (const std::string& name : names) {
        const auto found = std::find_if(heads.begin(), heads.end(), [&](const ArrayHead& head) {
            return head.components == 1 && head.name == name;
        });
        if (found == heads.end()) return {};
        made.arrays.push_back(static_cast<std::size_t>(found - heads.begin()));
    }
    const NameMeaning by_unit = meaning_of({}, heads[made.arrays.front()].units);
    made.meaning = by_unit.meaning == M::Unknown ? NameMeaning{M::Velocity, R::Name} : by_unit;
    made.name = joined_names(heads, made.arrays);
    return made;
}

}  // namespace

std::vector<VectorCandidate> vector_candidates(const Heads& heads)
{
    std::vector<VectorCandidate> all;
    add_standard(heads, all);
    add_vectors(heads, all);
    for (const ComponentNames& row : component_names()) add_named(heads, row, all);
    add_described(heads, all);
    add_guessed(heads, all);
    drop_parts(all);
    std::stable_sort(all.begin(), all.end(), [&](const VectorCandidate& a, const VectorCandidate& b) {
        return order_of(heads, a) < order_of(heads, b);
    });
    return all;
}

void put_quotient_first(std::vector<VectorCandidate>& candidates, const Heads& heads,
                        const std::function<bool(std::size_t)>& lies_there)
{
    if (candidates.empty() || candidates.front().meaning.meaning != M::Momentum) return;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const ArrayHead& head = heads[i];
        if (head.components != 1 || describes_anomaly(head) || !is_density(head.name, head.units) ||
            !lies_there(i))
            continue;
        VectorCandidate quotient = candidates.front();
        quotient.density = i;
        quotient.name = quotient_name(quotient.name, head.name);
        quotient.meaning = {M::Velocity, R::Quotient};
        quotient.reason = fmt::format("no array is a velocity, but '{}' is one", quotient.name);
        candidates.insert(candidates.begin(), std::move(quotient));
        return;
    }
}

VectorCandidate chosen_among(const std::vector<VectorCandidate>& candidates, const Heads& heads,
                             const std::string& asked)
{
    if (asked.empty()) {
        const auto is_number_of_a_thing = [](const VectorCandidate& candidate) {
            return candidate.meaning.meaning == M::Unknown && is_beside_field(candidate.name);
        };
        const auto first = std::ranges::find_if_not(candidates, is_number_of_a_thing);
        return first == candidates.end() ? VectorCandidate{} : *first;
    }
    const auto named = std::ranges::find(candidates, asked, &VectorCandidate::name);
    VectorCandidate found = named != candidates.end() ? *named : of_scalars(heads, asked);
    found.reason = "it was asked for by name";
    return found;
}

std::string no_such_velocity(const std::string& source, const std::string& asked, const Heads& heads)
{
    std::vector<std::string> vectors, scalars;
    for (const VectorCandidate& candidate : vector_candidates(heads)) vectors.push_back(candidate.name);
    for (const ArrayHead& head : heads)
        if (head.components == 1 && std::find(scalars.begin(), scalars.end(), head.name) == scalars.end())
            scalars.push_back(head.name);
    const auto list = [](const std::vector<std::string>& names) {
        return names.empty() ? std::string{"none"} : fmt::format("'{}'", fmt::join(names, "', '"));
    };
    return fmt::format(
        "'{}' has no velocity '{}'; its vectors are {}, and its scalars, of which two or three "
        "with commas in between make a vector, {}",
        source, asked, list(vectors), list(scalars));
}

std::string remark_on_anomaly(const VectorCandidate& chosen, const Heads& heads)
{
    if (chosen.arrays.empty() || !describes_anomaly(heads[chosen.arrays.front()])) return {};
    return fmt::format("'{}' is an anomaly, the difference from a mean, and not the whole velocity.",
                       chosen.name);
}

std::string warning_about(const VectorCandidate& chosen)
{
    switch (chosen.meaning.meaning) {
    case M::Velocity:
        return {};
    case M::Momentum:
        return fmt::format("What is traced, '{}', is a momentum and not a velocity, and was not divided by a "
                           "density. Lines have the flow's shape, but speeds and times are not the flow's.",
                           chosen.name);
    case M::Unknown:
        return fmt::format(
            "What is traced, '{}', is not known to be a velocity: neither its name nor its unit "
            "says so.",
            chosen.name);
    default:
        return fmt::format("What is traced, '{}', is no velocity: it seems to be {}.", chosen.name,
                           to_string(chosen.meaning.meaning));
    }
}

}  // namespace farfield::compute
