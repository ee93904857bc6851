#pragma once

#include "compute_node/readers/process/descriptor.h"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace farfield::compute {

/// A message between a node and its reader process: a few bytes, and perhaps files in memory.
struct Packet {
    std::vector<std::byte> bytes;
    std::vector<Descriptor> files;
};

inline constexpr std::size_t max_packet_bytes = 128U << 10U, max_packet_files = 2;

/// The two ends of a connection that keeps packets apart (SOCK_SEQPACKET), closed on exec.
[[nodiscard]] std::pair<Descriptor, Descriptor> connected_pair();

/// Sends a packet. Throws std::runtime_error when there are more bytes or files than a packet may have, or
/// the other end is gone.
void send_packet(const Descriptor& socket, const Packet& packet);

/// Waits for the next packet. Empty bytes: the other end is gone. Throws std::system_error when receiving
/// fails.
[[nodiscard]] Packet receive_packet(const Descriptor& socket);

}  // namespace farfield::compute
