#include "compute_node/support/text_file.h"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>

namespace farfield {

TextFile::TextFile(const std::filesystem::path& file, const std::string& things,
                   const std::atomic<bool>* cancelled)
    : input_{file, cancelled}
{
    std::error_code error;
    const bool is_folder = std::filesystem::is_directory(file, error);
    if (is_folder || std::filesystem::is_socket(file, error))
        throw std::runtime_error(fmt::format("cannot read {} '{}': expected a file or a pipe, found a {}",
                                             things, file.string(), is_folder ? "folder" : "socket"));
    if (!input_.is_open())
        throw std::runtime_error(
            fmt::format("cannot read {} '{}': no such file, or no right to read it", things, file.string()));
    const auto bytes = std::filesystem::file_size(file, error);
    if (!error) size_ = bytes;
}

}  // namespace farfield
