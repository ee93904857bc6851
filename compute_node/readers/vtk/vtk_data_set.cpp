#include "compute_node/readers/vtk/vtk_data_set.h"

#include "compute_node/readers/common/length_product.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/files/legacy_numbers.h"
#include "compute_node/readers/vtk/files/vtk_text.h"
#include "compute_node/readers/vtk/files/vtk_xml_mesh.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_mesh.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/long_task.h"

#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkDataReader.h>
#include <vtkDataSet.h>
#include <vtkDataSetReader.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkPolyData.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkStructuredGrid.h>
#include <vtkStructuredPoints.h>
#include <vtkStructuredPointsReader.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLImageDataReader.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLReader.h>
#include <vtkXMLRectilinearGridReader.h>
#include <vtkXMLStructuredGridReader.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

void set_text(vtkDataReader& reader, const fs::path& file, const std::string& text)
{
    if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw_reader_error(file,
                           fmt::format("expected less than 2 GiB of text, found {} bytes", text.size()));
    reader.ReadFromInputStringOn();
    reader.SetBinaryInputString(text.data(), static_cast<int>(text.size()));
}

[[noreturn]] void fail_as_vtk(const fs::path& file, const std::string& error)
{
    const std::string no_number = no_number_in_vtk(file);
    if (no_number.empty()) throw_reader_error(file, error);
    throw std::runtime_error(fmt::format("cannot read '{}': {}{}", file.string(), error, no_number));
}

/// Reports the progress of VTK's XML readers, which count all that they read; that of other readers jumps.
void report_progress(vtkXMLReader& reader)
{
    const auto watch = vtkSmartPointer<vtkCallbackCommand>::New();
    watch->SetCallback([](vtkObject* of, unsigned long, void*, void*) {
        report_part(static_cast<vtkXMLReader*>(of)->GetProgress());
    });
    reader.AddObserver(vtkCommand::ProgressEvent, watch);
}

/// Gives a reader its file, or a converted text of it; returns true for the latter.
template <class Reader>
bool set_input(Reader& reader, const fs::path& file)
{
    const auto text = text_for_vtk(file);
    reader.SetFileName(file.c_str());
    if (!text) return false;
    if constexpr (std::is_base_of_v<vtkXMLReader, Reader>) {
        reader.ReadFromInputStringOn();
        reader.SetInputString(*text);
    } else {
        set_text(reader, file, *text);
    }
    return true;
}

std::uint64_t nodes_of(const std::array<int, 6>& extent)
{
    std::array<std::uint64_t, 3> lengths{};
    for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
        const std::int64_t first = extent[2 * axis], last = extent[2 * axis + 1];
        lengths[axis] = static_cast<std::uint64_t>(std::max<std::int64_t>(last - first + 1, 0));
    }
    return length_product(lengths);
}

/// Runs a reader. The header gives the number of nodes before they are read.
template <class Reader>
vtkSmartPointer<vtkDataSet> run(Reader& reader, const fs::path& file, std::uint64_t max_nodes,
                                const VtkErrors& errors, bool may_be_empty)
{
    [[maybe_unused]] const bool is_changed = set_input(reader, file);
    reader.UpdateInformation();
    if (const std::string error = errors.first_error(); !error.empty()) fail_as_vtk(file, error);
    std::array<int, 6> extent{0, -1, 0, -1, 0, -1};
    vtkInformation* header = reader.GetOutputInformation(0);
    if (header != nullptr && header->Has(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT())) {
        header->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent.data());
        check_node_limit(file, nodes_of(extent), max_nodes);
    }
    if constexpr (std::is_base_of_v<vtkXMLUnstructuredDataReader, Reader>) {
        reader.SetupUpdateExtent(0, 1, 0);
        check_node_limit(file, static_cast<std::uint64_t>(reader.GetNumberOfPoints()), max_nodes);
    }
    if constexpr (std::is_base_of_v<vtkXMLReader, Reader>) report_progress(reader);
    reader.Update();
    if (const std::string error = errors.first_error(); !error.empty()) fail_as_vtk(file, error);
    vtkSmartPointer<vtkDataSet> data{reader.GetOutput()};
    if (data == nullptr || (data->GetNumberOfPoints() == 0 && !may_be_empty))
        throw_reader_error(file, "no grid found; is it truncated?");
    if constexpr (std::is_base_of_v<vtkDataReader, Reader>)
        if (is_changed) replace_stand_ins(*data);
    if constexpr (std::is_same_v<Reader, VtkXmlMesh>) {
        try {
            reader.set_faces();
        } catch (const std::runtime_error& error) {
            throw_reader_error(file, error.what());
        }
    }
    return data;
}

template <class Reader>
vtkSmartPointer<vtkDataSet> data_set_by(const fs::path& file, std::uint64_t max_nodes,
                                        const VtkErrors& errors, bool may_be_empty)
{
    const auto reader = vtkSmartPointer<Reader>::New();
    return run(*reader, file, max_nodes, errors, may_be_empty);
}

/// The product of three numbers in a text, which may end early.
std::uint64_t product_of(const char* text)
{
    std::array<std::uint64_t, 3> numbers{1, 1, 1};
    for (std::uint64_t& number : numbers) {
        char* end = nullptr;
        const std::uint64_t read = std::strtoull(text, &end, 10);
        if (end == text) break;
        number = read;
        text = end;
    }
    return length_product(numbers);
}

/// Throws where a file holds no grid; VTK's reader would report what its pipeline lacks.
void check_dataset(std::string_view dataset, const fs::path& file)
{
    for (const std::string_view grid :
         {"STRUCTURED_POINTS", "STRUCTURED_GRID", "RECTILINEAR_GRID", "UNSTRUCTURED_GRID", "POLYDATA"})
        if (dataset.starts_with(grid)) return;
    const std::string_view word = dataset.substr(0, dataset.find_first_of(" \r\t"));
    throw_reader_error(
        file,
        fmt::format("its dataset is '{}'; expected STRUCTURED_POINTS, STRUCTURED_GRID, RECTILINEAR_GRID, "
                    "UNSTRUCTURED_GRID, POLYDATA or MULTIBLOCK, or .vtm, which ParaView writes",
                    word));
}

/// Checks "POINTS 27 float" or "DIMENSIONS 3 3 3" among the first lines, since VTK would take the memory
/// before it reports the number, and "FIELD" in the place of "DATASET", for which VTK reports what its
/// pipeline lacks. Returns true for an image.
bool check_legacy_header(std::istream& in, const fs::path& file, std::uint64_t max_nodes)
{
    constexpr int header_lines = 8;
    constexpr std::size_t longest_line = 1024;
    std::string line(longest_line, '\0');
    bool has_grid = false, is_image = false;
    for (int i = 0; i < header_lines && in.getline(line.data(), longest_line); ++i) {
        if (line.starts_with("DATASET ")) has_grid = true, check_dataset(line.c_str() + 8, file);
        if (line.starts_with("DATASET STRUCTURED_POINTS")) is_image = true;
        if (line.starts_with("DIMENSIONS ")) check_node_limit(file, product_of(line.c_str() + 11), max_nodes);
        if (line.starts_with("FIELD ") && !has_grid)
            throw_reader_error(file, "has fields without a grid; expected a DATASET before FIELD");
        if (!line.starts_with("POINTS ")) continue;
        check_node_limit(file, std::strtoull(line.c_str() + 7, nullptr, 10), max_nodes);
        break;
    }
    return is_image;
}

/// Reads an image without VTK's pass over the header, which searches all of a file without scalars.
vtkSmartPointer<vtkDataSet> read_legacy_image(vtkStructuredPointsReader& reader, const fs::path& file,
                                              const VtkErrors& errors, bool may_be_empty)
{
    const auto data = vtkSmartPointer<vtkStructuredPoints>::New();
    const bool is_changed = set_input(reader, file);
    reader.ReadMeshSimple(file.string(), data);
    if (const std::string error = errors.first_error(); !error.empty()) fail_as_vtk(file, error);
    if (data->GetNumberOfPoints() == 0 && !may_be_empty)
        throw_reader_error(file, "no grid found; is it truncated?");
    if (is_changed) replace_stand_ins(*data);
    return data;
}

void read_all_arrays(vtkDataReader& reader)
{
    reader.ReadAllScalarsOn();
    reader.ReadAllVectorsOn();
    reader.ReadAllFieldsOn();
}

vtkSmartPointer<vtkDataSet> read_legacy(const fs::path& file, std::uint64_t max_nodes,
                                        const VtkErrors& errors, bool may_be_empty)
{
    std::ifstream in{file, std::ios::binary};
    if (check_legacy_header(in, file, max_nodes)) {
        const auto reader = vtkSmartPointer<vtkStructuredPointsReader>::New();
        read_all_arrays(*reader);
        return read_legacy_image(*reader, file, errors, may_be_empty);
    }
    const auto reader = vtkSmartPointer<vtkDataSetReader>::New();
    read_all_arrays(*reader);
    return run(*reader, file, max_nodes, errors, may_be_empty);
}

}  // namespace

vtkSmartPointer<vtkDataSet> read_legacy_text(const std::string& text, const fs::path& file,
                                             std::uint64_t max_nodes, const VtkErrors& errors)
{
    std::istringstream in{text};
    check_legacy_header(in, file, max_nodes);
    const auto reader = vtkSmartPointer<vtkDataSetReader>::New();
    read_all_arrays(*reader);
    const auto changed = legacy_text_for_vtk(text);
    set_text(*reader, file, changed.value_or(text));
    reader->Update();
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
    vtkSmartPointer<vtkDataSet> data{reader->GetOutput()};
    if (data == nullptr) throw_reader_error(file, "a block of it holds no grid; is it truncated?");
    if (changed) replace_stand_ins(*data);
    check_node_limit(file, nodes_as_mesh(*data), max_nodes);
    return data;
}

vtkSmartPointer<vtkDataSet> read_vtk_data_set(const fs::path& file, std::uint64_t max_nodes,
                                              const VtkErrors& errors, bool may_be_empty)
{
    const auto run_on = [&](const auto& read) { return read(file, max_nodes, errors, may_be_empty); };
    const std::string ending = ending_of(file);
    vtkSmartPointer<vtkDataSet> data;
    if (ending == ".vti") data = run_on(data_set_by<vtkXMLImageDataReader>);
    if (ending == ".vtr") data = run_on(data_set_by<vtkXMLRectilinearGridReader>);
    if (ending == ".vts") data = run_on(data_set_by<vtkXMLStructuredGridReader>);
    if (ending == ".vtu") data = run_on(data_set_by<VtkXmlMesh>);
    if (ending == ".vtp") data = run_on(data_set_by<vtkXMLPolyDataReader>);
    if (ending == ".vtk") data = run_on(read_legacy);
    if (data == nullptr) throw_reader_error(file, "expected an ending .vti .vtr .vts .vtu .vtp or .vtk");
    check_node_limit(file, nodes_as_mesh(*data), max_nodes);
    return data;
}

}  // namespace farfield::compute
