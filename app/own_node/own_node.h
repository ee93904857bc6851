#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

#include "net/client/client.h"

namespace farfield::app {

/// A farfield-node of this program's own, as a child process that ends with it, on a free port of loopback,
/// with a token that no other program knows. Threads: one; the constructing thread must live on, since the
/// system ends the process with that thread.
class OwnNode {
public:
    /// Starts the farfield-node beside this program, else the first on the PATH, and waits until it is ready:
    /// usually 0.1 s, at most 20 s. data_folders: folders that it offers. Throws std::runtime_error where
    /// the program is missing or fails, with its last output.
    explicit OwnNode(const std::vector<std::filesystem::path>& data_folders);
    ~OwnNode();  ///< ends the process, and waits for its end
    OwnNode(const OwnNode&) = delete;
    OwnNode& operator=(const OwnNode&) = delete;

    /// Settings for a connection to this node.
    [[nodiscard]] net::ClientSettings client_settings() const;
    /// CPU time of the node's process so far, over all its threads. Any thread.
    [[nodiscard]] std::chrono::nanoseconds processor_time() const;

private:
    class File;

    [[nodiscard]] std::string last_words() const;
    [[noreturn]] void fail(const std::string& otherwise);
    void end() noexcept;

    std::string token_;
    std::unique_ptr<const File> log_;  ///< in memory: the node's output
    pid_t process_ = -1;
    std::uint16_t port_ = 0;
};

}  // namespace farfield::app
