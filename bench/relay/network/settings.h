#pragma once

#include <string>
#include <string_view>

namespace farfield::net::relay {

/// Selection and length of measurements.
struct BenchSettings {
    bool is_quick = false;  ///< fewer runs and shorter ones: all within 40 s
    std::string only = {};  ///< beginning of the wanted figures' names; empty: all

    /// True when some figure whose name begins so is wanted.
    [[nodiscard]] bool wants(std::string_view name) const
    {
        return only.starts_with(name) || name.starts_with(only);
    }
};

}  // namespace farfield::net::relay
