#include "compute_node/node/replay_service.h"

#include "model/calls/listing.h"
#include "model/calls/terrain_overlay.h"
#include "model/calls/terrain_sight.h"
#include "model/calls/viewshed_file.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "model/programs/program_answer.h"
#include "model/programs/table.h"
#include "net/message/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

using std::chrono::nanoseconds;

/// A recording in which the viewer stood still for longer (or its clock was set) goes on after this.
constexpr nanoseconds longest_recorded_gap = std::chrono::seconds(10);
constexpr double nanoseconds_per_second = 1e9;

template <class Params>
void check_patch(const net::Json& patch)
{
    Params params;
    (void)merge(params, patch);
}

/// As the compute node would, and without effect.
void check_params(const std::string& program, const net::Json& params)
{
    if (program == "lines")
        check_patch<model::LineParams>(params);
    else
        check_patch<model::ParticleParams>(params);
}

/// The rakes, step and lifetime that were recorded.
void suggest_recorded(const net::ProgramStart& start, model::DatasetInfo& info)
{
    if (start.program == "lines") {
        model::LineParams params;
        const model::FieldSet named = merge(params, start.params);
        if (named.contains("rakes")) info.suggested.rakes = params.rakes;
        if (params.step) info.suggested.step = *params.step;
        return;
    }
    model::ParticleParams params;
    const model::FieldSet named = merge(params, start.params);
    if (params.step) info.suggested.step = *params.step;
    if (named.contains("max_age_frames")) info.suggested.max_age_frames = params.max_age_frames;
    if (!named.contains("rakes")) return;  // nothing was recorded of what the program was asked
    info.suggested.rakes = params.rakes;
    info.suggested.max_age_frames = params.max_age_frames;
}

/// A viewer would end the session for such a frame, and take it for the node's fault.
void check_counts(const net::Recording::Frame& frame, std::size_t index)
{
    const auto* const type = model::frame_type(static_cast<std::uint8_t>(frame.header.type));
    if (type != nullptr && !type->check(frame.payload))
        throw std::runtime_error(
            fmt::format("frame {} of the recording is damaged: its counts do not fit its {} bytes", index,
                        frame.payload.size()));
}

template <class Call>
[[noreturn]] void refuse_terrain(const net::Json& params)
{
    throw net::RpcError(net::RpcCode::NotFound,
                        "no terrain '" + model::read<Call>(params).terrain + "': this node has none");
}

class ReplayProgram final : public net::Program {
public:
    ReplayProgram(std::shared_ptr<const net::Recording> recording, const ReplaySettings& settings,
                  std::string program)
        : recording_{std::move(recording)}, settings_{settings}, program_{std::move(program)}
    {}

    [[nodiscard]] net::Answer answer() const override
    {
        net::Json members = recording_->info().program;
        const auto recorded = model::read_answer<model::ProgramAnswer>(members);
        members.update(model::write(recorded));  // a file of an earlier version may lack some
        return {recorded.frame_bytes, std::move(members)};
    }

    /// The frames are what they are.
    void update(const net::Json& params) override { check_params(program_, params); }

    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        if (next_ == recording_->frames()) {
            if (!settings_.loop) return net::Ended{};
            next_ = 0;
        }
        const net::Recording::Frame frame = recording_->frame(next_, buffers.front());
        check_counts(frame, next_++);
        made.front() = {frame.header.type, frame.payload};
        return net::Frames{1};
    }

    [[nodiscard]] nanoseconds pace() const override
    {
        if (!settings_.rate) return recorded_gap();
        if (*settings_.rate <= 0.0) return nanoseconds{0};
        const double gap = std::min(nanoseconds_per_second / *settings_.rate,
                                    std::chrono::duration<double, std::nano>(std::chrono::hours(24)).count());
        return nanoseconds{static_cast<std::int64_t>(gap)};
    }

private:
    /// Between the frame just made and the next one; after the last one, as before it.
    [[nodiscard]] nanoseconds recorded_gap() const
    {
        const std::size_t later = std::min(next_, recording_->frames() - 1);
        if (later == 0) return nanoseconds{0};
        const std::uint64_t from = recording_->time_ns(later - 1);
        const std::uint64_t to = recording_->time_ns(later);
        if (to <= from) return nanoseconds{0};
        return nanoseconds{static_cast<std::int64_t>(
            std::min<std::uint64_t>(to - from, static_cast<std::uint64_t>(longest_recorded_gap.count())))};
    }

    std::shared_ptr<const net::Recording> recording_;
    ReplaySettings settings_;
    std::string program_;
    std::size_t next_ = 0;  ///< index of the frame to come
};

}  // namespace

ReplayService::ReplayService(std::shared_ptr<const net::Recording> recording, const ReplaySettings& settings)
    : recording_{std::move(recording)}, settings_{settings}
{
    if (recording_->frames() == 0) throw std::runtime_error("the recording holds no whole frame");
    const net::RecordingInfo& info = recording_->info();
    try {
        dataset_ = model::read_answer<model::DatasetInfo>(info.dataset);
        (void)model::read_answer<model::ProgramAnswer>(info.program);
        model::expect_program(info.start.program);
    } catch (const std::runtime_error& error) {
        recording_->refuse(error.what());
    }
}

net::CallResult ReplayService::call(std::string_view name, const net::CallRequest& request,
                                    const net::CallContext& /*context*/)
{
    const net::Json& params = request.params;
    if (name == "dataset.list")
        return {.result = page_of(model::DatasetList{{{dataset_.dataset, "recording"}}},
                                  model::read<model::ListCall>(params), net::max_result_bytes)};
    if (name == "dataset.open")
        return {.result = model::write(open(model::read<model::DatasetOpenCall>(params)))};
    if (name == "terrain.list")
        return {.result = page_of(model::TerrainList{}, model::read<model::ListCall>(params),
                                  net::max_result_bytes)};
    if (name == "terrain.open") refuse_terrain<model::TerrainOpenCall>(params);
    if (name == "terrain.sight") refuse_terrain<model::TerrainSightCall>(params);
    if (name == "terrain.overlay") refuse_terrain<model::TerrainOverlayCall>(params);
    if (name == "terrain.viewshed_file") refuse_terrain<model::ViewshedFileCall>(params);
    throw net::unknown_method(name);
}

model::DatasetInfo ReplayService::open(const model::DatasetOpenCall& call) const
{
    expect_recorded(call.dataset);
    model::DatasetInfo info = dataset_;
    if (!call.velocity.empty() && call.velocity != info.velocity)
        throw net::RpcError(net::RpcCode::InvalidParams,
                            fmt::format("'{}' is a recording, of the velocity '{}' and no other, not of '{}'",
                                        call.dataset, info.velocity, call.velocity));
    if (info.vectors) info.vectors->clear();
    info.kind = "recording";
    suggest_recorded(recording_->info().start, info);
    return info;
}

std::unique_ptr<net::Program> ReplayService::start(const net::ProgramStart& start,
                                                   const std::stop_token& /*cancel*/)
{
    model::expect_program(start.program);
    expect_recorded(start.dataset);
    check_params(start.program, start.params);  // a viewer need not repeat what was recorded
    // A recorded program may have grown while it ran.
    if (recording_->largest_payload_bytes() > start.slot_bytes)
        throw net::limit_error("slot_bytes", start.slot_bytes, recording_->largest_payload_bytes());
    return std::make_unique<ReplayProgram>(recording_, settings_, start.program);
}

void ReplayService::expect_recorded(const std::string& dataset) const
{
    const std::string& recorded = dataset_.dataset;
    if (dataset != recorded)
        throw net::RpcError(net::RpcCode::NotFound,
                            "there is no dataset '" + dataset + "': this recording is of '" + recorded + "'");
}

}  // namespace farfield::node
