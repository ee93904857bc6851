#include <array>
#include <fmt/format.h>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "bench/relay/cpu_clock.h"
#include "bench/relay/suites.h"
#include "relay/core/core.h"

namespace farfield::net::relay {
namespace {

constexpr std::size_t message_bytes = 150, messages_a_bundle = 100;  // 20,000 a second
constexpr std::size_t drawn_addresses = 65'536;  ///< one after another; then the same again
constexpr std::uint32_t part_with_priority = 100;
constexpr std::uint64_t bundle_ns = 5 * ns_per_ms;

CoreSettings core_of(bool is_masked)
{
    CoreSettings settings;
    if (is_masked) settings.hosts = HostPathSettings{};
    return settings;
}

/// A core with hosts that want every address, and messages for it: each host with its own bundles, or all
/// with shared ones in datagrams.
class CoreLoad {
public:
    CoreLoad(std::uint32_t hosts, bool is_masked)
        : core_{std::make_unique<RelayCore>(core_of(is_masked))},
          buffers_(hosts, std::vector<std::byte>(model::max_bundle_bytes)),
          texts_(messages_a_bundle, std::vector<std::byte>(message_bytes))
    {
        const model::EntitiesParams all{.interest = {{model::AddressArea{{{0, 65'535}}}}}};
        for (std::uint32_t host = 0; host < hosts; ++host) {
            if (is_masked)
                (void)core_->add_host(all, now_ns_);
            else
                bundles_of_.push_back(core_->add_subscriber({.params = all}, now_ns_));
        }
        if (is_masked) bundles_of_ = {core_->path()};
        std::mt19937 numbers{1};
        for (std::size_t i = 0; i < drawn_addresses; ++i) {
            const std::uint32_t even = numbers() & 0xfffeU;
            addresses_.push_back(static_cast<std::uint16_t>(even | (i % part_with_priority == 0 ? 1U : 0U)));
        }
    }

    /// Nanoseconds of CPU time for a message, over so many bundles to each host.
    double run(std::size_t bundles)
    {
        const double begun = thread_cpu_seconds();
        for (std::size_t i = 0; i < bundles; ++i) fill_and_build();
        return 1e9 * (thread_cpu_seconds() - begun) / static_cast<double>(bundles * messages_a_bundle);
    }

private:
    void fill_and_build()
    {
        for (std::size_t i = 0; i < messages_a_bundle; ++i) {
            const std::uint16_t address = addresses_[next_++ % drawn_addresses];
            core_->take({.bytes = texts_[i],
                         .kind = RecordKind::Addressed,
                         .source = address,
                         .arrival_ns = now_ns_ + i});
        }
        now_ns_ += bundle_ns;
        core_->tick(now_ns_);
        for (std::size_t host = 0; host < bundles_of_.size(); ++host) {
            std::size_t messages = 0;
            while (const auto built = core_->build(bundles_of_[host], now_ns_, buffers_[host]))
                messages += built->messages;
            if (messages != messages_a_bundle)
                throw std::runtime_error(fmt::format("bench: expected bundles of {} messages, found {}",
                                                     messages_a_bundle, messages));
        }
    }

    std::unique_ptr<RelayCore> core_;
    std::vector<std::uint32_t> bundles_of_;
    std::vector<std::vector<std::byte>> buffers_;
    std::vector<std::vector<std::byte>> texts_;
    std::vector<std::uint16_t> addresses_;
    std::size_t next_ = 0;
    std::uint64_t now_ns_ = ns_per_second;
};

}  // namespace

void bench_core(model::Suite& suite, const BenchSettings& settings)
{
    const int runs = settings.is_quick ? 7 : 21;
    struct Hosts {
        std::uint32_t count;
        bool is_masked;
    };
    for (const auto& [hosts, is_masked] : {Hosts{1, false}, Hosts{4, false}, Hosts{16, false}, Hosts{1, true},
                                           Hosts{4, true}, Hosts{16, true}, Hosts{64, true}}) {
        const std::string name =
            fmt::format("relay.core_ns.{}host{}{}", hosts, hosts > 1 ? "s" : "", is_masked ? ".udp" : "");
        if (!settings.wants(name)) continue;
        const std::size_t bundles = 8'000 / ((is_masked ? 1 : hosts) + 3);
        CoreLoad load{hosts, is_masked};
        std::vector<double> samples;
        for (int run = 0; run <= runs; ++run) {
            const double ns = load.run(bundles);
            if (run > 0) samples.push_back(ns);  // the first warms up
        }
        suite.figures.push_back(model::figure_of(name, "ns/message", samples));
    }
}

}  // namespace farfield::net::relay
