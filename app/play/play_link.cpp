#include "app/play/play_link.h"

#include <fmt/format.h>
#include <utility>

namespace farfield::app {
namespace {

std::uint64_t frame_bytes(const std::vector<net::Rake>& rakes)
{
    std::uint64_t particles = 0;
    for (const auto& rake : rakes) particles += rake.particles();
    return net::particle_preamble_bytes + particles * net::particle_bytes;
}

/// What a node that refused says it needs: a recording's frames are as large as they are, whatever the rakes.
std::uint64_t bytes_needed(const net::RpcError& error)
{
    if (error.code != net::RpcCode::LimitExceeded || !error.data.is_object()) return 0;
    if (error.data.value("limit", "") != "slot_bytes") return 0;
    return error.data.value("asked", std::uint64_t{0});
}

}  // namespace

PlayLink::PlayLink(const net::ClientSettings& settings, const Script& script, double rate)
    : client_(settings, events())
{
    dataset_ = net::dataset_info(client_.call("dataset.open", {{"dataset", script.dataset}}));
    rakes_ = script.particles.rakes.value_or(dataset_.suggested_rakes);
    auto params = script.particles;
    params.rakes = rakes_;
    if (!params.step) params.step = dataset_.suggested_step;
    if (!params.max_age_frames) params.max_age_frames = dataset_.suggested_max_age_frames;
    start_ = {.dataset = script.dataset,
              .policy = script.policy,
              .slot_bytes = frame_bytes(rakes_),
              .rate = rate,
              .frames = script.frames,
              .params = net::to_json(params)};
    start_program();
}

void PlayLink::start_program()
{
    try {
        program_ = net::program_state(client_.call("program.start", net::to_json(start_)));
    } catch (const net::RpcError& error) {
        const auto needed = bytes_needed(error);
        if (needed <= start_.slot_bytes) throw;
        start_.slot_bytes = needed;
        program_ = net::program_state(client_.call("program.start", net::to_json(start_)));
    }
}

std::string PlayLink::node_name() const
{
    return client_.session().value("node", "");
}

std::optional<StreamEnd> PlayLink::end() const
{
    const std::lock_guard lock(mutex_);
    return end_;
}

net::ClientEvents PlayLink::events()
{
    return {.frame_arrived = [this](std::uint32_t) { news_.ring(); },
            .notified = [this](const std::string& method, const net::Json& params) { heard(method, params); },
            .lost = [this](const std::string& why) { ended(StreamEnd::Reason::NodeLost, why); }};
}

void PlayLink::heard(const std::string& method, const net::Json& params)
{
    const auto message = params.value("message", "");
    if (method == "program.ended") {
        const bool failed = params.value("reason", "") == "failed";
        ended(failed ? StreamEnd::Reason::Failed : StreamEnd::Reason::Finished, message);
    }
    if (method == "session.ended") {
        const std::lock_guard lock(mutex_);
        session_message_ = message;
    }
}

void PlayLink::ended(StreamEnd::Reason reason, const std::string& message)
{
    {
        const std::lock_guard lock(mutex_);
        if (end_) return;
        // The node's own words tell more than how the connection broke.
        const bool farewell = reason == StreamEnd::Reason::NodeLost && !session_message_.empty();
        end_ = StreamEnd{reason, farewell ? fmt::format("the node ended the session: {}", session_message_)
                                          : message};
    }
    news_.ring();
}

}  // namespace farfield::app
