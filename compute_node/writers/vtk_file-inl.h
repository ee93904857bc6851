#pragma once

#include "compute_node/readers/vtk/vtk_errors.h"
#include "model/files/atomic_file.h"

#include <fmt/format.h>
#include <vtkNew.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace farfield::compute {

/// Writes data by one of VTK's XML writers, with its arrays in binary behind the text. The file is written
/// whole or not at all. Throws std::runtime_error.
template <class Writer, class Data>
void write_vtk_file(const std::filesystem::path& file, Data* data)
{
    AtomicFile out{file};
    // VTK names no reason: where the file cannot be created, the system's reason is given.
    if (!std::ofstream{out.part(), std::ios::binary | std::ios::app})
        throw std::runtime_error(
            fmt::format("cannot write '{}': {}", file.string(), std::generic_category().message(errno)));
    const vtkNew<Writer> writer;
    writer->SetFileName(out.part().c_str());
    writer->SetInputData(data);
    writer->SetDataModeToAppended();
    writer->EncodeAppendedDataOff();
    const VtkErrors errors;
    if (writer->Write() == 0 || writer->GetErrorCode() != 0)
        throw std::runtime_error(
            fmt::format("cannot write '{}': it was not written whole; is the disk full?", file.string()));
    out.keep();
}

}  // namespace farfield::compute
