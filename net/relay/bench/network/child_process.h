#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "net/message/bounded_json.h"
#include "net/relay/sockets/file_descriptor.h"

namespace farfield::net::relay {

/// One end of a connection between a process and its child: JSON documents of a line each. Threads: one.
class Channel {
public:
    explicit Channel(FileDescriptor fd) : fd_{std::move(fd)} {}

    /// Throws std::runtime_error where the other end is gone.
    void send(const Json& document);
    /// Throws std::runtime_error where the other end is gone or says nothing for so long.
    [[nodiscard]] Json receive(std::chrono::seconds at_most = std::chrono::seconds{60});

private:
    FileDescriptor fd_;
    std::string read_;
};

/// What a child does; its process ends with it. What it throws is thrown again by ChildProcess::receive().
using ChildWork = std::function<void(Channel&)>;

/// A process for one part of a measurement, so that its CPU time is its own. It ends at the latest with this
/// object, with the process that started it, or after two minutes.
/// Threads: the process has only one when it starts children.
class ChildProcess {
public:
    /// core: that all its threads run on; nothing: any. Throws std::system_error.
    ChildProcess(std::optional<int> core, const ChildWork& work);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    void send(const Json& document) { channel_->send(document); }
    [[nodiscard]] Json receive();
    /// Of all its threads so far.
    [[nodiscard]] double cpu_seconds() const;
    /// Stops it, or lets it go on.
    void freeze(bool is_frozen) const;

private:
    std::optional<Channel> channel_;
    pid_t process_ = 0;
};

/// The cores that this process may use, in order.
[[nodiscard]] const std::vector<int>& usable_cores();

}  // namespace farfield::net::relay
