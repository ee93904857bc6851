#include "bench/node/loopback_session.h"

#include "model/fields/json_fields.h"
#include "model/programs/program_answer.h"

#include <spdlog/spdlog.h>

#include <stdexcept>

namespace farfield::node {

namespace {

constexpr std::chrono::seconds patience{20};
constexpr std::size_t slot_alignment = 64;

net::ServerSettings any_port()
{
    net::ServerSettings settings;
    settings.port = 0;
    return settings;
}

net::ClientSettings client_of(const LoopbackNode& node)
{
    net::ClientSettings settings;
    settings.port = node.port();
    return settings;
}

/// Slots one after the other, in memory that has been touched.
std::vector<std::span<std::byte>> slots_in(std::vector<std::byte>& memory, std::size_t count,
                                           std::size_t bytes)
{
    const std::size_t stride = (bytes + slot_alignment - 1) / slot_alignment * slot_alignment;
    memory.resize(count * stride + slot_alignment);
    void* at = memory.data();
    std::size_t room = memory.size();
    auto* first = static_cast<std::byte*>(std::align(slot_alignment, count * stride, at, room));
    std::vector<std::span<std::byte>> slots;
    for (std::size_t i = 0; i < count; ++i) slots.emplace_back(first + i * stride, bytes);
    return slots;
}

}  // namespace

LoopbackNode::LoopbackNode()
    : service_{NodeSettings{}}, server_{service_, any_port()}, thread_{[this] { server_.run(); }}
{
    spdlog::set_level(spdlog::level::warn);  // sessions would stand among the figures
}

LoopbackNode::~LoopbackNode()
{
    server_.stop();
    thread_.join();
}

LoopbackSession::LoopbackSession(const LoopbackNode& node, const net::ProgramStart& start, std::size_t parts)
    : client_{client_of(node),
              {.frame_arrived = [this](std::uint32_t) { arrived_.post(); },
               .notified = {},
               .lost = [this](const std::string& why) { fail(why); }}}
{
    static_cast<void>(client_.call("dataset.open", {{"dataset", start.dataset}}));
    const net::Json answer = client_.call("program.start", model::write(start));
    stream_ = model::read_answer<model::ProgramAnswer>(answer).stream;
    // So many let one answer be shown while a coarse one and the next arrive.
    ring_ = std::make_unique<net::FrameRing>(slots_in(memory_, 2 * parts + 2, start.slot_bytes));
    client_.attach(stream_, *ring_);
}

void LoopbackSession::update(const net::Json& params)
{
    const net::ProgramUpdate update{.stream = stream_, .interaction = {}, .rate = {}, .params = params};
    client_.call_async("program.update", model::write(update), [this](const auto& error, const net::Json&) {
        if (error) fail(error->what());
    });
}

std::span<const std::byte> LoopbackSession::next_frame()
{
    if (holds_frame_) {
        ring_->release_oldest(1);
        client_.slots_released();
        holds_frame_ = false;
    }
    while (true) {
        if (const auto taken = ring_->take_next()) {
            holds_frame_ = true;
            return ring_->memory(taken->slot).first(ring_->info(taken->slot).header.payload_bytes);
        }
        if (!arrived_.wait_for(patience)) throw std::runtime_error("no frame came for 20 seconds");
        const std::lock_guard lock{mutex_};
        if (!failure_.empty()) throw std::runtime_error("the session failed: " + failure_);
    }
}

void LoopbackSession::fail(const std::string& why)
{
    const std::lock_guard lock{mutex_};
    failure_ = why;
    arrived_.post();
}

}  // namespace farfield::node
