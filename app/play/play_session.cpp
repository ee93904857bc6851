#include "app/play/play_session.h"

#include <algorithm>
#include <future>
#include <memory>
#include <utility>

#include "app/play/waiting_note.h"
#include "app/show/frames/plain_ring.h"
#include "model/fields/json_fields.h"

namespace farfield::app {
namespace {

constexpr std::chrono::milliseconds glance{50};  // how soon Ctrl-C is noticed
constexpr std::size_t session_slots = 8;
constexpr std::size_t most_ends = 64;  // of streams; a play has a few, and a node may say anything

/// Takes a ring's frames while it lives.
class Attached {
public:
    Attached(net::Client& client, std::uint32_t stream, net::FrameRing& ring)
        : client_(client), stream_(stream)
    {
        client_.attach(stream, ring);
    }
    Attached(const Attached&) = delete;
    Attached& operator=(const Attached&) = delete;
    ~Attached() { client_.detach(stream_); }

private:
    net::Client& client_;
    std::uint32_t stream_;
};

}  // namespace

PlaySession::PlaySession(const net::ClientSettings& settings) : client_(settings, events()) {}

net::Json PlaySession::call(const std::string& method, const net::Json& params, const Interrupt& interrupt)
{
    const auto answered = std::make_shared<std::promise<net::Json>>();
    auto answer = answered->get_future();
    // A node that is lost gives an error as its answer.
    client_.call_async(method, params, [answered](const auto& error, const net::Json& result) {
        if (error)
            answered->set_exception(std::make_exception_ptr(*error));
        else
            answered->set_value(result);
    });
    WaitingNote waiting;
    while (answer.wait_for(glance) != std::future_status::ready) {
        waiting.nothing_yet(fmt::format("the answer of {} to {}", node_name(), method));
        if (interrupt.pending()) throw std::runtime_error("interrupted while waiting for " + method);
    }
    return answer.get();
}

void PlaySession::take_frames(const net::ProgramStart& start, std::size_t frames, const Take& take,
                              const Interrupt& interrupt)
{
    const auto state = call("program.start", model::write(start), interrupt);
    const auto stream =
        understood("program.start", [&] { return model::read_answer<net::ProgramState>(state); }).stream;
    PlainRing memory(std::min(frames, session_slots), start.slot_bytes);
    auto& ring = memory.ring();
    {
        const Attached attached(client_, stream, ring);
        WaitingNote waiting;
        for (std::size_t taken = 0; taken < frames;) {
            const auto next = ring.take_next();
            if (!next) {
                check_goes_on(start, stream, interrupt);
                waiting.nothing_yet(fmt::format("the node's {}", start.program));
                wait_for_news(glance);
                continue;
            }
            const auto& header = ring.info(next->slot).header;
            take(header, ring.memory(next->slot).first(header.payload_bytes));
            ring.release_oldest(1);
            client_.slots_released();
            waiting.begin_anew();
            ++taken;
        }
    }
    (void)call("program.stop", {{"stream", stream}}, interrupt);
}

void PlaySession::check_goes_on(const net::ProgramStart& start, std::uint32_t stream,
                                const Interrupt& interrupt) const
{
    if (interrupt.pending()) throw std::runtime_error("interrupted while waiting for " + start.program);
    if (const auto end = end_of(stream))
        throw std::runtime_error(fmt::format("{} has ended: {}", start.program, end->message));
}

std::string PlaySession::node_name() const
{
    return model::text_or(client_.session(), "node", "");
}

std::optional<StreamEnd> PlaySession::end_of(std::uint32_t stream) const
{
    const std::lock_guard lock(mutex_);
    const auto found = ends_.find(stream);
    return found == ends_.end() ? lost_ : found->second;
}

net::ClientEvents PlaySession::events()
{
    return {.frame_arrived = [this](std::uint32_t) { news_.post(); },
            .notified = [this](const std::string& method, const net::Json& params) { heard(method, params); },
            .lost = [this](const std::string& why) { lost(why); }};
}

void PlaySession::heard(const std::string& method, const net::Json& params)
{
    const auto message = model::text_or(params, "message", "");
    if (method == "session.ended") lost(fmt::format("the node ended the session: {}", message));
    if (method != "program.ended") return;
    const bool failed = model::text_or(params, "reason", "") == "failed";
    const auto stream = static_cast<std::uint32_t>(model::number_or(params, "stream", 0));
    {
        const std::lock_guard lock(mutex_);
        if (lost_ || ends_.size() >= most_ends) return;
        ends_.emplace(stream,
                      StreamEnd{failed ? StreamEnd::Reason::Failed : StreamEnd::Reason::Finished, message});
    }
    news_.post();
}

void PlaySession::lost(const std::string& message)
{
    {
        const std::lock_guard lock(mutex_);
        if (lost_) return;  // the node's own words come first, and tell more than how the connection broke
        lost_ = StreamEnd{StreamEnd::Reason::NodeLost, message};
    }
    news_.post();
}

}  // namespace farfield::app
