// .vti .vtr .vts .vtu .vtp and .vtk; volumes have a reader of their own
#include "compute_node/readers/vtk/vtk_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/vtk_data_set.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtk/vtk_volume_reader.h"
#include "compute_node/support/formats/known_formats.h"

#include <vtkDataSet.h>
#include <vtkSmartPointer.h>

#include <fmt/format.h>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace fs = std::filesystem;

namespace {

/// Number of values of the attribute TimeValues that XML may have in its first tags; 0 without it.
std::size_t times_in_head(const fs::path& file)
{
    constexpr std::size_t enough = 1U << 16U;
    constexpr std::string_view key = "TimeValues=";
    std::string head(enough, '\0');
    std::ifstream in{file, std::ios::binary};
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    const std::size_t at = head.find(key), begin = at + key.size() + 1;
    if (at == std::string::npos || begin >= head.size()) return 0;
    std::istringstream numbers{head.substr(begin, head.find_first_of("'\"", begin) - begin)};
    return static_cast<std::size_t>(std::distance(std::istream_iterator<std::string>{numbers}, {}));
}

}  // namespace

GridData read_vtk(const fs::path& file, std::uint64_t max_nodes)
{
    if (is_volume(file)) return read_volume(file, max_nodes);
    const VtkErrors errors;
    const bool is_legacy = ending_of(file) == ".vtk", is_mesh = ending_of(file) == ".vtu";
    const vtkSmartPointer<vtkDataSet> data = read_vtk_data_set(file, max_nodes, errors, is_mesh);
    try {
        GridData grid = empty_mesh();
        if (data->GetNumberOfPoints() > 0) grid = grid_from_vtk(*data);
        grid.format = is_legacy ? "VTK legacy" : "VTK XML";
        if (const std::size_t times = is_legacy ? 0 : times_in_head(file); times > 1)
            grid.remarks.push_back(
                fmt::format("The first of {} times of the file (TimeValues) is read.", times));
        return grid;
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
}

}  // namespace farfield::compute
