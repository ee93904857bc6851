#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "net/message/bounded_json.h"
#include "relay/sockets/file_descriptor.h"

namespace farfield::net::relay {

/// An end of a connection between a process and its child: JSON documents, one a line. Threads: one.
class Channel {
public:
    explicit Channel(FileDescriptor fd) : fd_{std::move(fd)} {}

    /// Throws std::runtime_error when the other end is gone.
    void send(const Json& document);
    /// Throws std::runtime_error when the other end is gone or silent for so long.
    [[nodiscard]] Json receive(std::chrono::seconds at_most = std::chrono::seconds{60});

private:
    FileDescriptor fd_;
    std::string read_;
};

/// Work of a child, whose process ends with it. ChildProcess::receive() rethrows its exception.
using ChildWork = std::function<void(Channel&)>;

/// A process for one part of a measurement, so that its CPU time is measured alone. It ends at the latest
/// with this object, with the process that started it, or after two minutes. Threads: the process must have
/// only one when it starts children.
class ChildProcess {
public:
    /// core: on which all its threads run; nullopt: any. Throws std::system_error.
    ChildProcess(std::optional<int> core, const ChildWork& work);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    void send(const Json& document) { channel_->send(document); }
    [[nodiscard]] Json receive();
    /// CPU time of all its threads so far.
    [[nodiscard]] double cpu_seconds() const;
    /// Stops the process, or lets it continue.
    void freeze(bool is_frozen) const;

private:
    std::optional<Channel> channel_;
    pid_t process_ = 0;
};

/// The cores that this process may use, in order.
[[nodiscard]] const std::vector<int>& usable_cores();

}  // namespace farfield::net::relay
