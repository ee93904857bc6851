#pragma once

#include "compute_node/ranks/messenger.h"
#include "compute_node/support/archive.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Kinds of messages between communicators. Those of services have kinds from first_kind (communicator.h) on.
enum CommunicatorMessage : int {
    end_kind = 1,    ///< rank 0 ends
    parting_kind,    ///< this rank sends no more messages
    give_up_kind,    ///< words: a rank is gone; end without waiting for others
    pulse_kind,      ///< a rank lives
    allocate_kind,   ///< id, bytes
    bytes_kind,      ///< id, offset, and the memory's bytes from there on
    copied_kind,     ///< id: this host has all bytes
    published_kind,  ///< id: all hosts have all bytes
    release_kind,    ///< id: this rank gives up its use
    free_kind,       ///< id: no rank uses it any more
};

/// Bytes of values one after another, for a message.
template <class... T>
std::vector<std::byte> bytes_of(const T&... values)
{
    ArchiveWriter writer;
    writer(values...);
    return writer.take_bytes();
}

/// Number of the memory that a message is about.
inline std::uint32_t id_in(const RankMessage& message)
{
    std::uint32_t id = 0;
    ArchiveReader{message.bytes}(id);
    return id;
}

}  // namespace farfield::compute
