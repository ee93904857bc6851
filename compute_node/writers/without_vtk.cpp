// Stands in for VTK's writer in a program built without VTK.
#include "compute_node/writers/line_writer.h"

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::compute {

std::unique_ptr<LineWriter> vtp_writer(const std::filesystem::path& file, const std::string& /*scalar_name*/,
                                       glm::dvec3 /*origin*/)
{
    throw std::runtime_error(
        fmt::format("cannot write '{}': built without VTK; expected a file named .csv", file.string()));
}

}  // namespace farfield::compute
