#include "compute_node/readers/first_bytes.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// True for text: letters of any encoding, but no control characters.
bool is_text(std::string_view bytes)
{
    return std::ranges::all_of(bytes, [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return std::isspace(byte) != 0 || byte >= ' ';
    });
}

[[noreturn]] void refuse(const fs::path& file, std::string_view format, std::string_view bytes,
                         std::string_view expected)
{
    throw_reader_error(file, fmt::format("it is no {} file: it begins with {}; expected {}", format,
                                         shown_bytes(bytes), expected));
}

/// True for endings of files that VTK writes as XML, and of their indices.
bool is_xml_of_vtk(std::string_view ending)
{
    constexpr std::array endings{".vti",  ".vtr",  ".vts",  ".vtu",  ".vtp",  ".vtm", ".pvd",
                                 ".pvti", ".pvtr", ".pvts", ".pvtu", ".pvtp", ".vtmb"};
    return std::ranges::find(endings, ending) != endings.end();
}

}  // namespace

void check_first_bytes(const fs::path& file)
{
    const std::string ending = ending_of(file), bytes = first_bytes_of(file);
    std::string_view text = without_utf8_mark(bytes);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (ending == ".vtk" && !lower_case(std::string{text}).starts_with("# vtk datafile"))
        refuse(file, "VTK", bytes, "'# vtk DataFile Version' in its first line");
    if (is_xml_of_vtk(ending) && !text.starts_with('<'))
        refuse(file, "VTK", bytes, "XML, '<?xml' or '<VTKFile'");
    if ((ending == ".xmf" || ending == ".xdmf") && !text.starts_with('<'))
        refuse(file, "XDMF", bytes, "XML, '<?xml' or '<Xdmf'");
    const bool is_tecplot = ending == ".plt" || ending == ".tec";
    if (is_tecplot && !text.starts_with("#!") && !is_text(text))
        refuse(file, "Tecplot", bytes, "'#!TDV112', or TITLE, VARIABLES or ZONE as text");
}

}  // namespace farfield::compute
