#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

#include "net/client/client.h"

namespace farfield::app {

/// A farfield-node of this program's own, as a process that ends with it: on a free port of loopback, with a
/// token that no other program knows. Threads: one; the thread that makes it must live as long, since the
/// system ends the process with that thread.
class OwnNode {
public:
    /// Starts the farfield-node beside this program, else the first on the PATH, and waits until it is ready:
    /// a tenth of a second, at most 20 s. data_folders: what it offers. Throws std::runtime_error where
    /// there is none, or it fails, with what it said.
    explicit OwnNode(const std::vector<std::filesystem::path>& data_folders);
    ~OwnNode();  ///< ends the process, and waits for that
    OwnNode(const OwnNode&) = delete;
    OwnNode& operator=(const OwnNode&) = delete;

    /// How to connect to it.
    [[nodiscard]] net::ClientSettings client_settings() const;
    /// What its process has used of the processors so far, in all its threads. Any thread.
    [[nodiscard]] std::chrono::nanoseconds processor_time() const;

private:
    class File;

    [[nodiscard]] std::string last_words() const;
    [[noreturn]] void fail(const std::string& otherwise);
    void end() noexcept;

    std::string token_;
    std::unique_ptr<const File> log_;  ///< of memory: what it says
    pid_t process_ = -1;
    std::uint16_t port_ = 0;
};

}  // namespace farfield::app
