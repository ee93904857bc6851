#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "net/message/control_messages.h"
#include "net/message/notices.h"

/// A call of a session's service: parameters and result as JSON, and bytes beside either.
namespace farfield::net {

/// Bytes with a shared owner.
struct SharedBytes {
    std::shared_ptr<const std::byte[]> memory = nullptr;
    std::size_t size = 0;

    [[nodiscard]] std::span<const std::byte> span() const noexcept { return {memory.get(), size}; }
};

struct CallRequest {
    Json params = Json::object();  ///< without the member `bytes`
    SharedBytes bytes = {};
};

/// The result of a call. With bytes, `result` is an object without the member `bytes`.
struct CallResult {
    Json result = Json::object();
    SharedBytes bytes = {};
};

struct CallContext {
    std::stop_token cancel;  ///< stop is requested when the answer is not needed any more
    std::any& kept;          ///< kept per viewer and call name, for results that are asked for in pages
    /// Sends notifications to the calling viewer; null in tests.
    std::shared_ptr<const Notices> notices = nullptr;
};

}  // namespace farfield::net
