#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "net/message/json_rpc.h"

namespace farfield::net {

/// The part of the node's answer to session.open that ClientLink needs.
struct SessionTerms {
    std::string id;
    std::string secret;
    std::chrono::milliseconds heartbeat{0};
    std::chrono::milliseconds grace{0};  ///< time for which the node keeps the session without a viewer
    std::uint64_t max_frame_bytes = 0;
    std::size_t part_bytes = 0;  ///< most bytes of a Part, on a single connection
};

/// Reads the terms from the answer. Throws model::FieldError.
[[nodiscard]] SessionTerms read_terms(const Json& session, bool is_single);

}  // namespace farfield::net
