#include "model/programs/terrain_view.h"

#include <algorithm>
#include <iterator>

#include "model/fields/json_fields.h"
#include "model/geometry/byte_access.h"

namespace farfield::model {

namespace {

std::uint32_t side(const JsonValue& value)
{
    const std::uint64_t pixels = value.uint64({.min = 1});
    if (pixels > max_view_side) throw LimitError("max_view_side", max_view_side, pixels);
    return static_cast<std::uint32_t>(pixels);
}

std::array<std::uint32_t, 2> size(const JsonValue& value)
{
    const auto sides = value.elements(2, "two integers");
    return {side(sides[0]), side(sides[1])};
}

double field_of_view(const JsonValue& value)
{
    const double degrees = value.number();
    if (!(degrees > 0.0 && degrees < 180.0)) value.complain("a number between 0 and 180");
    return degrees;
}

EyePose pose(const JsonValue& value)
{
    const auto numbers = value.elements(7, "seven numbers: eye x, y and z, heading, pitch, roll and hfov");
    return {.eye = {numbers[0].number(), numbers[1].number(), numbers[2].number()},
            .heading = numbers[3].number(),
            .pitch = numbers[4].number(),
            .roll = numbers[5].number(),
            .hfov = field_of_view(numbers[6])};
}

std::vector<EyePose> poses(const JsonValue& value)
{
    const auto elements = value.elements();
    if (elements.size() > max_view_poses) throw LimitError("max_view_poses", max_view_poses, elements.size());
    std::vector<EyePose> list;
    std::ranges::transform(elements, std::back_inserter(list), pose);
    return list;
}

}  // namespace

void encode_preamble(const TerrainViewPreamble& preamble,
                     std::span<std::byte, terrain_preamble_bytes> to) noexcept
{
    std::fill(to.begin(), to.end(), std::byte{0});
    store_big(to.data(), preamble.width);
    store_big(to.data() + 4, preamble.height);
    store_big(to.data() + 8, preamble.frame);
    store_big(to.data() + 16, preamble.compute_ns);
    store_big(to.data() + 24, preamble.computed_at_ns);
    for (std::size_t n = 0; n < 3; ++n) store_big(to.data() + 32 + 8 * n, preamble.pose.eye[n]);
    store_big(to.data() + 56, preamble.pose.heading);
    store_big(to.data() + 64, preamble.pose.pitch);
    store_big(to.data() + 72, preamble.pose.roll);
    store_big(to.data() + 80, preamble.pose.hfov);
    store_big(to.data() + 88, preamble.detail);
    store_big(to.data() + 96, preamble.curvature);
}

TerrainViewPreamble decode_terrain_preamble(std::span<const std::byte, terrain_preamble_bytes> from) noexcept
{
    const auto number = [&](std::size_t offset) { return load_big<double>(from.data() + offset); };
    return {
        .width = load_big<std::uint32_t>(from.data()),
        .height = load_big<std::uint32_t>(from.data() + 4),
        .frame = load_big<std::uint64_t>(from.data() + 8),
        .compute_ns = load_big<std::uint64_t>(from.data() + 16),
        .computed_at_ns = load_big<std::uint64_t>(from.data() + 24),
        .pose = {.eye = {number(32), number(40), number(48)},
                 .heading = number(56),
                 .pitch = number(64),
                 .roll = number(72),
                 .hfov = number(80)},
        .detail = number(88),
        .curvature = number(96),
    };
}

Json to_json(const TerrainViewParams& params)
{
    Json json = Json::object();
    put(json, "eye", params.eye);
    put(json, "heading", params.heading);
    put(json, "pitch", params.pitch);
    put(json, "roll", params.roll);
    put(json, "hfov", params.hfov);
    if (params.poses) {
        auto& list = json["poses"] = Json::array();
        for (const EyePose& pose : *params.poses)
            list.push_back(
                {pose.eye[0], pose.eye[1], pose.eye[2], pose.heading, pose.pitch, pose.roll, pose.hfov});
    }
    put(json, "size", params.size);
    put(json, "detail", params.detail);
    put(json, "curved", params.curved);
    put(json, "refraction", params.refraction);
    return json;
}

TerrainViewParams terrain_view_params(const Json& json)
{
    JsonFields fields({&json, ""});
    TerrainViewParams params;
    if (const auto eye = fields["eye"]) params.eye = eye.point();
    if (const auto heading = fields["heading"]) params.heading = heading.number();
    if (const auto pitch = fields["pitch"]) params.pitch = pitch.number();
    if (const auto roll = fields["roll"]) params.roll = roll.number();
    if (const auto hfov = fields["hfov"]) params.hfov = field_of_view(hfov);
    if (const auto list = fields["poses"]) params.poses = poses(list);
    if (const auto pixels = fields["size"]) params.size = size(pixels);
    if (const auto detail = fields["detail"]) params.detail = detail.nonnegative_number();
    if (const auto curved = fields["curved"]) params.curved = curved.boolean();
    if (const auto refraction = fields["refraction"]) params.refraction = refraction.nonnegative_number();
    fields.refuse_others();
    return params;
}

}  // namespace farfield::model
