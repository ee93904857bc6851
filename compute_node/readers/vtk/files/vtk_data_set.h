#pragma once

#include "compute_node/readers/vtk/vtk_errors.h"

#include <vtkSmartPointer.h>

#include <cstdint>
#include <filesystem>
#include <string>

class vtkDataSet;

namespace farfield::compute {

/// What a .vti .vtr .vts .vtu .vtp or .vtk holds, as VTK has it. may_be_empty: as a piece of something larger
/// may. errors: made for this reading, or for several. Throws std::runtime_error as read_files() does.
[[nodiscard]] vtkSmartPointer<vtkDataSet> read_vtk_data_set(const std::filesystem::path& file,
                                                            std::uint64_t max_nodes, const VtkErrors& errors,
                                                            bool may_be_empty = false);

/// The same of the text of a .vtk file, which is a part of a file. May be empty.
[[nodiscard]] vtkSmartPointer<vtkDataSet> read_legacy_text(const std::string& text,
                                                           const std::filesystem::path& file,
                                                           std::uint64_t max_nodes, const VtkErrors& errors);

}  // namespace farfield::compute
