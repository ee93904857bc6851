#include "compute_node/fields/scalar_meaning.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace farfield::compute {

namespace {

constexpr std::array<std::string_view, 59> whole_names{"x",
                                                       "y",
                                                       "z",
                                                       "xc",
                                                       "yc",
                                                       "lon",
                                                       "lat",
                                                       "longitude",
                                                       "latitude",
                                                       "xlong",
                                                       "xlat",
                                                       "navlon",
                                                       "navlat",
                                                       "coordinatex",
                                                       "coordinatey",
                                                       "coordinatez",
                                                       "mask",
                                                       "landmask",
                                                       "seamask",
                                                       "landseamask",
                                                       "lsm",
                                                       "iblank",
                                                       "iblanking",
                                                       "vtkghosttype",
                                                       "ghost",
                                                       "rank",
                                                       "procid",
                                                       "processor",
                                                       "partition",
                                                       "connectivity",
                                                       "connect",
                                                       "offsets",
                                                       "celltypes",
                                                       "index",
                                                       "ids",
                                                       "xcoord",
                                                       "ycoord",
                                                       "zcoord",
                                                       "gridtype",
                                                       "nodenumber",
                                                       "cellnumber",
                                                       "elementnumber",
                                                       "timestep",
                                                       "materialnumber",
                                                       "proc",
                                                       "procs",
                                                       "zone",
                                                       "cellzone",
                                                       "ghosttype",
                                                       "vtkghostlevels",
                                                       "gmshphysical",
                                                       "gmshgeometrical",
                                                       "meditref",
                                                       "celllevel",
                                                       "pointlevel",
                                                       "pointsx",
                                                       "pointsy",
                                                       "pointsz",
                                                       "subdomain"};
constexpr std::array<std::string_view, 7> last_words{"id", "ids", "index", "indices", "flag", "flags", "qc"};

bool is_letter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

char lower(char c)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Whether a name ends with a word of its own: "cell_id", "GlobalId", "ID", not "fluid".
bool ends_with_word(std::string_view name, std::string_view word)
{
    if (name.size() < word.size()) return false;
    const std::string_view end = name.substr(name.size() - word.size());
    if (!std::ranges::equal(end, word, {}, lower)) return false;
    if (end.size() == name.size()) return true;
    const char before = name[name.size() - word.size() - 1];
    const bool begins_large = std::isupper(static_cast<unsigned char>(end.front())) != 0,
               is_small = std::islower(static_cast<unsigned char>(before)) != 0;
    return !is_letter(before) || (begins_large && is_small);
}

}  // namespace

bool is_beside_field(std::string_view name)
{
    std::string compact;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) compact += lower(c);
    if (std::ranges::find(whole_names, std::string_view{compact}) != whole_names.end()) return true;
    if (compact.starts_with("mask") || compact.ends_with("mask") || compact.ends_with("bnds") ||
        compact.ends_with("bounds") || compact.ends_with("connectivity"))
        return true;
    return std::ranges::any_of(last_words, [&](std::string_view word) { return ends_with_word(name, word); });
}

}  // namespace farfield::compute
