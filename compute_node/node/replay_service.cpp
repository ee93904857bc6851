#include "compute_node/node/replay_service.h"

#include "compute_node/node/programs/table.h"
#include "model/calls/listing.h"
#include "model/calls/terrain_overlay.h"
#include "model/calls/terrain_sight.h"
#include "model/calls/viewshed_file.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "model/programs/program_answer.h"
#include "model/programs/ray_params.h"
#include "model/programs/table.h"
#include "net/message/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

using std::chrono::nanoseconds;

/// Longest gap that is replayed: a viewer that stood still for longer (or a clock that was set) goes on then.
constexpr nanoseconds longest_recorded_gap = std::chrono::seconds(10);
constexpr double nanoseconds_per_second = 1e9;

/// Suggests the rakes, step and lifetime that were recorded.
void suggest_recorded(const net::ProgramStart& start, model::DatasetInfo& info)
{
    if (model::asks_for_rays(start.params)) return;
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
    if (!named.contains("rakes")) return;  // the program's parameters were not recorded
    info.suggested.rakes = params.rakes;
    info.suggested.max_age_frames = params.max_age_frames;
}

/// Throws for a frame with wrong counts: a viewer would end the session for the node's fault.
void check_counts(const net::Recording::Frame& frame, std::size_t index)
{
    const auto* const type = model::frame_type(static_cast<std::uint8_t>(frame.header.type));
    if (type != nullptr && !type->check(frame.payload))
        throw std::runtime_error(
            fmt::format("frame {} of the recording is damaged: its counts do not fit its {} bytes", index,
                        frame.payload.size()));
}

class ReplayProgram final : public net::Program {
public:
    /// stream: an index among those of the recording.
    ReplayProgram(std::shared_ptr<const net::Recording> recording, const ReplaySettings& settings,
                  std::size_t stream)
        : recording_{std::move(recording)},
          settings_{settings},
          stream_{recording_->head().streams[stream]},
          frames_{recording_->frames_of(stream)},
          gives_results_{recording_->head().version > 1 && stream_.start.frames == 0}
    {}

    [[nodiscard]] net::Answer answer() const override
    {
        net::Json members = stream_.program;
        const auto recorded = model::read_answer<model::ProgramAnswer>(members);
        members.update(model::write(recorded));  // a file of an earlier version may lack some
        return {recorded.frame_bytes, std::move(members)};
    }

    /// Checks the parameters; the recorded frames do not change.
    void update(const net::Json& params) override { check_params(stream_.start.program, params); }

    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        if (next_ == frames_.size()) {
            if (gives_results_) return net::Idle{};
            if (!settings_.loop) return net::Ended{};
            next_ = 0;
        }
        const std::size_t index = frames_[next_++];
        const net::Recording::Frame frame = recording_->frame(index, buffers.front());
        check_counts(frame, index);
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
    /// Gap between the frame just made and the next one; after the last one, as before it.
    [[nodiscard]] nanoseconds recorded_gap() const
    {
        const std::size_t later = std::min(next_, frames_.size() - 1);
        if (later == 0) return nanoseconds{0};
        const std::uint64_t from = recording_->time_ns(frames_[later - 1]);
        const std::uint64_t to = recording_->time_ns(frames_[later]);
        if (to <= from) return nanoseconds{0};
        return nanoseconds{static_cast<std::int64_t>(
            std::min<std::uint64_t>(to - from, static_cast<std::uint64_t>(longest_recorded_gap.count())))};
    }

    std::shared_ptr<const net::Recording> recording_;
    ReplaySettings settings_;
    const net::RecordedStream& stream_;
    std::span<const std::size_t> frames_;  ///< indices
    const bool gives_results_;             ///< results such as a viewshed: no frame is due after the last
    std::size_t next_ = 0;                 ///< index among frames_ of the next frame
};

}  // namespace

ReplayService::ReplayService(std::shared_ptr<const net::Recording> recording, const ReplaySettings& settings)
    : recording_{std::move(recording)}, settings_{settings}
{
    if (recording_->frames() == 0) throw std::runtime_error("the recording holds no whole frame");
    const net::RecordingHead& head = recording_->head();
    try {
        for (const auto& [id, description] : head.data) {
            if (description.contains("terrain"))
                terrains_[model::read_answer<model::TerrainDescription>(description).terrain] = description;
            else
                datasets_.push_back(model::read_answer<model::DatasetInfo>(description));
        }
        for (const auto& stream : head.streams) {
            (void)model::read_answer<model::ProgramAnswer>(stream.program);
            expect_program(stream.start.program);
        }
    } catch (const std::runtime_error& error) {
        recording_->refuse(error.what());
    }
}

net::CallResult ReplayService::call(std::string_view name, const net::CallRequest& request,
                                    const net::CallContext& /*context*/)
{
    const net::Json& params = request.params;
    if (name == "dataset.list") {
        model::DatasetList list;
        for (const auto& dataset : datasets_) list.datasets.push_back({dataset.dataset, "recording"});
        return {.result = page_of(list, model::read<model::ListCall>(params), net::max_result_bytes)};
    }
    if (name == "terrain.list") {
        model::TerrainList list;
        for (const auto& [terrain, description] : terrains_) list.terrains.push_back({terrain, "recording"});
        return {.result = page_of(list, model::read<model::ListCall>(params), net::max_result_bytes)};
    }
    if (name == "dataset.open")
        return {.result = model::write(open_dataset(model::read<model::DatasetOpenCall>(params)))};
    if (name == "terrain.open")
        return {.result = open_terrain(model::read<model::TerrainOpenCall>(params).terrain)};
    if (name == "terrain.sight")
        (void)open_terrain(model::read<model::TerrainSightCall>(params).terrain);
    else if (name == "terrain.overlay")
        (void)open_terrain(model::read<model::TerrainOverlayCall>(params).terrain);
    else if (name == "terrain.viewshed_file")
        (void)open_terrain(model::read<model::ViewshedFileCall>(params).terrain);
    else
        throw net::unknown_method(name);
    return recorded_answer(name, params);
}

net::CallResult ReplayService::recorded_answer(std::string_view name, const net::Json& params) const
{
    const auto& calls = recording_->head().calls;
    const auto found = std::ranges::find_if(
        calls, [&](const net::RecordedCall& call) { return call.method == name && call.params == params; });
    if (found != calls.end()) return {.result = found->result};
    throw net::RpcError(net::RpcCode::NotFound,
                        fmt::format("the recording has no answer to {} with these parameters", name));
}

model::DatasetInfo ReplayService::open_dataset(const model::DatasetOpenCall& call) const
{
    const auto is_it = [&](const model::DatasetInfo& info) {
        return info.dataset == call.dataset && (call.velocity.empty() || call.velocity == info.velocity);
    };
    const auto found = std::ranges::find_if(datasets_, is_it);
    const auto named = std::ranges::find(datasets_, call.dataset, &model::DatasetInfo::dataset);
    if (named == datasets_.end()) {
        const auto recorded = datasets_.size() == 1 ? fmt::format("'{}'", datasets_.front().dataset)
                                                    : fmt::format("{} others", datasets_.size());
        throw net::RpcError(
            net::RpcCode::NotFound,
            fmt::format("there is no dataset '{}': this recording is of {}", call.dataset, recorded));
    }
    if (found == datasets_.end())
        throw net::RpcError(net::RpcCode::InvalidParams,
                            fmt::format("'{}' is a recording, of the velocity '{}' and no other, not of '{}'",
                                        call.dataset, named->velocity_name(), call.velocity));
    model::DatasetInfo info = *found;
    if (info.vectors) info.vectors->clear();
    info.blocks.clear();
    info.kind = "recording";
    // Several layers of a document follow what was suggested when it was recorded.
    if (recording_->head().version == 1) suggest_recorded(recording_->head().streams.front().start, info);
    return info;
}

const net::Json& ReplayService::open_terrain(const std::string& name) const
{
    if (const auto found = terrains_.find(name); found != terrains_.end()) return found->second;
    throw net::RpcError(net::RpcCode::NotFound,
                        terrains_.empty() ? "no terrain '" + name + "': this node has none"
                                          : "no terrain '" + name + "': this recording is of others");
}

std::unique_ptr<net::Program> ReplayService::start(const net::ProgramStart& start,
                                                   const std::stop_token& /*cancel*/)
{
    expect_program(start.program);
    if (start.program.starts_with("terrain."))
        (void)open_terrain(start.dataset);
    else
        (void)open_dataset({start.dataset, start.velocity, {}});
    check_params(start.program, start.params);  // a viewer need not repeat what was recorded
    const std::size_t stream = stream_for(start);
    // A recorded program may have grown while it ran.
    if (const auto largest = recording_->largest_payload_bytes(stream); largest > start.slot_bytes)
        throw net::limit_error("slot_bytes", start.slot_bytes, largest);
    return std::make_unique<ReplayProgram>(recording_, settings_, stream);
}

std::size_t ReplayService::stream_for(const net::ProgramStart& start)
{
    const auto& head = recording_->head();
    // A viewer of a recording of lines asks for particles, and shows what comes.
    const auto is_flow = [](std::string_view program) {
        return program == "particles" || program == "lines";
    };
    if (head.version == 1 && is_flow(head.streams.front().start.program) && is_flow(start.program)) return 0;
    std::vector<std::size_t> of_program, of_params;
    for (std::size_t i = 0; i < head.streams.size(); ++i) {
        const auto& recorded = head.streams[i].start;
        if (recorded.program != start.program || recorded.dataset != start.dataset) continue;
        if (recording_->frames_of(i).empty()) continue;
        of_program.push_back(i);
        if (recorded.params == start.params) of_params.push_back(i);
    }
    if (of_program.empty())
        throw net::RpcError(net::RpcCode::NotFound, fmt::format("the recording has no frames of {} on '{}'",
                                                                start.program, start.dataset));
    auto& choice = of_params.empty() ? of_program : of_params;
    const std::lock_guard lock(mutex_);
    const std::size_t turn = starts_[choice]++;
    return choice[turn % choice.size()];
}

}  // namespace farfield::node
