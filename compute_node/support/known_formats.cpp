#include "compute_node/support/known_formats.h"

#include "compute_node/readers/readers.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string_view>

namespace farfield {

namespace {

struct Mark {
    std::string_view mark;  ///< in lower case
    std::string_view format;
};

/// What files begin with.
constexpr std::array beginnings{Mark{"#!tdv", "a Tecplot file of a flow"},
                                Mark{"# vtk datafile", "a VTK file of a flow"},
                                Mark{"(0 \"", "a Fluent file of a mesh and its flow"},
                                Mark{"$meshformat", "a Gmsh file of a mesh"},
                                Mark{"ndime", "an SU2 file of a mesh"},
                                Mark{"<vtkfile", "a VTK file of a flow"},
                                Mark{"solid ", "an STL file of a surface"},
                                Mark{"ply\n", "a PLY file of points"},
                                Mark{"lasf", "an LAS file of points"}};

/// Endings of files that their beginning does not tell apart, or that another format holds.
constexpr std::array endings{Mark{".cas.h5", "a Fluent file of a mesh and its flow"},
                             Mark{".dat.h5", "a Fluent file of a flow"},
                             Mark{".msh.h5", "a Fluent file of a mesh"},
                             Mark{".cas", "a Fluent file of a mesh"},
                             Mark{".tec", "a Tecplot file of a flow"},
                             Mark{".plt", "a Tecplot file of a flow"},
                             Mark{".szplt", "a Tecplot file of a flow"},
                             Mark{".su2", "an SU2 file of a mesh"},
                             Mark{".xmf", "an XDMF file of a flow"},
                             Mark{".xdmf", "an XDMF file of a flow"},
                             Mark{".stl", "an STL file of a surface"},
                             Mark{".las", "an LAS file of points"},
                             Mark{".laz", "an LAS file of points"}};

/// Its first bytes, in lower case.
std::string beginning_of(const std::filesystem::path& file)
{
    std::string bytes(1024, '\0');
    std::ifstream in{file, std::ios::binary};
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return lower_case(std::move(bytes));
}

/// Tecplot's text begins with a word and, but for a zone, what that is.
bool is_tecplot_text(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return std::ranges::any_of(std::array{"title", "variables"}, [&](std::string_view word) {
        if (!text.starts_with(word)) return false;
        const std::size_t next = text.find_first_not_of(" \t\r\n", word.size());
        return next != std::string_view::npos && text[next] == '=';
    });
}

std::string by_beginning(const std::string& bytes)
{
    for (const Mark& mark : beginnings)
        if (bytes.starts_with(mark.mark)) return std::string{mark.format};
    if (is_tecplot_text(bytes)) return "a Tecplot file of a flow";
    if (bytes.find("foamfile\n") != std::string::npos) return "an OpenFOAM file of a flow";
    return "";
}

}  // namespace

std::string other_than_heights(const std::filesystem::path& file)
{
    if (std::string found = by_beginning(beginning_of(file)); !found.empty()) return found;
    const std::string name = lower_case(file.filename().string());
    for (const Mark& mark : endings)
        if (name.ends_with(mark.mark)) return std::string{mark.format};
    const std::string_view format = compute::format_of(file);
    // PLOT3D's endings are those of rasters, too, and NetCDF may hold anything.
    const bool may_be_raster = format.empty() || format == "PLOT3D" || format == "NetCDF";
    return may_be_raster ? "" : fmt::format("a flow in {}", format);
}

}  // namespace farfield
