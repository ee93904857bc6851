#include "compute_node/terrain/heights/height_units.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace farfield::terrain {

namespace {

struct Unit {
    std::string_view name;
    double metres;
    /// Names between spaces, without capitals and punctuation.
    std::string_view aliases;
};

constexpr std::array units{
    Unit{"metre", 1.0, " m metre metres meter meters "},
    Unit{"foot", 0.3048, " ft foot feet internationalfoot internationalfeet footinternational "},
    Unit{"US survey foot", 1200.0 / 3937.0,
         " ftus usft footus usfoot ussurveyfoot ussurveyfeet sft surveyfoot surveyfeet "},
    Unit{"centimetre", 0.01, " cm centimetre centimetres centimeter centimeters "},
    Unit{"decimetre", 0.1, " dm decimetre decimetres decimeter decimeters "},
    Unit{"millimetre", 0.001, " mm millimetre millimetres millimeter millimeters "},
    Unit{"kilometre", 1000.0, " km kilometre kilometres kilometer kilometers "},
    Unit{"yard", 0.9144, " yd yard yards "},
    Unit{"fathom", 1.8288, " fath fathom fathoms "},
};

/// Plain form of a name: "US_survey_foot" and "us survey foot" are one name.
std::string plain(std::string_view name)
{
    std::string letters;
    for (const unsigned char c : name)
        if (std::isalnum(c) != 0) letters += static_cast<char>(std::tolower(c));
    return letters;
}

}  // namespace

std::optional<HeightUnit> height_unit(std::string_view name)
{
    const std::string word = plain(name);
    if (word.empty()) return std::nullopt;
    const auto* found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) {
        return unit.aliases.find(" " + word + " ") != std::string_view::npos;
    });
    if (found == units.end()) return std::nullopt;
    return HeightUnit{std::string{found->name}, found->metres};
}

std::string height_unit_names()
{
    std::string names;
    for (const Unit& unit : units) names += (names.empty() ? "" : ", ") + std::string{unit.name};
    return names;
}

}  // namespace farfield::terrain
