#pragma once

#include <string>
#include <string_view>

namespace farfield::net::relay {

/// What is measured, and for how long.
struct BenchSettings {
    bool is_quick = false;  ///< fewer runs and shorter ones: all within 40 s
    std::string only = {};  ///< figures with names that begin so; empty: all

    /// Whether any figure with a name that begins so is asked for.
    [[nodiscard]] bool wants(std::string_view name) const
    {
        return only.starts_with(name) || name.starts_with(only);
    }
};

}  // namespace farfield::net::relay
