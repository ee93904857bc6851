#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/relay/network/child_process.h"
#include "model/calls/relay_stats.h"
#include "relay/core/bundle_rule.h"
#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {

/// Token of the bench's sessions: a relay that serves beyond the loopback interface requires one.
inline constexpr const char* bench_token = "farfield-relay-bench-token-of-no-secret";

struct RelayProcessSettings {
    Endpoint group = {};       ///< group of the input
    bool has_pdus = false;     ///< the input is `dis:`, else `groups:`
    std::uint32_t groups = 1;  ///< number of groups from `group` on
    BundleMode mode = BundleMode::Adaptive;
    std::string host = "127.0.0.1";  ///< address on which it serves
    std::string hosts = {};          ///< as in serve --hosts
    /// Inputs as on the command line; used instead of `group`.
    std::vector<std::string> inputs = {};
    std::vector<std::string> outputs = {};
};

/// A relay that serves sessions, in a process of its own. Threads: one.
class RelayProcess {
public:
    /// Returns when it serves. core: as for ChildProcess.
    RelayProcess(const RelayProcessSettings& settings, std::optional<int> core);

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] double cpu_seconds() const { return process_.cpu_seconds(); }
    [[nodiscard]] model::RelayStats stats();
    void freeze(bool is_frozen) const { process_.freeze(is_frozen); }

private:
    ChildProcess process_;
    std::uint16_t port_ = 0;
};

}  // namespace farfield::net::relay
