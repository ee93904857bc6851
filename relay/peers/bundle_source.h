#pragma once

#include <functional>

#include "relay/core/bundle_reader.h"

namespace farfield::net::relay {

/// Bundles that a publisher or a peer has sent, and that wait for the core. Threads: the core's.
class BundleSource {
public:
    virtual ~BundleSource() = default;
    /// Calls use(bundle) with the next one, which is valid during the call. False when none waits.
    [[nodiscard]] virtual bool take(const std::function<void(const BundleReader& bundle)>& use) = 0;
    /// True when a further bundle waits.
    [[nodiscard]] virtual bool has_more() const = 0;
};

}  // namespace farfield::net::relay
