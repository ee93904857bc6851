#include "model/calls/viewshed_file.h"

#include <algorithm>

#include "model/fields/base64.h"
#include "model/fields/json_fields.h"

namespace farfield::model {

void ViewshedFileCall::refuse_max_side(std::uint32_t /*max_side*/, const JsonValue& value)
{
    throw FieldError(value.path(), "a file has all posts within the radius");
}

Json to_json(const ViewshedFilePart& part)
{
    return {{"part", part.part}, {"parts", part.parts}, {"bytes", to_base64(part.bytes)}};
}

ViewshedFilePart viewshed_file_part(const Json& json)
{
    JsonFields fields({&json, ""});
    ViewshedFilePart part;
    part.part = fields["part"].uint32();
    part.parts = fields["parts"].uint32({.min = 1});
    const JsonValue text = fields["bytes"];
    auto bytes = from_base64(text.text());
    if (!bytes) text.complain("bytes as base64");
    part.bytes = std::move(*bytes);
    return part;
}

std::vector<ViewshedFilePart> in_parts(std::span<const std::byte> file)
{
    const std::size_t count =
        std::max<std::size_t>(1, (file.size() + max_viewshed_part_bytes - 1) / max_viewshed_part_bytes);
    std::vector<ViewshedFilePart> parts(count);
    for (std::size_t n = 0; n < count; ++n) {
        const auto bytes =
            file.subspan(n * max_viewshed_part_bytes,
                         std::min(max_viewshed_part_bytes, file.size() - n * max_viewshed_part_bytes));
        parts[n].part = static_cast<std::uint32_t>(n);
        parts[n].parts = static_cast<std::uint32_t>(count);
        parts[n].bytes.assign(bytes.begin(), bytes.end());
    }
    return parts;
}

}  // namespace farfield::model
