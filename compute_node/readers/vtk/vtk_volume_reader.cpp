#include "compute_node/readers/vtk/vtk_volume_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/support/known_formats.h"

#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkMetaImageReader.h>
#include <vtkNIFTIImageReader.h>
#include <vtkNrrdReader.h>
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr const char* name_of_values = "intensity";

void throw_first(const fs::path& file, const VtkErrors& errors)
{
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
}

/// The header says how many nodes there are before they are read.
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
    try {
        GridData grid = grid_from_vtk(*image);
        grid.position_units = "mm";
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

/// Throws where the values of a MetaImage that is not compressed are fewer than its header says: VTK takes
/// what there is. bytes: of all values.
void verify_length(const fs::path& file, std::uint64_t bytes)
{
    constexpr std::string_view data_file = "ElementDataFile = ";
    std::ifstream in{file, std::ios::binary};
    std::string line, data;
    bool is_compressed = false;
    while (data.empty() && std::getline(in, line)) {
        is_compressed = is_compressed || line.starts_with("CompressedData = True");
        if (line.starts_with(data_file)) data = line.substr(data_file.size());
    }
    while (!data.empty() && (data.back() == '\r' || data.back() == ' ')) data.pop_back();
    if (is_compressed || data.starts_with("LIST") || data.find('%') != std::string::npos) return;
    std::error_code error;
    const bool is_local = data == "LOCAL";
    const std::uint64_t begin =
        is_local ? static_cast<std::uint64_t>(std::max<std::streamoff>(in.tellg(), 0)) : 0;
    const std::uint64_t there = fs::file_size(is_local ? file : file.parent_path() / data, error);
    if (error || there < begin + bytes)
        throw_reader_error(file, fmt::format("expected {} bytes of values, found {}", bytes,
                                             error || there < begin ? 0 : there - begin));
}

GridData named(GridData grid, const char* format)
{
    grid.format = format;
    for (NodeValues& array : grid.arrays) array.name = name_of_values;
    return grid;
}

/// value = slope x stored + intercept (NIfTI-1 standard, scl_slope and scl_inter); a slope of 0: as stored.
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

GridData read_nifti(const fs::path& file, std::uint64_t max_nodes)
{
    const auto reader = vtkSmartPointer<vtkNIFTIImageReader>::New();
    GridData grid = read_with(*reader, file, max_nodes);
    rescale(grid, reader->GetRescaleSlope(), reader->GetRescaleIntercept());
    return grid;
}

}  // namespace

bool is_volume(const fs::path& file)
{
    constexpr std::array endings{".mha", ".mhd", ".nrrd", ".nii"};
    return std::ranges::find(endings, ending_of(file)) != endings.end();
}

GridData read_volume(const fs::path& file, std::uint64_t max_nodes)
{
    const std::string ending = ending_of(file);
    if (ending == ".nii") return named(read_nifti(file, max_nodes), "NIfTI");
    if (ending == ".nrrd") {
        const auto reader = vtkSmartPointer<vtkNrrdReader>::New();
        return named(read_with(*reader, file, max_nodes), "NRRD");
    }
    const auto reader = vtkSmartPointer<vtkMetaImageReader>::New();
    GridData grid = read_with(*reader, file, max_nodes);
    verify_length(file, bytes_of(*reader->GetOutput()));
    return named(std::move(grid), "MetaImage");
}

}  // namespace farfield::compute
