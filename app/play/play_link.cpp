#include "app/play/play_link.h"

#include <fmt/format.h>
#include <stdexcept>

#include "app/show/frame_to_scene.h"
#include "app/show/frames/terrain_to_scene.h"
#include "model/fields/json_fields.h"

namespace farfield::app {
namespace {

std::uint64_t frame_bytes(const std::vector<model::Rake>& rakes)
{
    std::uint64_t particles = 0;
    for (const auto& rake : rakes) particles += rake.particles();
    return net::particle_preamble_bytes + particles * net::particle_bytes;
}

/// What a node that refused says it needs: a recording's frames are as large as they are, whatever the rakes.
std::uint64_t bytes_needed(const net::RpcError& error)
{
    if (error.code != net::RpcCode::LimitExceeded) return 0;
    return model::text_or(error.data, "limit", "") == "slot_bytes" ? model::number_or(error.data, "asked", 0)
                                                                   : 0;
}

}  // namespace

PlayLink::PlayLink(const net::ClientSettings& settings, const Script& script, double rate,
                   const Interrupt& interrupt)
    : session_(settings)
{
    start_.policy = script.policy;
    start_.rate = rate;
    start_.frames = script.frames;
    if (script.terrain)
        open_terrain(script, interrupt);
    else
        open_dataset(script, interrupt);
    start_program(interrupt);
}

void PlayLink::open_dataset(const Script& script, const Interrupt& interrupt)
{
    net::Json call{{"dataset", script.dataset}};
    if (!script.velocity.empty()) call["velocity"] = script.velocity;
    const auto info = session_.call("dataset.open", call, interrupt);
    dataset_ = understood("dataset.open", [&] { return model::read_answer<model::DatasetInfo>(info); });
    start_.dataset = script.dataset;
    start_.velocity = script.velocity;
    rakes_ = script.particles.rakes.empty() ? dataset_.suggested.rakes : script.particles.rakes;
    if (rakes_.empty())
        throw std::runtime_error(
            fmt::format("'{}' suggests no rake, for nothing moves in it; add a [[rake]]", script.dataset));
    const double longer = double{script.view.vertical_scale.value_or(usual_vertical_scale(dataset_))};
    camera_.emplace(script, ScriptFrame{.origin = origin_of(dataset_), .scale = {1.0, 1.0, longer}},
                    render::drawn_bounds(bounds_of(dataset_), static_cast<float>(longer)));
    start_.slot_bytes = frame_bytes(rakes_);
    start_.params = script.lines ? line_params(*script.lines) : particle_params(script);
    if (script.lines) start_.program = "lines";
}

void PlayLink::open_terrain(const Script& script, const Interrupt& interrupt)
{
    const auto info = session_.call("terrain.open", {{"terrain", script.terrain->name}}, interrupt);
    terrain_ =
        understood("terrain.open", [&] { return model::read_answer<model::TerrainDescription>(info); });
    const auto bounds = bounds_of(*terrain_);
    dataset_.dataset = start_.dataset = script.terrain->name;
    dataset_.bounds.min = to_point(bounds.min);
    dataset_.bounds.max = to_point(bounds.max);
    camera_.emplace(script,
                    ScriptFrame{.origin = {terrain_->origin[0], terrain_->origin[1], 0.0},
                                .scale = {terrain_->metres_per_unit[0], terrain_->metres_per_unit[1], 1.0}},
                    bounds);
    start_.program = "terrain.view";
    start_.slot_bytes = model::terrain_payload_bytes(static_cast<std::uint64_t>(script.size[0]) *
                                                     static_cast<std::uint64_t>(script.size[1]));
    start_.params = terrain_params(script);
    ground_ = ask_ground(session_, *terrain_, *script.terrain, interrupt);
    frames_before_ = client().link().frames_received;
}

/// All poses at once: the node casts a view while the one before is drawn.
net::Json PlayLink::terrain_params(const Script& script) const
{
    model::TerrainViewParams params = script.terrain->view;
    params.size = {static_cast<std::uint32_t>(script.size[0]), static_cast<std::uint32_t>(script.size[1])};
    const double aspect = static_cast<double>(script.size[0]) / script.size[1];
    for (std::uint64_t frame = 0; frame < script.frames; ++frame)
        params.poses.push_back(
            to_net(render::pose_of(camera_->at(frame, static_cast<float>(aspect)), aspect)));
    return model::write(params);
}

net::Json PlayLink::particle_params(const Script& script) const
{
    model::ParticleParams params = script.particles;
    params.rakes = rakes_;
    if (!params.step) params.step = dataset_.suggested.step;
    params.max_age_frames = script.max_age_frames.value_or(dataset_.suggested.max_age_frames);
    return model::write(params);
}

/// Each frame is an answer, and the next begins as it ends.
net::Json PlayLink::line_params(model::LineParams params) const
{
    params.rakes = rakes_;
    params.repeat = true;
    params.parts = 1;
    return model::write(params);
}

void PlayLink::start_program(const Interrupt& interrupt)
{
    const auto start = [&] {
        const auto state = session_.call("program.start", model::write(start_), interrupt);
        return understood("program.start", [&] { return model::read_answer<net::ProgramState>(state); });
    };
    try {
        program_ = start();
    } catch (const net::RpcError& error) {
        const auto needed = bytes_needed(error);
        if (needed <= start_.slot_bytes) throw;
        start_.slot_bytes = needed;
        program_ = start();
    }
}

}  // namespace farfield::app
