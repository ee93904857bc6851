#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "relay/core/message.h"

namespace farfield::net::relay {

/// Rules for taking PDUs of datagrams and files: DIS has no other way to exclude strangers. Threads: any.
struct Admission {
    std::vector<std::uint8_t> exercises = {};  ///< empty: all
    std::vector<std::uint16_t> sites = {};     ///< empty: all

    /// True when the message is taken; addressed messages, names and values have no exercise, and always are.
    [[nodiscard]] bool admits(const Message& message) const
    {
        if (message.kind != RecordKind::Dis) return true;
        const auto has = [](const auto& list, auto value) {
            return list.empty() || std::ranges::find(list, value) != list.end();
        };
        return has(exercises, message.exercise) &&
               has(sites, static_cast<std::uint16_t>(message.source >> 16U));
    }
};

}  // namespace farfield::net::relay
