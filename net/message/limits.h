#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "net/message/memory_budget.h"

/// Limits of what a peer can make this program do. Each has a name, which its error message carries.
namespace farfield::net {

inline constexpr std::uint64_t max_control_bytes = 1 << 20;  ///< bytes of one JSON-RPC message
/// Bytes of the result in one such message: an id of at most 256 bytes, escaped, and names take the rest.
inline constexpr std::uint64_t max_result_bytes = max_control_bytes - 2048;
inline constexpr std::size_t max_json_depth = 32;                   ///< arrays and objects inside each other
inline constexpr std::uint64_t max_first_message_bytes = 64 << 10;  ///< bytes, before a peer authenticates
inline constexpr std::uint64_t max_echo_bytes = 64 << 10;
inline constexpr std::uint64_t max_block_bytes = 1 << 20;  ///< bytes of a call that one Block carries
inline constexpr std::size_t part_bytes = 64 << 10;        ///< payload bytes of one Part, at most
inline constexpr std::size_t max_cut_messages = 64;        ///< messages received in part, at most
inline constexpr std::size_t max_cut_bytes = 4 << 20;      ///< bytes of these that the reader itself holds
inline constexpr std::size_t max_waiting_bytes = 4 << 20;  ///< bytes of small messages, unread by a peer
inline constexpr std::size_t max_waiting_bytes_of_stranger = 256 << 10;
inline constexpr std::uint64_t max_skipped_bytes = 1 << 20;  ///< payload bytes of a message of unknown type
inline constexpr std::size_t answers_kept = 256;             ///< answers of one member, for retried calls
inline constexpr std::size_t answer_bytes_kept = 16 << 20;   ///< bytes of these together, except the last one
inline constexpr std::size_t max_string_ids = 65'536;        ///< string ids of one member's calls
inline constexpr std::size_t max_events = 256;               ///< events kept for a viewer that is away
inline constexpr std::size_t event_bytes_kept = 256 << 10;   ///< bytes of these events together
/// Memory of a waiting call for each byte of its text, at most: an empty object `{},` of three bytes takes 96
/// bytes in memory.
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
    std::uint64_t max_kept_bytes = 1ull << 30;     ///< --max-kept-bytes: send buffers of kept sessions
    std::uint32_t max_streams = 32;      ///< --max-streams: per session; a document has up to 64 layers
    std::uint32_t max_connections = 64;  ///< --max-connections: sessions and strangers together
    std::uint32_t max_strangers = 16;    ///< --max-strangers: connections that belong to no session yet
    std::uint64_t max_buffer_bytes = 2ull << 30;        ///< --max-buffer-bytes: all send buffers together
    std::uint64_t max_call_bytes = part_of_memory(32);  ///< --max-call-bytes: all unanswered calls together
};

}  // namespace farfield::net
