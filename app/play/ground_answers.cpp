#include "app/play/ground_answers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "app/play/ground_heights.h"
#include "app/play/report/report_folder.h"
#include "app/show/ground_marks.h"
#include "app/show/frames/terrain_to_scene.h"
#include "app/show/frames/tile_sheet.h"
#include "model/calls/viewshed_file.h"
#include "model/programs/terrain_params.h"
#include "model/programs/terrain_tile.h"

namespace farfield::app {
namespace {

constexpr std::uint32_t sheet_side = 2048;  // values along a side of a picture or a viewshed

/// What a sight line is drawn of, in the local frame; heights are above the ground.
struct Drawn {
    glm::dvec3 eye, target;
    model::TerrainSightLine line;
};

/// Asks one question after the other, and gathers the answers.
class Asking {
public:
    Asking(PlaySession& session, const model::TerrainDescription& terrain, const ScriptTerrain& script,
           const Interrupt& interrupt)
        : session_(session), terrain_(terrain), script_(script), interrupt_(interrupt)
    {}

    void ask_picture();
    void ask_overlay();
    void ask_sight();
    void ask_viewshed();
    void ask_viewshed_file(const model::ViewshedParams& params);
    /// To be called last: marks need the ground's heights.
    void mark_sight();
    [[nodiscard]] GroundAnswers take() { return std::move(answers_); }

private:
    [[nodiscard]] glm::dvec3 local(const model::Point& place) const;
    void check_on_map(const model::Point& place, const std::string& what) const;
    [[nodiscard]] bool curved() const { return script_.view.curved; }
    [[nodiscard]] model::TerrainSightCall sight_call(const ScriptSight& sight) const;
    [[nodiscard]] model::ViewshedParams viewshed_params(const ScriptViewshed& viewshed) const;
    [[nodiscard]] nlohmann::json told(const model::Point& to, const model::TerrainSightLine& line) const;
    [[nodiscard]] render::GroundSheet ask_sheet(const std::string& program, model::TileKind kind,
                                                const net::Json& params);

    PlaySession& session_;
    const model::TerrainDescription& terrain_;
    const ScriptTerrain& script_;
    const Interrupt& interrupt_;
    GroundAnswers answers_;
    std::vector<glm::dvec3> eyes_;
    std::vector<Drawn> drawn_;
};

/// Asks, and says in the node's refusal what was asked for.
template <typename Ask>
void ask_for(const std::string& what, const Ask& ask)
{
    try {
        ask();
    } catch (const net::RpcError& error) {
        throw net::RpcError(error.code, fmt::format("{}: {}", what, error.what()), error.data);
    }
}

glm::dvec3 Asking::local(const model::Point& place) const
{
    return place_of(terrain_, {place[0], place[1], place[2]});
}

/// The node would refuse it too, in numbers of its local frame.
void Asking::check_on_map(const model::Point& place, const std::string& what) const
{
    const auto at = local(place);
    const auto& [least, most] = terrain_.bounds;
    if (at.x >= least[0] && at.x <= most[0] && at.y >= least[1] && at.y <= most[1]) return;
    const auto low = coordinates_of(terrain_, {least[0], least[1], 0.0}),
               high = coordinates_of(terrain_, {most[0], most[1], 0.0});
    throw std::runtime_error(fmt::format("{}: {}, {} is not on the map, which is x from {:.10g} to {:.10g} "
                                         "and y from {:.10g} to {:.10g}",
                                         what, place[0], place[1], low.x, high.x, low.y, high.y));
}

render::GroundSheet Asking::ask_sheet(const std::string& program, model::TileKind kind,
                                      const net::Json& params)
{
    net::ProgramStart start;
    start.program = program;
    start.dataset = terrain_.terrain;
    start.slot_bytes = model::tile_payload_bytes(kind, sheet_side, sheet_side);
    start.params = params;
    std::optional<render::GroundSheet> sheet;
    const auto take = [&](const net::MessageHeader& header, std::span<const std::byte> payload) {
        const auto preamble = model::decode_tile_preamble(payload);
        if (header.type != net::MessageType::TerrainTile || !preamble || preamble->kind != kind)
            throw std::runtime_error(fmt::format("what the node sent is no {}", program));
        sheet = sheet_in(payload);
    };
    session_.take_frames(start, 1, take, interrupt_);
    return *sheet;
}

void Asking::ask_picture()
{
    if (script_.picture.empty()) return;
    model::TerrainImageParams params;
    params.file = script_.picture;
    params.max_side = sheet_side;
    ask_for(fmt::format("cannot lay the picture '{}' over the ground", script_.picture), [&] {
        answers_.picture = ask_sheet("terrain.image", model::TileKind::Colours, model::write(params));
    });
}

void Asking::ask_overlay()
{
    if (script_.overlay.empty()) return;
    auto marks = std::make_shared<render::GroundMarks>();
    model::TerrainOverlayCall call;
    call.terrain = terrain_.terrain;
    call.file = script_.overlay;
    ask_for(fmt::format("cannot lay '{}' over the ground", script_.overlay), [&] {
        std::uint32_t parts = 1;
        for (; call.part < std::min(parts, most_overlay_parts); ++call.part) {
            const auto answer = session_.call("terrain.overlay", model::write(call), interrupt_);
            const auto overlay = understood(
                "terrain.overlay", [&] { return model::read_answer<model::TerrainOverlay>(answer); });
            parts = overlay.parts;
            add_overlay(*marks, overlay);
        }
    });
    answers_.marks.push_back(std::move(marks));
}

model::TerrainSightCall Asking::sight_call(const ScriptSight& sight) const
{
    const auto to_local = [this](const model::Point& place) {
        const auto at = local(place);
        return model::Point{at.x, at.y, at.z};
    };
    model::TerrainSightCall call;
    call.terrain = terrain_.terrain;
    call.from = to_local(sight.from);
    for (const auto& place : sight.to) call.to.push_back(to_local(place));
    call.curved = curved();
    call.refraction = script_.view.refraction;
    return call;
}

nlohmann::json Asking::told(const model::Point& to, const model::TerrainSightLine& line) const
{
    nlohmann::json json{{"to", to}, {"visible", nullptr}, {"clearance", nullptr}, {"blocked_at", nullptr}};
    if (line.visible)
        json["visible"] = *line.visible;
    else
        json["reason"] = line.reason;
    if (line.clearance) json["clearance"] = *line.clearance;
    if (line.blocked_at) {
        const auto& [x, y, z] = *line.blocked_at;
        const auto at = coordinates_of(terrain_, {x, y, z});
        json["blocked_at"] = {at.x, at.y, at.z};
    }
    if (line.holes) json["holes"] = true;
    return json;
}

void Asking::ask_sight()
{
    for (std::size_t n = 0; n < script_.sight.size(); ++n) {
        const auto& sight = script_.sight[n];
        const auto what = fmt::format("[[sight]] {}", n + 1);
        check_on_map(sight.from, what);
        net::Json answer;
        ask_for(what, [&] {
            answer = session_.call("terrain.sight", model::write(sight_call(sight)), interrupt_);
        });
        const auto lines = understood(
            "terrain.sight", [&] { return model::read_answer<model::TerrainSightLines>(answer).lines; });
        if (lines.size() != sight.to.size())
            throw std::runtime_error(fmt::format("{}: the node answered with {} lines of sight where {} were "
                                                 "asked for",
                                                 what, lines.size(), sight.to.size()));
        nlohmann::json entry{{"from", sight.from}, {"lines", nlohmann::json::array()}};
        eyes_.push_back(local(sight.from));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            entry["lines"].push_back(told(sight.to[i], lines[i]));
            drawn_.push_back({eyes_.back(), local(sight.to[i]), lines[i]});
        }
        answers_.told["sight"].push_back(std::move(entry));
    }
}

model::ViewshedParams Asking::viewshed_params(const ScriptViewshed& viewshed) const
{
    const auto at = local(viewshed.observer);
    model::ViewshedParams params;
    params.observer = {at.x, at.y, at.z};
    params.target = viewshed.target_height;
    params.radius = viewshed.radius;
    params.sectors = viewshed.sectors.value_or(params.sectors);
    params.curved = curved();
    params.refraction = script_.view.refraction;
    return params;
}

void Asking::ask_viewshed()
{
    if (!script_.viewshed) return;
    const auto& viewshed = *script_.viewshed;
    check_on_map(viewshed.observer, "[viewshed]");
    auto params = viewshed_params(viewshed);
    ask_for("[viewshed]", [&] {
        if (viewshed.geotiff) ask_viewshed_file(params);
        params.max_side = sheet_side;
        answers_.viewshed = ask_sheet("terrain.viewshed", model::TileKind::Visibility, model::write(params));
    });
    eyes_.push_back(local(viewshed.observer));
    const auto posts = count_seen(*answers_.viewshed);
    nlohmann::json told{
        {"observer", viewshed.observer},
        {"target_height", viewshed.target_height},
        {"radius", nullptr},
        {"sectors", nullptr},
        {"seen_posts", posts.seen},
        {"hidden_posts", posts.hidden},
        {"seen_share", posts.share()},
        {"post_step", std::llround(std::abs(answers_.viewshed->step.x) / terrain_.post_metres[0])}};
    if (viewshed.radius) told["radius"] = *viewshed.radius;
    if (viewshed.sectors) told["sectors"] = *viewshed.sectors;
    if (viewshed.geotiff) told["file"] = viewshed_file_name;
    answers_.told["viewshed"] = std::move(told);
}

void Asking::ask_viewshed_file(const model::ViewshedParams& params)
{
    model::ViewshedFileCall call;
    call.terrain = terrain_.terrain;
    call.viewshed = params;
    std::uint32_t parts = 1;
    for (; call.part < std::min(parts, model::max_viewshed_parts); ++call.part) {
        const auto answer = session_.call("terrain.viewshed_file", model::to_json(call), interrupt_);
        const auto part =
            understood("terrain.viewshed_file", [&] { return model::viewshed_file_part(answer); });
        parts = part.parts;
        answers_.viewshed_file.append(reinterpret_cast<const char*>(part.bytes.data()), part.bytes.size());
    }
}

void Asking::mark_sight()
{
    if (eyes_.empty()) return;
    std::vector<glm::dvec2> places(eyes_.begin(), eyes_.end());
    for (const auto& line : drawn_) {
        places.emplace_back(line.eye);
        places.emplace_back(line.target);
    }
    const auto heights = ask_heights(session_, terrain_, places, interrupt_);
    const auto above_ground = [](glm::dvec3 place, double ground) {
        return place + glm::dvec3(0.0, 0.0, ground);
    };
    auto marks = std::make_shared<render::GroundMarks>();
    for (std::size_t i = 0; i < eyes_.size(); ++i)
        if (heights[i]) add_eye(*marks, above_ground(eyes_[i], *heights[i]));
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
        const auto &eye = heights[eyes_.size() + 2 * i], &target = heights[eyes_.size() + 2 * i + 1];
        if (eye && target && drawn_[i].line.visible)
            add_sight_line(*marks, above_ground(drawn_[i].eye, *eye), above_ground(drawn_[i].target, *target),
                           drawn_[i].line);
    }
    answers_.marks.push_back(std::move(marks));
}

}  // namespace

GroundAnswers ask_ground(PlaySession& session, const model::TerrainDescription& terrain,
                         const ScriptTerrain& script, const Interrupt& interrupt)
{
    Asking asking(session, terrain, script, interrupt);
    asking.ask_picture();
    asking.ask_overlay();
    asking.ask_sight();
    asking.ask_viewshed();
    asking.mark_sight();
    return asking.take();
}

}  // namespace farfield::app
