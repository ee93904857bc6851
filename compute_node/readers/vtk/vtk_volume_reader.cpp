#include "compute_node/readers/vtk/vtk_volume_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/support/formats/known_formats.h"

#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkMetaImageReader.h>
#include <vtkNIFTIImageHeader.h>
#include <vtkNIFTIImageReader.h>
#include <vtkNew.h>
#include <vtkNrrdReader.h>
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkZLibDataCompressor.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr const char* name_of_values = "intensity";

/// The ending of a name without a last ".gz", which NIfTI may have.
std::string ending_of_volume(const fs::path& file)
{
    return ending_of(ending_of(file) == ".gz" ? file.stem() : file);
}

void throw_first(const fs::path& file, const VtkErrors& errors)
{
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
}

/// Runs a reader. The header gives the number of nodes before they are read.
template <class Reader>
GridData read_with(Reader& reader, const fs::path& file, std::uint64_t max_nodes)
{
    const VtkErrors errors;
    if (reader.CanReadFile(file.c_str()) == 0) throw_reader_error(file, "it is not what its ending says");
    reader.SetFileName(file.c_str());
    reader.UpdateInformation();
    throw_first(file, errors);
    std::array<int, 6> extent{0, -1, 0, -1, 0, -1};
    reader.GetOutputInformation(0)->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent.data());
    std::uint64_t nodes = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
        nodes *= static_cast<std::uint64_t>(std::max(extent[2 * axis + 1] - extent[2 * axis] + 1, 0));
    check_node_limit(file, nodes, max_nodes);
    reader.Update();
    throw_first(file, errors);
    vtkImageData* image = reader.GetOutput();
    if (image == nullptr || image->GetNumberOfPoints() == 0)
        throw_reader_error(file, "no values found; is it truncated?");
    if (image->GetNumberOfScalarComponents() != 1)
        throw_reader_error(file, fmt::format("expected one value at each node, found {}",
                                             image->GetNumberOfScalarComponents()));
    try {
        GridData grid = grid_from_vtk(*image);
        grid.remarks.emplace_back("Axes are the file's: how the scanned body lay is not applied.");
        return grid;
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
}

std::uint64_t bytes_of(vtkImageData& image)
{
    return static_cast<std::uint64_t>(image.GetNumberOfPoints()) *
           static_cast<std::uint64_t>(image.GetScalarSize() * image.GetNumberOfScalarComponents());
}

/// The statements of a MetaImage's header on the place of its values.
struct MetaValues {
    fs::path file;
    std::uint64_t begin = 0;  ///< byte of the first value, before HeaderSize is applied
    bool is_compressed = false;
    std::string unit{};  ///< unit of lengths, which VTK takes for "um" where none is named
};

std::string_view trimmed(std::string_view text)
{
    constexpr const char* blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

MetaValues values_of(const fs::path& file)
{
    std::ifstream in{file, std::ios::binary};
    MetaValues values{file};
    for (std::string line; std::getline(in, line);) {
        const std::size_t split = line.find_first_of("=:");
        if (split == std::string::npos) continue;
        const std::string_view name = trimmed(std::string_view{line}.substr(0, split));
        const std::string_view value = trimmed(std::string_view{line}.substr(split + 1));
        if (name == "CompressedData")
            values.is_compressed = value == "True" || value == "true" || value == "1";
        if (name == "DistanceUnits" && value != "?") values.unit = value;
        if (name == "BinaryData" && (value == "False" || value == "false" || value == "0"))
            throw_reader_error(file, "expected binary values, found text");
        if (name != "ElementDataFile") continue;
        if (value.starts_with("LIST") || value.find('%') != std::string_view::npos)
            throw_reader_error(file, "expected the values in one file, found a list");
        const bool is_local = value == "LOCAL" || value == "Local" || value == "local";
        if (is_local) values.begin = static_cast<std::uint64_t>(std::max<std::streamoff>(in.tellg(), 0));
        if (!is_local) values.file = file.parent_path() / value;
        return values;
    }
    throw_reader_error(file, "expected ElementDataFile in its header");
}

/// Throws where a MetaImage has fewer values than its header says: VTK would take what there is. bytes: size
/// of all values.
void verify_length(const fs::path& file, std::uint64_t bytes)
{
    const MetaValues values = values_of(file);
    std::error_code error;
    const std::uint64_t size = fs::file_size(values.file, error);
    const std::uint64_t there = error || size < values.begin ? 0 : size - values.begin;
    if (!values.is_compressed) {
        if (there < bytes)
            throw_reader_error(file, fmt::format("expected {} bytes of values, found {}", bytes, there));
        return;
    }
    std::vector<unsigned char> packed(there), unpacked(bytes);
    std::ifstream in{values.file, std::ios::binary};
    in.seekg(static_cast<std::streamoff>(values.begin));
    in.read(reinterpret_cast<char*>(packed.data()), static_cast<std::streamsize>(there));
    const vtkNew<vtkZLibDataCompressor> zlib;
    const std::size_t found =
        zlib->Uncompress(packed.data(), packed.size(), unpacked.data(), unpacked.size());
    if (found != bytes)
        throw_reader_error(file,
                           fmt::format("expected {} bytes of compressed values, found {}", bytes, found));
}

GridData named(GridData grid, const char* format)
{
    grid.format = format;
    for (NodeValues& array : grid.arrays) array.name = name_of_values;
    return grid;
}

/// Applies value = slope x stored + intercept (NIfTI-1 standard, scl_slope and scl_inter); slope 0: none.
void rescale(GridData& grid, double slope, double intercept)
{
    if (slope == 0.0 || (slope == 1.0 && intercept == 0.0)) return;
    for (NodeValues& array : grid.arrays) {
        std::vector<float> scaled(array.values.size());
        for (std::size_t n = 0; n < scaled.size(); ++n)
            scaled[n] = static_cast<float>(slope * double{array.values[n]} + intercept);
        array.values = std::move(scaled);
    }
}

/// Converts lengths to millimetres. units: along each axis, empty where the file names none.
void convert_to_millimetres(GridData& grid, const std::array<std::string, 3>& units)
{
    constexpr double millimetres_a_metre = 1000.0;
    glm::dvec3 factors{1.0};
    for (int axis = 0; axis < 3; ++axis) {
        const std::string& unit = units[static_cast<std::size_t>(axis)];
        const auto metres = metres_in(unit);
        const bool is_first = axis == 0 || unit != units[0];
        if (metres && unit != "mm") factors[axis] = *metres * millimetres_a_metre;
        if (!metres && is_first)
            grid.remarks.push_back(unit.empty()
                                       ? "It names no unit of lengths, which were taken as mm."
                                       : fmt::format("Its unit of lengths, {}, is none that is known; they "
                                                     "were taken as mm.",
                                                     unit));
        if (factors[axis] != 1.0 && is_first)
            grid.remarks.push_back(fmt::format("Lengths were converted from {} to mm.", unit));
    }
    if (auto* const uniform = std::get_if<UniformGeometry>(&grid.geometry)) {
        uniform->origin *= factors;
        uniform->spacing *= factors;
    }
    grid.position_units = "mm";
}

/// The unit for a code of NIfTI-1's xyzt_units.
std::string unit_of_nifti(int code)
{
    constexpr int of_space = 7;
    return std::array<const char*, 8>{
        "", "m", "mm", "um", "", "", "", ""}[static_cast<std::size_t>(code & of_space)];
}

/// The words in quotes of "units" or "space units" in a NRRD's header, which its first empty line ends.
std::array<std::string, 3> units_of_nrrd(const fs::path& file)
{
    constexpr int most_lines = 1000;
    std::array<std::string, 3> units;
    std::ifstream in{file, std::ios::binary};
    std::string line;
    for (int n = 0; n < most_lines && std::getline(in, line) && !trimmed(line).empty(); ++n) {
        if (!line.starts_with("units:") && !line.starts_with("space units:")) continue;
        std::string_view rest = line;
        for (std::string& unit : units) {
            const std::size_t begin = rest.find('"'), end = rest.find('"', begin + 1);
            if (begin == std::string_view::npos || end == std::string_view::npos) break;
            unit = rest.substr(begin + 1, end - begin - 1);
            rest.remove_prefix(end + 1);
        }
    }
    return units;
}

GridData read_nifti(const fs::path& file, std::uint64_t max_nodes)
{
    const auto reader = vtkSmartPointer<vtkNIFTIImageReader>::New();
    GridData grid = read_with(*reader, file, max_nodes);
    rescale(grid, reader->GetRescaleSlope(), reader->GetRescaleIntercept());
    const std::string unit = unit_of_nifti(reader->GetNIFTIHeader()->GetXYZTUnits());
    convert_to_millimetres(grid, {unit, unit, unit});
    if (reader->GetTimeDimension() > 1)
        grid.remarks.push_back(
            fmt::format("It has {} volumes; this is the first.", reader->GetTimeDimension()));
    return grid;
}

}  // namespace

bool is_volume(const fs::path& file)
{
    constexpr std::array endings{".mha", ".mhd", ".nrrd", ".nii"};
    return std::ranges::find(endings, ending_of_volume(file)) != endings.end();
}

GridData read_volume(const fs::path& file, std::uint64_t max_nodes)
{
    const std::string ending = ending_of_volume(file);
    if (ending == ".nii") return named(read_nifti(file, max_nodes), "NIfTI");
    if (ending == ".nrrd") {
        const auto reader = vtkSmartPointer<vtkNrrdReader>::New();
        GridData grid = read_with(*reader, file, max_nodes);
        convert_to_millimetres(grid, units_of_nrrd(file));
        return named(std::move(grid), "NRRD");
    }
    const auto reader = vtkSmartPointer<vtkMetaImageReader>::New();
    GridData grid = read_with(*reader, file, max_nodes);
    verify_length(file, bytes_of(*reader->GetOutput()));
    const std::string unit = values_of(file).unit;
    convert_to_millimetres(grid, {unit, unit, unit});
    return named(std::move(grid), "MetaImage");
}

}  // namespace farfield::compute
