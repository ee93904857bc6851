#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "net/session/call.h"
#include "net/session/frame_queue.h"

namespace farfield::net {

/// The bytes of a session's results, on their way to the viewer in Blocks of at most max_block_bytes, one
/// result after the other (docs/protocol.md, section 13). Threads: one. Allocates nothing per Block.
class OutgoingBytes {
public:
    void add(std::uint32_t call, SharedBytes bytes) { results_.push_back({call, std::move(bytes)}); }
    /// The Block to be sent now, none before it being on its way. It stays as it is until sent().
    [[nodiscard]] std::optional<ReadyFrame> next();
    void sent();
    /// The data connection broke: what has not left is dropped.
    void clear();

private:
    struct Result {
        std::uint32_t call;
        SharedBytes bytes;
        std::size_t gone = 0;
    };
    std::deque<Result> results_;
    std::size_t on_its_way_ = 0;  ///< bytes, of the first result
};

}  // namespace farfield::net
