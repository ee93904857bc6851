#include "app/play/play_link.h"

#include <fmt/format.h>
#include <future>
#include <stdexcept>
#include <utility>

#include "app/play/waiting_note.h"
#include "net/json_fields.h"

namespace farfield::app {
namespace {

constexpr std::chrono::seconds patience{60};
constexpr std::chrono::milliseconds glance{50};  // how soon Ctrl-C is noticed

std::uint64_t frame_bytes(const std::vector<net::Rake>& rakes)
{
    std::uint64_t particles = 0;
    for (const auto& rake : rakes) particles += rake.particles();
    return net::particle_preamble_bytes + particles * net::particle_bytes;
}

/// What a node that refused says it needs: a recording's frames are as large as they are, whatever the rakes.
std::uint64_t bytes_needed(const net::RpcError& error)
{
    if (error.code != net::RpcCode::LimitExceeded) return 0;
    return net::text_or(error.data, "limit", "") == "slot_bytes" ? net::number_or(error.data, "asked", 0) : 0;
}

/// What a node answered, or whose fault it is that nobody can read it.
template <typename Read>
auto understood(const char* method, const Read& read)
{
    try {
        return read();
    } catch (const net::RpcError& error) {
        throw std::runtime_error(
            fmt::format("cannot understand the node's answer to {}: {}", method, error.what()));
    }
}

}  // namespace

PlayLink::PlayLink(const net::ClientSettings& settings, const Script& script, double rate,
                   const Interrupt& interrupt)
    : client_(settings, events())
{
    const auto info = call("dataset.open", {{"dataset", script.dataset}}, interrupt);
    dataset_ = understood("dataset.open", [&] { return net::dataset_info(info); });
    rakes_ = script.particles.rakes.value_or(dataset_.suggested_rakes);
    if (rakes_.empty())
        throw std::runtime_error(
            fmt::format("'{}' suggests no rake, for nothing moves in it; add a [[rake]]", script.dataset));
    start_ = {.dataset = script.dataset,
              .policy = script.policy,
              .slot_bytes = frame_bytes(rakes_),
              .rate = rate,
              .frames = script.frames,
              .params = script.lines ? line_params(*script.lines) : particle_params(script.particles)};
    if (script.lines) start_.program = "lines";
    start_program(interrupt);
}

net::Json PlayLink::particle_params(net::ParticleParams params) const
{
    params.rakes = rakes_;
    if (!params.step) params.step = dataset_.suggested_step;
    if (!params.max_age_frames) params.max_age_frames = dataset_.suggested_max_age_frames;
    return net::to_json(params);
}

/// Each frame is an answer, and the next begins as it ends.
net::Json PlayLink::line_params(net::LineParams params) const
{
    params.rakes = rakes_;
    params.repeat = true;
    params.parts = 1;
    return net::to_json(params);
}

/// As Client::call(), but Ctrl-C is noticed: a node may read a large dataset for a minute.
net::Json PlayLink::call(const std::string& method, const net::Json& params, const Interrupt& interrupt)
{
    const auto answered = std::make_shared<std::promise<net::Json>>();
    auto answer = answered->get_future();
    client_.call_async(method, params, [answered](const auto& error, const net::Json& result) {
        if (error)
            answered->set_exception(std::make_exception_ptr(*error));
        else
            answered->set_value(result);
    });
    const auto deadline = std::chrono::steady_clock::now() + patience;
    WaitingNote waiting;
    while (answer.wait_for(glance) != std::future_status::ready) {
        waiting.nothing_yet(fmt::format("the answer of {} to {}", node_name(), method));
        if (interrupt.pending()) throw std::runtime_error("interrupted while waiting for " + method);
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error(
                fmt::format("{} has not answered {} within {} s", node_name(), method, patience.count()));
    }
    return answer.get();
}

void PlayLink::start_program(const Interrupt& interrupt)
{
    const auto start = [&] {
        const auto state = call("program.start", net::to_json(start_), interrupt);
        return understood("program.start", [&] { return net::program_state(state); });
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

std::string PlayLink::node_name() const
{
    return net::text_or(client_.session(), "node", "");
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
    const auto message = net::text_or(params, "message", "");
    if (method == "program.ended") {
        const bool failed = net::text_or(params, "reason", "") == "failed";
        ended(failed ? StreamEnd::Reason::Failed : StreamEnd::Reason::Finished, message);
    }
    if (method == "session.ended")
        ended(StreamEnd::Reason::NodeLost, fmt::format("the node ended the session: {}", message));
}

void PlayLink::ended(StreamEnd::Reason reason, const std::string& message)
{
    {
        const std::lock_guard lock(mutex_);
        if (end_) return;  // the node's own words come first, and tell more than how the connection broke
        end_ = StreamEnd{reason, message};
    }
    news_.ring();
}

}  // namespace farfield::app
