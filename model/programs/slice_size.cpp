#include "model/programs/slice_size.h"

namespace farfield::model {

namespace {

constexpr const char* all_nodes = "nodes";

}  // namespace

SliceSize SliceSize::from_json(const JsonValue& json)
{
    if (json.is_text()) {
        (void)json.one_of({all_nodes});
        return {.values = {}, .of_nodes = true};
    }
    SliceSize size;
    const auto found = json.elements(2, "two integers, or \"nodes\"");
    for (std::size_t i = 0; i < found.size(); ++i) {
        size.values[i] = found[i].uint32({.min = 1});
        if (size.values[i] > max_slice_side)
            throw LimitError("max_slice_side", max_slice_side, size.values[i]);
    }
    const std::uint64_t pixels = std::uint64_t{size.values[0]} * size.values[1];
    if (pixels > max_slice_pixels) throw LimitError("max_slice_pixels", max_slice_pixels, pixels);
    return size;
}

Json SliceSize::to_json() const
{
    return of_nodes ? Json(all_nodes) : Json(values);
}

}  // namespace farfield::model
