#include "compute_node/readers/vtk/vtk_volume_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/text_number.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/lower_case.h"

#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkMetaImageReader.h>
#include <vtkNIFTIImageHeader.h>
#include <vtkNIFTIImageReader.h>
#include <vtkNew.h>
#include <vtkNrrdReader.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkZLibDataCompressor.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
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

/// Runs a reader. The header gives the number of nodes before they are read. as_said: turns what VTK reads
/// into what the file says.
template <class Reader, class AsSaid>
GridData read_with(Reader& reader, const fs::path& file, std::uint64_t max_nodes, const AsSaid& as_said)
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
    vtkImageData* const read = reader.GetOutput();
    if (read == nullptr || read->GetNumberOfPoints() == 0)
        throw_reader_error(file, "no values found; is it truncated?");
    vtkSmartPointer<vtkImageData> image;
    try {
        image = as_said(*read);
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
    check_node_limit(file, static_cast<std::uint64_t>(image->GetNumberOfPoints()), max_nodes);
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

template <class Reader>
GridData read_with(Reader& reader, const fs::path& file, std::uint64_t max_nodes)
{
    return read_with(reader, file, max_nodes,
                     [](vtkImageData& image) { return vtkSmartPointer<vtkImageData>{&image}; });
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

/// The statements of a NRRD's header that VTK passes over. Source: G. Kindlmann, "Definition of NRRD File
/// Format", teem.sourceforge.net/nrrd/format.html.
struct NrrdHeader {
    explicit NrrdHeader(const fs::path& file);

    /// True for three axes of space.
    [[nodiscard]] bool is_of_space() const
    {
        return sizes.size() == 3 &&
               (has_spatial_kinds || directions.size() == 3 || mins.size() == 3 || spacings.size() == 3);
    }

    std::array<std::string, 3> units{};  ///< along each axis; empty: none
    std::vector<double> sizes, mins, maxs, origin;
    std::vector<double> spacings;       ///< those that are numbers
    std::vector<double> directions;     ///< lengths of "space directions"
    bool has_spatial_kinds = false;     ///< true where all kinds of axes are "domain" or "space"
    std::array<bool, 3> is_of_cells{};  ///< true where values lie in the middle of cells along an axis

private:
    void take(std::string_view name, std::string_view value);
};

/// The numbers of a text between blanks, commas and brackets; "none" and the like are left out.
std::vector<double> numbers_of(std::string_view text)
{
    std::string blank{text};
    for (char& c : blank)
        if (c == '(' || c == ')' || c == ',') c = ' ';
    std::istringstream in{blank};
    std::vector<double> numbers;
    for (std::string word; in >> word;)
        if (const auto number = whole_number(word)) numbers.push_back(*number);
    return numbers;
}

/// Words in quotes, one an axis.
std::array<std::string, 3> words_in_quotes(std::string_view text)
{
    std::array<std::string, 3> words;
    for (std::string& word : words) {
        const std::size_t begin = text.find('"'), end = text.find('"', begin + 1);
        if (begin == std::string_view::npos || end == std::string_view::npos) break;
        word = text.substr(begin + 1, end - begin - 1);
        text.remove_prefix(end + 1);
    }
    return words;
}

NrrdHeader::NrrdHeader(const fs::path& file)
{
    constexpr int most_lines = 1000;
    std::ifstream in{file, std::ios::binary};
    std::string line;
    for (int n = 0; n < most_lines && std::getline(in, line) && !trimmed(line).empty(); ++n)
        if (const std::size_t split = line.find(':'); split != std::string::npos)
            take(lower_case(std::string{trimmed(std::string_view{line}.substr(0, split))}),
                 trimmed(std::string_view{line}.substr(split + 1)));
}

void NrrdHeader::take(std::string_view name, std::string_view value)
{
    if (name == "units" || name == "space units") units = words_in_quotes(value);
    if (name == "sizes") sizes = numbers_of(value);
    if (name == "spacings") {
        spacings = numbers_of(value);
        std::erase_if(spacings, [](double spacing) { return !std::isfinite(spacing); });
    }
    if (name == "kinds") {
        std::istringstream in{std::string{value}};
        int spatial = 0;
        for (std::string word; in >> word;) spatial += word == "domain" || word == "space" ? 1 : 0;
        has_spatial_kinds = spatial == 3;
    }
    if (name == "axis mins" || name == "axismins") mins = numbers_of(value);
    if (name == "axis maxs" || name == "axismaxs") maxs = numbers_of(value);
    if (name == "space origin") origin = numbers_of(value);
    if (name == "centers" || name == "centerings") {
        std::istringstream in{std::string{value}};
        std::string word;
        for (bool& of_cells : is_of_cells) of_cells = in >> word && word == "cell";
    }
    if (name != "space directions") return;
    const std::vector<double> all = numbers_of(value);
    for (std::size_t n = 0; all.size() == 9 && n < all.size(); n += 3)
        directions.push_back(std::hypot(all[n], all[n + 1], all[n + 2]));
}

/// Takes values along a first axis that is short, which VTK reads as the components of a vector at each node
/// of a plane, for what they are by the header.
vtkSmartPointer<vtkImageData> with_axes_of(const NrrdHeader& header, vtkImageData& read)
{
    const auto count = [&](std::size_t axis) { return static_cast<int>(header.sizes[axis]); };
    if (header.sizes.size() > 3) {
        // VTK takes the first three that it meets for space, whatever the header says.
        const int* dims = read.GetDimensions();
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (dims[axis] != count(axis))
                throw std::runtime_error(
                    fmt::format("expected three axes of space first, or alone, found sizes {}",
                                fmt::join(header.sizes, " x ")));
    }
    vtkDataArray* const values = read.GetPointData()->GetScalars();
    if (!header.is_of_space() || values == nullptr || values->GetNumberOfComponents() != count(0) ||
        values->GetNumberOfTuples() != vtkIdType{count(1)} * count(2))
        return &read;
    auto image = vtkSmartPointer<vtkImageData>::New();
    image->SetDimensions(count(0), count(1), count(2));
    if (header.directions.size() == 3)
        image->SetSpacing(header.directions.data());
    else if (header.spacings.size() == 3)
        image->SetSpacing(header.spacings.data());
    if (header.origin.size() == 3) image->SetOrigin(header.origin.data());
    const auto along = vtkSmartPointer<vtkDataArray>::Take(values->NewInstance());
    along->SetNumberOfTuples(image->GetNumberOfPoints());
    along->SetName(values->GetName());
    std::memcpy(along->GetVoidPointer(0), values->GetVoidPointer(0),
                static_cast<std::size_t>(image->GetNumberOfPoints()) *
                    static_cast<std::size_t>(values->GetDataTypeSize()));
    image->GetPointData()->SetScalars(along);
    return image;
}

/// Applies "axis mins" and "axis maxs", which stand for places where there are no directions in space.
void place_between(const NrrdHeader& header, GridData& grid)
{
    auto* const uniform = std::get_if<UniformGeometry>(&grid.geometry);
    if (uniform == nullptr || !header.directions.empty() || header.mins.size() != 3) return;
    for (int axis = 0; axis < 3; ++axis) {
        const auto n = static_cast<std::size_t>(axis);
        const double steps = header.is_of_cells[n] ? header.sizes[n] : header.sizes[n] - 1.0;
        if (header.maxs.size() == 3 && steps > 0.0)
            uniform->spacing[axis] = (header.maxs[n] - header.mins[n]) / steps;
        uniform->origin[axis] = header.mins[n] + (header.is_of_cells[n] ? 0.5 * uniform->spacing[axis] : 0.0);
    }
}

GridData read_nrrd(const fs::path& file, std::uint64_t max_nodes)
{
    const auto reader = vtkSmartPointer<vtkNrrdReader>::New();
    const NrrdHeader header{file};
    GridData grid =
        read_with(*reader, file, max_nodes, [&](vtkImageData& image) { return with_axes_of(header, image); });
    if (header.sizes.size() == 3) place_between(header, grid);
    if (const double volumes = header.sizes.size() == 4 ? header.sizes.back() : 1.0; volumes > 1.0)
        grid.remarks.push_back(fmt::format("It has {} volumes; this is the first.", volumes));
    convert_to_millimetres(grid, header.units);
    return grid;
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
    constexpr std::array endings{".mha", ".mhd", ".nrrd", ".nhdr", ".nii"};
    return std::ranges::find(endings, ending_of_volume(file)) != endings.end();
}

GridData read_volume(const fs::path& file, std::uint64_t max_nodes)
{
    const std::string ending = ending_of_volume(file);
    if (ending == ".nii") return named(read_nifti(file, max_nodes), "NIfTI");
    if (ending == ".nrrd" || ending == ".nhdr") return named(read_nrrd(file, max_nodes), "NRRD");
    const auto reader = vtkSmartPointer<vtkMetaImageReader>::New();
    GridData grid = read_with(*reader, file, max_nodes);
    verify_length(file, bytes_of(*reader->GetOutput()));
    const std::string unit = values_of(file).unit;
    convert_to_millimetres(grid, {unit, unit, unit});
    return named(std::move(grid), "MetaImage");
}

}  // namespace farfield::compute
