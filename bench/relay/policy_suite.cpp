#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "bench/relay/suites.h"
#include "net/message/byte_order.h"
#include "relay/core/bundle_reader.h"
#include "relay/core/core.h"

namespace farfield::net::relay {
namespace {

constexpr std::uint32_t policy_entities = 1'000;
constexpr double policy_rate = 20'000.0;  ///< messages a second
constexpr std::uint64_t between_ns = static_cast<std::uint64_t>(1e9 / policy_rate);
/// Offsets of a message's number and entity in its bytes, which the core does not read.
constexpr std::size_t pdu_bytes = 144, number_offset = 90, entity_offset = 98;
constexpr double event_share = 0.01;
/// Bytes of a record with its index entry.
constexpr double bytes_on_link = 160.0;
/// Capacity for half of the messages.
constexpr double link_bytes_per_second = 0.5 * policy_rate * bytes_on_link;
constexpr std::uint64_t sampling_ns = 100 * ns_per_ms, draining_ns = 2 * ns_per_second;

/// Result of an overload for a subscriber.
struct PolicyResult {
    std::uint64_t left_out = 0, conflated = 0, events_lost = 0;
    std::uint32_t stale_entities = 0;  ///< entities whose newest state never came, after all that waited
    std::uint8_t level = 0;            ///< the highest level
    std::vector<double> behind_ms;     ///< for each entity each 100 ms: age of the newest state that came
    std::uint64_t gap = 0;             ///< fault in the subscriber's sum of endings
};

/// A core on a simulated clock, and a subscriber behind a link for half of the messages.
class Overload {
public:
    explicit Overload(RelayPolicy policy)
    {
        CoreSettings settings;
        settings.bundles.policy = policy;
        settings.bundles.medium_bytes =
            static_cast<std::uint32_t>(link_bytes_per_second * Bobo1997Policy::window_ns / ns_per_second);
        core_ = std::make_unique<RelayCore>(settings);
        subscriber_ = core_->add_subscriber({.needs_credits = true}, now_ns_);
        core_->grant_credits(subscriber_, 1);
    }

    PolicyResult run(double seconds)
    {
        const auto end = now_ns_ + static_cast<std::uint64_t>(seconds * ns_per_second);
        while (now_ns_ < end) {
            send();
            step();
            if (now_ns_ % sampling_ns < between_ns) sample();
        }
        const std::uint64_t drained = now_ns_ + draining_ns;
        while (now_ns_ < drained) step();
        finish();
        return std::move(result_);
    }

private:
    struct Known {
        std::uint64_t sent = 0, came = 0;  ///< numbers of states, from 1
        std::uint64_t came_of_ns = 0;      ///< time when that one was sent
    };

    void send()
    {
        const bool is_event = is_event_(numbers_);
        const std::uint32_t entity = entity_(numbers_);
        store_big(text_.data() + number_offset, ++sent_);
        store_big(text_.data() + entity_offset, entity);
        if (!is_event) entities_[entity].sent = sent_;
        events_ += is_event ? 1 : 0;
        core_->take({.bytes = text_,
                     .source = 1,
                     .arrival_ns = now_ns_,
                     .entity = std::uint64_t{1} << 32U | (entity + 1),
                     .exercise = 1,
                     .pdu_type = is_event ? pdu_fire : pdu_entity_state,
                     .longitude = 8.0,
                     .latitude = 46.5});
    }

    void step()
    {
        now_ns_ += between_ns;
        if (now_ns_ - ticked_ns_ >= 5 * ns_per_ms) core_->tick(ticked_ns_ = now_ns_);
        if (now_ns_ < link_free_ns_ || core_->due_ns(subscriber_) > now_ns_) return;
        const auto built = core_->build(subscriber_, now_ns_, buffer_);
        if (!built) return;
        core_->grant_credits(subscriber_, 1);
        link_free_ns_ = now_ns_ + static_cast<std::uint64_t>(static_cast<double>(built->payload.size()) /
                                                             link_bytes_per_second * ns_per_second);
        take(BundleReader::open(built->payload).value());
    }

    void take(const BundleReader& bundle)
    {
        result_.level = std::max(result_.level, bundle.preamble().level);
        for (std::uint32_t i = 0; i < bundle.messages(); ++i) {
            const Record record = bundle.record(i);
            if (record.bytes.size() != pdu_bytes) continue;  // a departed entity
            if ((record.flags & model::record_priority) != 0) {
                ++events_came_;
                continue;
            }
            Known& known = entities_[load_big<std::uint32_t>(record.bytes.data() + entity_offset)];
            known.came = load_big<std::uint64_t>(record.bytes.data() + number_offset);
            known.came_of_ns = record.arrival_ns;
        }
    }

    void sample()
    {
        for (const Known& known : entities_)
            if (known.came_of_ns != 0)
                result_.behind_ms.push_back(1e-6 * static_cast<double>(now_ns_ - known.came_of_ns));
    }

    void finish()
    {
        for (const Known& known : entities_) result_.stale_entities += known.came != known.sent ? 1 : 0;
        const Endings of = core_->stats().subscribers.at(0).endings;
        result_.left_out = of.policy;
        result_.conflated = of.conflated;
        result_.events_lost = events_ - events_came_;
        result_.gap = std::max(of.sum(), of.offered) - std::min(of.sum(), of.offered);
    }

    std::unique_ptr<RelayCore> core_;
    std::uint32_t subscriber_ = 0;
    std::vector<std::byte> buffer_ = std::vector<std::byte>(model::max_bundle_bytes);
    std::array<std::byte, pdu_bytes> text_{};
    std::mt19937 numbers_{1};
    std::bernoulli_distribution is_event_{event_share};
    std::uniform_int_distribution<std::uint32_t> entity_{0, policy_entities - 1};
    std::vector<Known> entities_ = std::vector<Known>(policy_entities);
    std::uint64_t now_ns_ = ns_per_second, ticked_ns_ = 0, link_free_ns_ = 0;
    std::uint64_t sent_ = 0, events_ = 0, events_came_ = 0;
    PolicyResult result_;
};

double part_of(std::vector<double>& values, double part)
{
    if (values.empty()) return 0.0;
    const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, values.begin() + place);
    return values[static_cast<std::size_t>(place)];
}

}  // namespace

void bench_policies(model::Suite& suite, const BenchSettings& settings)
{
    const std::array policies{std::pair{RelayPolicy::Farfield, "farfield"},
                              std::pair{RelayPolicy::Bobo1997, "bobo1997"}};
    for (const auto& [policy, text] : policies) {
        const std::string name = fmt::format("relay.policy.{}", text);
        if (!settings.wants(name)) continue;
        PolicyResult found = Overload{policy}.run(10.0);
        const auto add = [&](const char* what, const char* unit, double value) {
            suite.figures.push_back(model::figure_of(fmt::format("{}.{}", name, what), unit, {&value, 1}));
        };
        add("level", "level", found.level);
        add("left_out", "messages", static_cast<double>(found.left_out));
        add("conflated", "messages", static_cast<double>(found.conflated));
        add("priority_lost", "messages", static_cast<double>(found.events_lost));
        add("stale_entities", "entities", found.stale_entities);
        add("behind_p50", "ms", part_of(found.behind_ms, 0.5));
        add("behind_p99", "ms", part_of(found.behind_ms, 0.99));
        add("gap", "messages", static_cast<double>(found.gap));
    }
}

}  // namespace farfield::net::relay
