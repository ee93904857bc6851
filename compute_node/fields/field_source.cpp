#include "compute_node/fields/field_source.h"

#include <array>

namespace farfield::compute {

const Field& shown_at(const FieldSource& source, float time)
{
    if (source.slices == nullptr) return *source.field;
    const std::size_t interval = source.field->slices().interval(time);
    const std::array slices{interval, interval + 1};
    return *source.window->show(source.slices, slices, slices.size());
}

}  // namespace farfield::compute
