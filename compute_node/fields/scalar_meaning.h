#pragma once

#include <string_view>

namespace farfield::compute {

/// True when a scalar's name says that it is an index, an id, a coordinate, a connectivity, a bound of time
/// or a mask: something beside a field, which is not shown before any field is. Case and separators do not
/// count.
[[nodiscard]] bool is_beside_field(std::string_view name);

}  // namespace farfield::compute
