#pragma once

#include "compute_node/readers/process/descriptor.h"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace farfield::compute {

/// What a node and a process that reads for it send each other: a few bytes, perhaps with a file in memory.
struct Packet {
    std::vector<std::byte> bytes;
    Descriptor memory;  ///< or none
};

inline constexpr std::size_t max_packet_bytes = 128U << 10U;

/// Both ends of a connection that keeps packets apart (SOCK_SEQPACKET), closed on exec.
[[nodiscard]] std::pair<Descriptor, Descriptor> connected_pair();

/// memory: sent along; borrowed. Throws std::runtime_error when the bytes are more than a packet may have, or
/// the other end is gone.
void send_packet(const Descriptor& socket, std::span<const std::byte> bytes, const Descriptor& memory = {});

/// Waits for the next packet. Empty bytes: the other end is gone. Throws std::system_error when it cannot be
/// had.
[[nodiscard]] Packet receive_packet(const Descriptor& socket);

}  // namespace farfield::compute
