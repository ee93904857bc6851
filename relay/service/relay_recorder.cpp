#include "relay/service/relay_recorder.h"

#include <chrono>

#include "relay/service/relay.h"

namespace farfield::net::relay {
namespace {

/// Longest wait; a bundle is due after silence_ns at the latest.
constexpr std::chrono::milliseconds longest_wait{1500};

RecordedRelay description_of(const Relay& relay)
{
    const model::RelayInfo info = relay.info();
    return {.relay = info.relay, .inputs = info.inputs, .times = info.times};
}

}  // namespace

RelayRecorder::RelayRecorder(Relay& relay, const std::filesystem::path& file,
                             std::function<void(const std::string&)> failed)
    : relay_{relay},
      failed_{failed},
      recorder_{file, description_of(relay), failed},
      subscriber_{relay.subscribe({.client = "recording", .keeps_all = true})},
      room_(model::max_bundle_bytes),
      thread_{[this] { run(); }}
{}

RelayRecorder::~RelayRecorder()
{
    finish();
}

void RelayRecorder::finish()
{
    if (!thread_.joinable()) return;
    is_stopping_ = true;
    wake_.post();
    thread_.join();
    relay_.unsubscribe(subscriber_, {});
    recorder_.finish();
}

void RelayRecorder::run()
{
    try {
        relay_.listen(subscriber_, [this] { wake_.post(); });
        while (!is_stopping_) {
            (void)take_bundles();
            (void)wake_.wait_for(longest_wait);
        }
        while (!take_bundles() && relay_.waiting(subscriber_) > 0)
            if (!wake_.wait_for(longest_wait)) break;
    } catch (const std::exception& error) {
        failed_(error.what());
    }
}

bool RelayRecorder::take_bundles()
{
    bool has_taken = false;
    while (const auto built = relay_.build(subscriber_, room_)) {
        recorder_.push(built->payload);
        has_taken = true;
    }
    return has_taken;
}

}  // namespace farfield::net::relay
