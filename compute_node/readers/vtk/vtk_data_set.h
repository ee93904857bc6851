#pragma once

#include "compute_node/readers/vtk/vtk_errors.h"

#include <vtkSmartPointer.h>

#include <cstdint>
#include <filesystem>
#include <string>

class vtkDataSet;

namespace farfield::compute {

/// Reads a .vti .vtr .vts .vtu .vtp or .vtk as VTK's dataset. may_be_empty: true for a piece of a larger
/// dataset. errors: made for this reading, or for several. Throws std::runtime_error as read_files() does.
[[nodiscard]] vtkSmartPointer<vtkDataSet> read_vtk_data_set(const std::filesystem::path& file,
                                                            std::uint64_t max_nodes, const VtkErrors& errors,
                                                            bool may_be_empty = false);

/// Reads the text of a .vtk file, a part of `file`, as read_vtk_data_set(). It may be empty.
[[nodiscard]] vtkSmartPointer<vtkDataSet> read_legacy_text(const std::string& text,
                                                           const std::filesystem::path& file,
                                                           std::uint64_t max_nodes, const VtkErrors& errors);

}  // namespace farfield::compute
