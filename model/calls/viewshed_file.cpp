#include "model/calls/viewshed_file.h"

#include <algorithm>

#include "model/fields/base64.h"
#include "model/fields/json_fields.h"

namespace farfield::model {

Json to_json(const ViewshedFileCall& call)
{
    Json json = write(call.viewshed);
    json["terrain"] = call.terrain;
    json["part"] = call.part;
    return json;
}

ViewshedFileCall viewshed_file_call(const Json& json)
{
    JsonFields fields({&json, ""});
    ViewshedFileCall call;
    call.terrain = fields["terrain"].text();
    if (const auto part = fields["part"]) call.part = part.uint32();
    (void)fields["observer"].point();  // it has to be there
    Json viewshed = json;
    viewshed.erase("terrain");
    viewshed.erase("part");
    call.viewshed = read<ViewshedParams>(viewshed);
    if (json.contains("max_side")) throw FieldError("max_side", "a file has all posts within the radius");
    return call;
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
