#include "compute_node/readers/readers.h"

#include "compute_node/fields/velocity/chosen_velocity.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/companions.h"
#include "compute_node/readers/grib/grib_reader.h"
#include "compute_node/readers/hdf5/hdf5_contents.h"
#include "compute_node/readers/vtk/collections/legacy_blocks.h"
#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/formats/other_ways.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

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

/// Throws std::runtime_error for a file with an ending of VTK's, XDMF's or Tecplot's that does not begin as
/// files of that format do, with its name, its beginning and the expected one. Other files pass.
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

namespace fs = std::filesystem;

[[noreturn]] void throw_unknown_hdf5(const fs::path& file)
{
    const auto xdmf = xdmf_that_lists(file);
    const std::string way =
        xdmf ? fmt::format("open '{}' beside it, which says what its datasets are", xdmf->filename().string())
             : "expected CGNS, Fluent, NetCDF, or an XDMF file (.xmf or .xdmf) beside it that says what its "
               "datasets are";
    throw_reader_error(file, fmt::format("it is an HDF5 file{} of a kind that is not known; {}",
                                         contents_of_hdf5(file), way));
}

/// Names of all formats that are read: "VTK (.vti ...), ... or PLOT3D as GRID+SOLUTION".
std::string all_that_are_read()
{
    std::vector<std::string_view> names;
    for (const Format& format : all_formats())
        if (format.is_read()) names.push_back(format.shown.empty() ? format.name : format.shown);
    const std::string_view last = names.back();
    names.pop_back();
    return fmt::format("{}, or {}", fmt::join(names, ", "), last);
}

[[noreturn]] void throw_unknown(const fs::path& file)
{
    if (const std::string way = other_way(file); !way.empty()) throw_reader_error(file, way);
    const Format& kind = kind_of_file(file);
    if (kind.is_container) throw_unknown_hdf5(file);
    if (!kind.misnamed.empty())
        throw_reader_error(file, fmt::format("it is {}; expected the ending that says its kind: {}",
                                             kind.kind, kind.misnamed));
    throw_reader_error(
        file,
        fmt::format("{}; expected {}",
                    kind.is_known() ? not_read(kind) : fmt::format("unknown ending '{}'", ending_of(file)),
                    all_that_are_read()));
}

/// The format that reads these files: by the first one's name, else by its first bytes; two files of no other
/// are a grid and its solution. Throws std::runtime_error where there is none.
const Format& format_to_read(const std::vector<fs::path>& files)
{
    const fs::path& first = files.front();
    if (holds_legacy_blocks(first)) return format_named("VTK collection");
    const Format &named = format_of(first), &kind = kind_of_file(first);
    const bool is_other =
        named.grouping == Grouping::Pair && kind.is_known();  // others have its endings, too
    if (named.is_read() && !is_other) return named;
    if (kind.is_by_content) return kind;
    if (kind.is_container && is_netcdf_in_hdf5(first)) return format_named("NetCDF");
    if (files.size() == 2) return format_named("PLOT3D");
    throw_unknown(first);
}

/// Throws where a file's name tells that it is another one: a case of OpenFOAM is a folder, or named by a
/// file that may be empty.
void check_named(const fs::path& file)
{
    if (format_of(file).grouping == Grouping::Folder) return;
    check_readable(file);
    if (kind_without_flow(file).is_known()) throw_unknown(file);
    check_first_bytes(file);
}

/// Throws where there are more files than one dataset of this format has.
void check_count(const std::vector<fs::path>& files, const Format& format)
{
    if (files.size() <= format.most_files) return;
    constexpr std::size_t pair = 2;
    if (files.size() > pair)
        throw_reader_error(files.front(), fmt::format("expected at most {} files that go together, found {}",
                                                      std::max(pair, format.most_files), files.size()));
    std::vector<std::string_view> in_two;
    for (const Format& other : all_formats())
        if (other.is_read() && other.most_files >= pair) in_two.push_back(other.name);
    throw std::runtime_error(fmt::format("cannot read '{}' with a second file: only {} come in two",
                                         files.front().string(), fmt::join(in_two, ", ")));
}

}  // namespace

GridData read_files(const std::vector<fs::path>& files, std::uint64_t max_nodes, std::size_t time_step,
                    const std::optional<std::string>& only_scalar, const std::string& velocity,
                    const std::vector<std::string>& blocks)
{
    if (files.empty()) throw std::runtime_error("a dataset is one file or several, found none");
    for (const fs::path& file : files) check_named(file);
    const Format& format = format_to_read(files);
    check_count(files, format);
    if (!blocks.empty() && !format.has_blocks)
        throw_reader_error(files.front(),
                           fmt::format("it has no block '{}': it is not made of blocks", blocks.front()));
    GridData data = format.read(files, {max_nodes, time_step, only_scalar, velocity, blocks});
    if (!format.chooses_velocity && !is_empty(data)) choose_velocity(data, files.front().string(), velocity);
    return data;
}

FileHeading heading_of(const std::vector<fs::path>& files, const std::string& velocity)
{
    if (files.empty()) return {{0.0}};
    for (const fs::path& file : files) check_named(file);
    const Format& format = format_to_read(files);
    return format.heading == nullptr ? FileHeading{{0.0}} : format.heading(files, velocity);
}

std::vector<double> times_of_steps(const std::vector<fs::path>& files)
{
    std::vector<double> times;
    for (const fs::path& file : files) {
        const std::vector<double> of_file = heading_of({file}, {}).times;
        if (of_file.size() != 1)
            throw_reader_error(file, fmt::format("expected one time step, found {}", of_file.size()));
        times.push_back(of_file.front());
    }
    return times;
}

std::vector<fs::path> folders_of_libraries()
{
    std::vector<fs::path> folders = grib_folders();
    for (fs::path& folder : folders_of_units()) folders.push_back(std::move(folder));
    return folders;
}

}  // namespace farfield::compute
