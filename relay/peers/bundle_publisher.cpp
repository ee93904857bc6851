#include "relay/peers/bundle_publisher.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/client/reach/host_port.h"
#include "net/message/clock.h"
#include "net/message/printable.h"
#include "relay/peers/upstream_bundles.h"

namespace farfield::net::relay {
namespace {

/// Records of a bundle, at most; each takes 16 bytes in its index.
constexpr std::uint32_t most_records = 4'096;

}  // namespace

BundlePublisher::BundlePublisher(const ClientSettings& relay, std::stop_token stop,
                                 std::chrono::milliseconds longest_wait)
    : name_{to_string(HostPort{relay.host, relay.port})},
      stop_{std::move(stop)},
      longest_wait_{longest_wait},
      memory_(model::max_bundle_bytes),
      client_{relay,
              {.frame_arrived = {},
               .notified =
                   [this](const std::string& method, const Json& params) {
                       if (method == "program.ended" || method == "session.ended")
                           fail(model::text_or(params, "message", "the relay ended the session"));
                   },
               .lost = [this](const std::string& why) { fail(why); },
               .granted = [this](std::uint32_t stream, std::uint64_t frames) { note_grant(stream, frames); }}}
{
    const Json answer = client_.call(
        "program.start", {{"program", "entities"},
                          {"policy", "every"},
                          {"slot_bytes", model::max_bundle_bytes},
                          {"params", {{"publish", true}, {"interest", Json::array()}, {"history", "none"}}}});
    stream_ = static_cast<std::uint32_t>(model::number_or(answer, "stream", 0));
    begin();
}

BundlePublisher::~BundlePublisher()
{
    client_.close();
}

// The stream is ignored, since the session has only one.
void BundlePublisher::note_grant(std::uint32_t /*stream*/, std::uint64_t frames)
{
    {
        const std::lock_guard lock(mutex_);
        granted_ = std::max(granted_, frames);
    }
    is_news_.notify_all();
}

void BundlePublisher::fail(const std::string& why)
{
    {
        const std::lock_guard lock(mutex_);
        if (failure_.empty()) failure_ = printable(why, 400);
    }
    is_news_.notify_all();
}

void BundlePublisher::begin()
{
    builder_.emplace(memory_, most_records);
}

void BundlePublisher::add(const Record& record)
{
    if (builder_->add(record)) return;
    flush();
    if (builder_->messages() > 0) return;  // it was stopped
    if (!builder_->add(record))
        throw std::runtime_error("a message of " + std::to_string(record.bytes.size()) +
                                 " bytes does not fit a bundle");
}

bool BundlePublisher::wait_for_grant(std::uint64_t bundles)
{
    constexpr std::chrono::seconds grace{1};  // time for grants on their way when it is stopped
    std::unique_lock lock(mutex_);
    const auto is_met = [this, bundles] { return granted_ >= bundles || !failure_.empty(); };
    while (!is_met()) {
        const auto has_news = [this, before = granted_] { return granted_ > before || !failure_.empty(); };
        if (stop_.stop_requested()) {
            if (!std::exchange(has_given_up_, true)) (void)is_news_.wait_for(lock, grace, is_met);
            break;
        }
        if (is_news_.wait_for(lock, stop_, longest_wait_, has_news) || stop_.stop_requested()) continue;
        throw std::runtime_error(fmt::format(
            "'{}' has granted no bundle for {:g} s, after {} messages; it is overloaded, or a node "
            "with a relay that is away",
            printable(name_, 400), std::chrono::duration<double>(longest_wait_).count(), sent_));
    }
    if (!failure_.empty()) throw std::runtime_error(failure_);
    return granted_ >= bundles;
}

void BundlePublisher::flush()
{
    if (!wait_for_grant(builder_->messages() == 0 ? 0 : bundles_ + 1) || builder_->messages() == 0) return;
    const std::uint32_t messages = builder_->messages();
    const auto payload =
        builder_->finish({.number = bundles_, .closed_at_ns = now_ns(), .messages_before = sent_});
    client_.send(stream_, MessageType::EntityBundle, {payload.begin(), payload.end()});
    ++bundles_;
    sent_ += messages;
    begin();
}

void BundlePublisher::finish()
{
    flush();
    (void)wait_for_grant(bundles_ + UpstreamBundles::places);
}

}  // namespace farfield::net::relay
