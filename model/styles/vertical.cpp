#include "model/styles/vertical.h"

#include <charconv>
#include <cmath>

namespace farfield::model {

std::optional<Vertical> vertical_of(std::string_view text)
{
    if (text.empty()) return Vertical{};
    if (text == "egm96") return Vertical{.datum = Vertical::Datum::Egm96};
    if (text == "ellipsoid") return Vertical{.datum = Vertical::Datum::Ellipsoid};
    if (text == "clamp") return Vertical{.clamps = true};
    constexpr std::string_view offset = "offset:";
    if (!text.starts_with(offset)) return std::nullopt;
    text.remove_prefix(offset.size());
    double metres = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), metres);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (!(std::abs(metres) <= most_vertical_offset)) return std::nullopt;
    return Vertical{.datum = Vertical::Datum::Offset, .offset_metres = metres};
}

}  // namespace farfield::model
