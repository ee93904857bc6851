#include "app/document/seeds_file.h"

#include "model/rakes/seeds_csv.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

namespace farfield::app {

model::ListRake load_seeds(const std::filesystem::path& file)
{
    std::error_code error;
    std::ifstream in(file, std::ios::binary);
    if (!in || !std::filesystem::is_regular_file(file, error))
        throw std::runtime_error(fmt::format("cannot read seeds '{}': no such file", file.string()));
    if (std::filesystem::file_size(file, error) > max_seeds_file_bytes)
        throw std::runtime_error(fmt::format("cannot read seeds '{}': more bytes than "
                                             "max_seeds_file_bytes = {}",
                                             file.string(), max_seeds_file_bytes));
    return model::read_seeds_csv(in, file.string(), {"max_listed_seeds", model::max_listed_seeds});
}

}  // namespace farfield::app
