#include "compute_node/terrain/heights/height_source.h"

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::terrain {

void check_rows(const TerrainInfo& info, std::int64_t first, std::int64_t count, std::size_t room)
{
    if (first < 0 || count < 0 || first > info.rows - count)
        throw std::invalid_argument(fmt::format("terrain '{}': rows {} to {} were asked for, it has {}",
                                                info.name, first, first + count - 1, info.rows));
    if (room != static_cast<std::size_t>(count * info.columns))
        throw std::invalid_argument(fmt::format("terrain '{}': {} rows of {} posts do not fill room for {}",
                                                info.name, count, info.columns, room));
}

}  // namespace farfield::terrain
