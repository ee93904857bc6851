#include "compute_node/fields/scalar_meaning.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace farfield::compute {

namespace {

constexpr std::array<std::string_view, 96> whole_names{"label",
                                                       "dryflagnode",
                                                       "dryflagelement",
                                                       "dryflagside",
                                                       "marker",
                                                       "material",
                                                       "attribute",
                                                       "gmshboundingentities",
                                                       "xc",
                                                       "yc",
                                                       "mask",
                                                       "landmask",
                                                       "seamask",
                                                       "landseamask",
                                                       "lsm",
                                                       "avtghostnodes",
                                                       "avtghostzones",
                                                       "iblank",
                                                       "celln",
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
                                                       "subdomain",
                                                       "cx",
                                                       "cy",
                                                       "cz",
                                                       "ccx",
                                                       "ccy",
                                                       "ccz",
                                                       "zoneno",
                                                       "zonenumber",
                                                       "blockno",
                                                       "blocknumber",
                                                       "partno",
                                                       "partnumber",
                                                       "regionno",
                                                       "cellno",
                                                       "nodeno",
                                                       "elementno",
                                                       "materialno",
                                                       "domainno",
                                                       "basin",
                                                       "area",
                                                       "cellarea",
                                                       "areacello",
                                                       "areacella",
                                                       "tarea",
                                                       "uarea",
                                                       "cellvolume",
                                                       "blockidscalars",
                                                       "vtkblockidscalars",
                                                       "vtkblockcolors",
                                                       "vtkinsidedness",
                                                       "mpirank",
                                                       "partitioning",
                                                       "decomposition",
                                                       "boundarymarker",
                                                       "refinelevel",
                                                       "e1t",
                                                       "e2t",
                                                       "e1u",
                                                       "e2u",
                                                       "e1v",
                                                       "e2v",
                                                       "dx",
                                                       "dy",
                                                       "pm",
                                                       "pn",
                                                       "region"};

/// Words of which a coordinate's name consists: words for places and those that go with them, "Points_0",
/// "XCoord", "nav_lon", "Position:Magnitude"; or an axis and parts of a grid, "x", "node_y", but not
/// "xx".
struct Words {
    std::span<const std::string_view> wanted;  ///< one of them must occur, once
    std::span<const std::string_view> allowed;
};
constexpr std::array<std::string_view, 17> place_words{
    "lon",   "long",     "longitude", "lat",      "latitude", "easting",  "northing", "coordinate", "coord",
    "point", "position", "pos",       "location", "xyz",      "centroid", "center",   "centre"};
constexpr std::array<std::string_view, 43> words_with_places{
    "point",   "center",  "centre",   "node",  "vertex", "vertices",  "cell", "element", "face",
    "edge",    "mesh",    "grid",     "2d",    "3d",     "nav",       "geo",  "rho",     "psi",
    "texture", "initial", "original", "local", "global", "magnitude", "mag",  "norm",    "deg",
    "degrees", "0",       "1",        "2",     "3",      "x",         "y",    "z",       "t",
    "u",       "v",       "w",        "c",     "s",      "r",         "m"};
constexpr std::array<std::string_view, 3> axis_words{"x", "y", "z"};
constexpr std::array<std::string_view, 10> words_with_axes{"node", "vertex", "cell", "element", "face",
                                                           "edge", "mesh",   "grid", "mesh2d",  "mesh3d"};
constexpr std::array<std::string_view, 9> last_words{"id",    "ids", "index", "indices", "flag",
                                                     "flags", "tag", "tags",  "qc"};

bool is_letter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

char lower(char c)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// True when a name ends with `word` as a separate word: "cell_id", "GlobalId", "ID", not "fluid".
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

/// True when a name in small letters and digits consists of such words alone.
bool is_made_of(const Words& words, std::string_view name)
{
    enum : std::uint8_t { Made = 1, WithWanted = 2 };
    std::vector<std::uint8_t> until(name.size() + 1);  // what the name is up to each character
    until[0] = Made;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (until[at] == 0) continue;
        const std::string_view rest = name.substr(at);
        for (const std::string_view word : words.wanted)
            if ((until[at] & Made) != 0 && rest.starts_with(word)) until[at + word.size()] |= WithWanted;
        for (const std::string_view word : words.allowed)
            if (rest.starts_with(word)) until[at + word.size()] |= until[at];
    }
    return (until[name.size()] & WithWanted) != 0;
}

/// True for names of coordinates. compact: in small letters and digits, without a unit.
bool is_coordinate(std::string_view compact)
{
    return is_made_of({place_words, words_with_places}, compact) ||
           is_made_of({axis_words, words_with_axes}, compact);
}

/// A name's letters and digits in lower case, also those of a unit.
std::string letters_and_digits(std::string_view name)
{
    std::string compact;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) compact += lower(c);
    return compact;
}

}  // namespace

bool is_beside_field(std::string_view name)
{
    const std::string compact = letters_and_digits(name);
    if (is_coordinate(letters_and_digits(name.substr(0, name.find_first_of("[(")))))
        return true;  // "X [ m ]"
    if (std::ranges::find(whole_names, std::string_view{compact}) != whole_names.end()) return true;
    if (compact.starts_with("mask") || compact.ends_with("mask") || compact.ends_with("bnds") ||
        compact.ends_with("bounds") || compact.ends_with("connectivity") ||
        name.find("_index_") != std::string_view::npos)
        return true;
    return std::ranges::any_of(last_words, [&](std::string_view word) { return ends_with_word(name, word); });
}

}  // namespace farfield::compute
