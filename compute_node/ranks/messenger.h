#pragma once

#include "compute_node/support/archive.h"

#include <cstddef>
#include <string>
#include <vector>

namespace farfield::compute {

/// Bytes from one process to another.
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
    /// Whether a rank shares this one's memory.
    [[nodiscard]] virtual bool is_on_this_host(int rank) const = 0;
    /// Never waits. Does nothing after a failure. Messages to one rank arrive in the order they were sent.
    virtual void send(int to, RankMessage message) = 0;
    /// To each of the others.
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

/// A job that a rank could not do.
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
