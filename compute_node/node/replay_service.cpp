#include "compute_node/node/replay_service.h"

#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "model/programs/polylines.h"
#include "net/message/frame_stamp.h"
#include "net/message/messages.h"

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
void suggest_recorded(const net::ProgramStart& start, net::DatasetInfo& info)
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

/// Bytes that the counts of a payload's preamble stand for; of other types the payload's own.
std::uint64_t counted_bytes(const net::Recording::Frame& frame)
{
    const std::span<const std::byte> payload = frame.payload;
    if (frame.header.type == net::MessageType::Particles && payload.size() >= net::particle_preamble_bytes) {
        const auto [particles, alive] = net::stamp_of(payload).counts;
        if (alive > particles) return 0;
        return net::particle_preamble_bytes + particles * std::uint64_t{net::particle_bytes};
    }
    if (frame.header.type == net::MessageType::Polylines &&
        payload.size() >= model::polyline_preamble_bytes) {
        const auto [lines, points] = net::stamp_of(payload).counts;
        return model::polyline_payload_bytes(points, lines);
    }
    return payload.size();
}

/// A viewer would end the session for such a frame, and take it for the node's fault.
void check_counts(const net::Recording::Frame& frame, std::size_t index)
{
    if (counted_bytes(frame) != frame.payload.size())
        throw std::runtime_error(
            fmt::format("frame {} of the recording is damaged: its counts do not fit its {} bytes", index,
                        frame.payload.size()));
}

class ReplaySource final : public net::FrameSource {
public:
    ReplaySource(std::shared_ptr<const net::Recording> recording, const ReplaySettings& settings,
                 std::string program)
        : recording_{std::move(recording)}, settings_{settings}, program_{std::move(program)}
    {}

    [[nodiscard]] net::ProgramState state() const override { return recording_->info().program; }

    /// The frames are what they are.
    void update(const net::Json& params) override { check_params(program_, params); }

    [[nodiscard]] std::optional<net::ProducedFrame> produce(std::span<std::byte> buffer) override
    {
        if (next_ == recording_->frames()) {
            if (!settings_.loop) return std::nullopt;
            next_ = 0;
        }
        const net::Recording::Frame frame = recording_->frame(next_, buffer);
        check_counts(frame, next_++);
        return net::ProducedFrame{frame.header.type, frame.payload};
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
}

net::DatasetList ReplayService::list_datasets()
{
    return {.datasets = {{recording_->info().dataset.dataset, "recording"}}};
}

net::DatasetInfo ReplayService::open_dataset(const std::string& name, const std::string& velocity,
                                             const std::stop_token& /*gone*/)
{
    expect_recorded(name);
    net::DatasetInfo info = recording_->info().dataset;
    if (!velocity.empty() && velocity != info.velocity)
        throw net::RpcError(net::RpcCode::InvalidParams,
                            fmt::format("'{}' is a recording, of the velocity '{}' and no other, not of '{}'",
                                        name, info.velocity, velocity));
    if (info.vectors) info.vectors->clear();
    info.kind = "recording";
    suggest_recorded(recording_->info().start, info);
    return info;
}

std::unique_ptr<net::FrameSource> ReplayService::start_program(const net::ProgramStart& start,
                                                               const std::stop_token& /*gone*/)
{
    expect_recorded(start.dataset);
    check_params(start.program, start.params);  // a viewer need not repeat what was recorded
    // A recorded program may have grown while it ran.
    if (recording_->largest_payload_bytes() > start.slot_bytes)
        throw net::limit_error("slot_bytes", start.slot_bytes, recording_->largest_payload_bytes());
    return std::make_unique<ReplaySource>(recording_, settings_, start.program);
}

void ReplayService::expect_recorded(const std::string& dataset) const
{
    const std::string& recorded = recording_->info().dataset.dataset;
    if (dataset != recorded)
        throw net::RpcError(net::RpcCode::NotFound,
                            "there is no dataset '" + dataset + "': this recording is of '" + recorded + "'");
}

}  // namespace farfield::node
