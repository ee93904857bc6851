#include "app/document/seeds_file.h"

#include "model/files/plain_file.h"
#include "model/rakes/seeds_csv.h"

namespace farfield::app {

model::ListRake load_seeds(const std::filesystem::path& file)
{
    model::PlainFileStream in(file, "seeds", max_seeds_file_bytes);
    return model::read_seeds_csv(in, file.string(), {"max_listed_seeds", model::max_listed_seeds});
}

}  // namespace farfield::app
