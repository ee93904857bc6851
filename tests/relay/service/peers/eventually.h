#pragma once

#include <chrono>
#include <thread>

#include "tests/relay/service/served_relay.h"

namespace farfield::net::relay::test {

/// Whether it comes true within `patience`.
inline bool eventually(auto&& condition)
{
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() >= deadline) return false;
        std::this_thread::yield();
    }
    return true;
}

}  // namespace farfield::net::relay::test
