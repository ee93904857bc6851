#include "relay/peers/bundle_stream.h"

#include <stdexcept>

#include "model/fields/json_fields.h"
#include "net/message/printable.h"

namespace farfield::net::relay {
namespace {

constexpr std::size_t slots = 12;
/// Credits are returned in groups, since each message of credits wakes the client's thread. Two thirds of the
/// slots are always granted.
constexpr std::size_t credits_at_once = 4;

}  // namespace

BundleStream::BundleStream(const ClientSettings& relay, const Json& params, Policy policy)
    : memory_(slots * model::max_bundle_bytes),
      ring_{slots_of(memory_, slots)},
      client_{relay,
              {.frame_arrived = [this](std::uint32_t) { arrived_.post(); },
               .notified = [this](const std::string& method, const Json& news) { note(method, news); },
               .lost = [this](const std::string& why) { fail(why); }}}
{
    const Json answer =
        client_.call("program.start", {{"program", "entities"},
                                       {"policy", policy_names[static_cast<std::size_t>(policy)]},
                                       {"slot_bytes", model::max_bundle_bytes},
                                       {"params", params}});
    stream_ = static_cast<std::uint32_t>(model::number_or(answer, "stream", 0));
    client_.attach(stream_, ring_);
}

BundleStream::~BundleStream()
{
    client_.detach(stream_);
    client_.close();
}

std::optional<BundleReader> BundleStream::next(std::chrono::milliseconds at_most)
{
    if (holds_bundle_) {
        ring_.release_oldest(1);
        if (++releases_ % credits_at_once == 0) client_.slots_released();
        holds_bundle_ = false;
    }
    // A wake-up may belong to a frame that was already taken.
    while (!ring_.take_next()) {
        expect_alive();
        if (!arrived_.wait_for(at_most)) return std::nullopt;
    }
    holds_bundle_ = true;
    const std::size_t slot = ring_.held_slot(0);
    const std::uint64_t bytes = ring_.info(slot).header.payload_bytes;
    auto bundle = BundleReader::open(ring_.memory(slot).first(static_cast<std::size_t>(bytes)));
    if (!bundle) throw std::runtime_error("what the relay sent is no bundle");
    return bundle;
}

void BundleStream::note(const std::string& method, const Json& params)
{
    if (method == "program.ended" || method == "session.ended")
        fail(model::text_or(params, "message", "the relay ended the stream"));
}

void BundleStream::fail(const std::string& why)
{
    {
        const std::lock_guard lock(mutex_);
        failure_ = printable(why, 400);
    }
    arrived_.post();
}

void BundleStream::expect_alive()
{
    const std::lock_guard lock(mutex_);
    if (!failure_.empty()) throw std::runtime_error(failure_);
}

}  // namespace farfield::net::relay
