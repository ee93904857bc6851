#pragma once

#include "compute_node/support/archive.h"

#include <cstddef>
#include <string>
#include <vector>

namespace farfield::compute {

/// Message from one process to another.
struct RankMessage {
    int kind = 0;
    std::vector<std::byte> bytes;
};

/// Carries messages between ranks. Threads: any.
class Messenger {
public:
    virtual ~Messenger() = default;

    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    /// True when a rank is on this rank's host, and can share memory.
    [[nodiscard]] virtual bool is_on_this_host(int rank) const = 0;
    /// Sends a message without waiting; no effect after a failure. Messages to one rank arrive in order.
    virtual void send(int to, RankMessage message) = 0;
    /// Sends a message to each other rank.
    void send_to_all(const RankMessage& message)
    {
        for (int to = 0; to < size(); ++to)
            if (to != rank()) send(to, message);
    }
};

template <class Kind, class T>
[[nodiscard]] RankMessage message_of(Kind kind, const T& content)
{
    ArchiveWriter writer;
    writer(content);
    return {static_cast<int>(kind), writer.take_bytes()};
}

template <class T>
[[nodiscard]] T content_of(const RankMessage& message)
{
    T content{};
    ArchiveReader reader{message.bytes};
    reader(content);
    return content;
}

/// Answer on a job that a rank could not do.
struct FailedAnswer {
    std::uint32_t job = 0;
    std::string text;

    template <class Parts>
    void parts(Parts& with)
    {
        with(job, text);
    }
};

}  // namespace farfield::compute
