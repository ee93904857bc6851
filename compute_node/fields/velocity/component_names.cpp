#include "compute_node/fields/velocity/component_names.h"

#include "compute_node/support/lower_case.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>

namespace farfield::compute {

namespace {

using Names = std::array<std::string_view, 3>;
using M = VectorMeaning;
using R = VelocityRank;

constexpr NameMeaning velocity{M::Velocity, R::Name}, loose{M::Velocity, R::LooseName};
constexpr NameMeaning mean{M::Velocity, R::Mean}, momentum{M::Momentum, R::NoVelocity};
constexpr NameMeaning of_ice{M::MeshVelocity, R::Name};

/// Names of components that are not made of a stem and a mark.
constexpr std::array plain_names{
    Names{"u", "v", "w"},
    Names{"u", "v", "omega"},
    Names{"ux", "uy", "uz"},
    Names{"vx", "vy", "vz"},
    Names{"vx1", "vx2", "vx3"},  // PLUTO
    Names{"uvel", "vvel", "wvel"},
    Names{"uvelocity", "vvelocity", "wvelocity"},
    Names{"uo", "vo", "wo"},  // CMIP: ocean, atmosphere, at the surface
    Names{"ua", "va", "wa"},
    Names{"ua", "va", "wap"},
    Names{"uwnd", "vwnd", "wwnd"},
    Names{"uwnd", "vwnd", "omega"},
    Names{"uwind", "vwind", "wwind"},
    Names{"ugrd", "vgrd", "dzdt"},  // GRIB's names
    Names{"ucur", "vcur", "wcur"},
    Names{"uogrd", "vogrd", ""},
    Names{"ucomponentofwind", "vcomponentofwind", ""},
    Names{"ucomponentofcurrent", "vcomponentofcurrent", ""},
    Names{"uu", "vv", "ww"},
    Names{"urot", "vrot", "wrot"},  // turned to east and north
    Names{"uearth", "vearth", "wearth"},
    Names{"ueastward", "vnorthward", "w"},      // ROMS
    Names{"vozocrtx", "vomecrty", "vovecrtz"},  // NEMO
    Names{"uoce", "voce", "woce"},
    Names{"horizontalvelx", "horizontalvely", "verticalvelocity"},  // SCHISM
    Names{"depthaveragevelx", "depthaveragevely", ""},
    Names{"ucx", "ucy", "ucz"},           // D-Flow FM
    Names{"wateru", "waterv", "waterw"},  // HYCOM
    Names{"eastwardvelocity", "northwardvelocity", "upwardvelocity"},
    Names{"eastwardeuleriancurrentvelocity", "northwardeuleriancurrentvelocity", ""},
    Names{"zonalvelocity", "meridionalvelocity", "verticalvelocity"},
    Names{"zonalwind", "meridionalwind", "verticalwind"},
    Names{"zonalcurrent", "meridionalcurrent", "verticalcurrent"},
    Names{"ugos", "vgos", ""},
    Names{"ssu", "ssv", ""},
    Names{"uas", "vas", ""},
    Names{"u10", "v10", ""},
    Names{"u10m", "v10m", ""},
    Names{"10u", "10v", ""},
    Names{"u100", "v100", ""},
    Names{"u100m", "v100m", ""},
    Names{"100u", "100v", ""}};

constexpr std::array loose_names{Names{"um", "vm", "wm"}, Names{"us", "vs", "ws"}, Names{"v1", "v2", "v3"}};

constexpr std::array mean_names{Names{"umean", "vmean", "wmean"}, Names{"ubar", "vbar", "wbar"},
                                Names{"uavg", "vavg", "wavg"}};

constexpr std::array ice_names{Names{"uice", "vice", ""}, Names{"iceu", "icev", ""}, Names{"siu", "siv", ""},
                               Names{"usi", "vsi", ""}};

constexpr std::array momentum_names{Names{"rhou", "rhov", "rhow"}, Names{"rhoux", "rhouy", "rhouz"},
                                    Names{"rhovx", "rhovy", "rhovz"}, Names{"mx", "my", "mz"},
                                    Names{"ru", "rv", "rw"}};

constexpr std::array velocity_stems{"velocity",     "vel",           "veloc",          "velocities",
                                    "flowvelocity", "fluidvelocity", "windvelocity",   "gasvelocity",
                                    "wind",         "flow",          "geschwindigkeit"};
constexpr std::array momentum_stems{"momentum", "mom", "momentumdensity", "rhovelocity", "rhovel"};

/// The parts of names that distinguish components of one stem.
constexpr std::array marks{Names{"x", "y", "z"}, Names{"u", "v", "w"}, Names{"i", "j", "k"},
                           Names{"0", "1", "2"}, Names{"1", "2", "3"}};

template <class Rows>
void add_rows(std::vector<ComponentNames>& all, const Rows& rows, const NameMeaning& meaning)
{
    for (const Names& row : rows)
        all.push_back({{std::string{row[0]}, std::string{row[1]}, std::string{row[2]}}, meaning});
}

/// The stem before and after its marks: "velocityx" and "xvelocity".
template <class Stems>
void add_stems(std::vector<ComponentNames>& all, const Stems& stems, const NameMeaning& meaning)
{
    for (const char* const named : stems)
        for (const Names& mark : marks) {
            const std::string stem{named};
            ComponentNames after{{}, meaning}, before{{}, meaning};
            for (std::size_t c = 0; c < 3; ++c) {
                after.names[c] = stem + std::string{mark[c]};
                before.names[c] = std::string{mark[c]} + stem;
            }
            all.push_back(after);
            all.push_back(before);
        }
}

std::vector<ComponentNames> make_names()
{
    std::vector<ComponentNames> all;
    add_rows(all, plain_names, velocity);
    add_stems(all, velocity_stems, velocity);
    add_rows(all, loose_names, loose);
    add_rows(all, mean_names, mean);
    add_rows(all, ice_names, of_ice);
    add_rows(all, momentum_names, momentum);
    add_stems(all, momentum_stems, momentum);
    return all;
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

std::string replaced(std::string text, std::size_t at, std::size_t size, std::string_view with)
{
    return text.replace(at, size, with);
}

/// The third name to "x_wind", "eastward_sea_water_velocity" or "sea_water_x_velocity"; winds have their own.
std::string upward_beside(const std::string& first, std::size_t at, std::size_t size)
{
    if (has_any(first, {"wind"})) return "upward_air_velocity";
    return "upward_" + replaced(first, at, size, "");
}

}  // namespace

const std::vector<ComponentNames>& component_names()
{
    static const std::vector<ComponentNames> all = make_names();
    return all;
}

std::array<std::string, 2> standard_names_beside(const std::string& first)
{
    const bool is_velocity = has_any(first, {"velocity", "wind"}) &&
                             !has_any(first, {"tendency", "shear", "stress", "momentum", "flux", "product",
                                              "square", "acceleration", "_potential", "_error"});
    if (!is_velocity) return {};
    for (const auto& words : {std::array{"eastward_", "northward_"}, std::array{"x_", "y_"}}) {
        const std::size_t size = std::string_view{words[0]}.size();
        const std::size_t at = first.find(words[0]);
        if (at == std::string::npos || (at > 0 && first[at - 1] != '_')) continue;
        return {replaced(first, at, size, words[1]), upward_beside(first, at, size)};
    }
    return {};
}

std::vector<GuessedNames> names_to_guess(const std::string& first)
{
    std::vector<GuessedNames> all;
    const std::string name = lower_case(first);
    constexpr std::string_view zonal = "zonal";
    if (const std::size_t at = name.find(zonal); at != std::string::npos)
        all.push_back({replaced(name, at, zonal.size(), "meridional"), {}, "say zonal and meridional"});
    for (std::size_t at = name.find('u'); at != std::string::npos; at = name.find('u', at + 1)) {
        const bool begins_word = at == 0 || std::isalnum(static_cast<unsigned char>(name[at - 1])) == 0;
        if (begins_word)
            all.push_back({replaced(name, at, 1, "v"), replaced(name, at, 1, "w"),
                           "are alike but for the u and v in their names"});
    }
    const auto is_part_of_word = [&](std::size_t at) {
        return at < name.size() && std::isalnum(static_cast<unsigned char>(name[at])) != 0;
    };
    for (std::size_t at = name.find('x'); at != std::string::npos; at = name.find('x', at + 1))
        if (name.find("vel") != std::string::npos && !is_part_of_word(at + 1) &&
            (at == 0 || !is_part_of_word(at - 1)))
            all.push_back({replaced(name, at, 1, "y"), replaced(name, at, 1, "z"),
                           "are alike but for the x and y in their names"});
    return all;
}

}  // namespace farfield::compute
