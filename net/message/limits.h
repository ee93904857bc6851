#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "net/message/memory_budget.h"

/// The numbers that bound what a peer can make us do. Each has a name that its error message carries.
namespace farfield::net {

inline constexpr std::uint64_t max_control_bytes = 1 << 20;  ///< one JSON-RPC message
/// A result in such a message: an id of at most 256 bytes, escaped, and the names of members take the rest.
inline constexpr std::uint64_t max_result_bytes = max_control_bytes - 2048;
inline constexpr std::size_t max_json_depth = 32;                   ///< arrays and objects inside each other
inline constexpr std::uint64_t max_first_message_bytes = 64 << 10;  ///< before a peer has authenticated
inline constexpr std::uint64_t max_echo_bytes = 64 << 10;
inline constexpr std::uint64_t max_block_bytes = 1 << 20;  ///< of a call's bytes in one message
inline constexpr std::size_t part_bytes = 64 << 10;        ///< of a Part, at most
inline constexpr std::size_t max_cut_messages = 64;        ///< of which some Parts have come, and not all
inline constexpr std::size_t max_cut_bytes = 4 << 20;      ///< of these, in the reader's own memory
inline constexpr std::size_t max_waiting_bytes = 4 << 20;  ///< small messages that a peer does not read
inline constexpr std::size_t max_waiting_bytes_of_stranger = 256 << 10;
inline constexpr std::uint64_t max_skipped_bytes = 1 << 20;  ///< a message of unknown type
inline constexpr std::size_t answers_kept = 256;             ///< of a member, for retried calls
inline constexpr std::size_t answer_bytes_kept = 16 << 20;   ///< of these together, but for the last one
inline constexpr std::size_t max_string_ids = 65'536;        ///< of a member's calls
inline constexpr std::size_t max_events = 256;               ///< kept for a viewer that is away
inline constexpr std::size_t event_bytes_kept = 256 << 10;   ///< of these together
/// The most memory of a call while it waits, for each byte of its text: an empty object `{},` of three bytes
/// is 96 in memory.
inline constexpr std::uint64_t call_bytes_per_byte = 32;

inline constexpr std::chrono::milliseconds heartbeat_interval{1000};
inline constexpr std::chrono::milliseconds silence_timeout{4000};
inline constexpr std::chrono::seconds default_grace{600};
inline constexpr std::chrono::milliseconds first_message_timeout{10000};

/// A node's limits that a flag can change (`farfield-node serve --help`).
struct NodeLimits {
    std::uint64_t max_frame_bytes = 256ull << 20;  ///< --max-frame-bytes
    std::uint32_t max_particles = 8'000'000;       ///< --max-particles
    std::uint32_t max_sessions = 16;               ///< --max-sessions
    std::uint32_t max_kept = 4;                    ///< --max-kept: sessions without a viewer
    std::uint32_t max_members = 16;                ///< --max-members: viewers of one session
    std::uint64_t max_kept_bytes = 1ull << 30;     ///< --max-kept-bytes: send buffers of these
    std::uint32_t max_streams = 32;      ///< of one session, --max-streams; a document has up to 64 layers
    std::uint32_t max_connections = 64;  ///< --max-connections, of sessions and strangers together
    std::uint32_t max_strangers = 16;    ///< --max-strangers: connections that belong to no session yet
    std::uint64_t max_buffer_bytes = 2ull << 30;        ///< --max-buffer-bytes: of all send buffers
    std::uint64_t max_call_bytes = part_of_memory(32);  ///< --max-call-bytes: of all calls not answered yet
};

}  // namespace farfield::net
