#include "relay/service/malformed_log.h"

#include <fmt/format.h>
#include <utility>

namespace farfield::net::relay {
namespace {

constexpr std::uint64_t malformed_interval_ns = 1'000'000'000;

}  // namespace

void MalformedLog::note(std::uint32_t input, std::uint32_t pdus, const Endpoint& from)
{
    if (pdus == 0) return;
    pdus_[input] += pdus;
    from_[input] = from;
}

void MalformedLog::write(std::uint64_t now_ns, std::span<const model::RelayInput> inputs, ShardSet& shards,
                         const std::function<void(const std::string& text)>& warn)
{
    if (now_ns < due_ns_) return;
    for (std::uint32_t input = 0; input < inputs.size(); ++input) {
        const InputCounters counted = shards.counters(input);
        const std::uint64_t datagrams =
            counted.malformed - std::exchange(said_datagrams_[input], counted.malformed);
        const std::uint64_t pdus = pdus_[input] - std::exchange(said_pdus_[input], pdus_[input]);
        if (datagrams + pdus == 0) continue;
        due_ns_ = now_ns + malformed_interval_ns;
        const Endpoint from = datagrams > 0 ? counted.malformed_from : from_[input];
        warn(fmt::format("input '{}': {} datagrams and {} PDUs are malformed{}", inputs[input].input,
                         datagrams, pdus,
                         from == Endpoint{} ? std::string{} : ", the last from " + to_text(from)));
    }
}

}  // namespace farfield::net::relay
