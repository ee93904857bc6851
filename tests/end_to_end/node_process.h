#pragma once

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

#include "tests/temporary_folder.h"

namespace farfield::test {

/// The outcome of a program that has ended.
struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string error;
};

/// A farfield-node process that runs until it is stopped.
class NodeProcess {
public:
    /// Starts it with these arguments and waits for the ready line. Throws when none comes.
    explicit NodeProcess(std::vector<std::string> arguments);
    ~NodeProcess();  ///< kills it
    NodeProcess(const NodeProcess&) = delete;
    NodeProcess& operator=(const NodeProcess&) = delete;

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] const std::string& ready_line() const { return ready_line_; }
    /// The processes that it has started and that have not ended.
    [[nodiscard]] std::vector<pid_t> children() const;
    /// Memory that it holds now.
    [[nodiscard]] std::uint64_t resident_bytes() const;
    /// Sends a signal that does not end it: SIGSTOP, SIGCONT.
    void send(int signal) const;
    /// Sends the signal and waits for the end.
    Outcome stop(int signal = SIGTERM);

private:
    friend Outcome run_node(std::vector<std::string> arguments);
    struct Quiet {};
    NodeProcess(std::vector<std::string> arguments, Quiet);
    [[nodiscard]] std::string read_line();
    [[nodiscard]] Outcome wait();

    TemporaryFolder folder_;
    pid_t pid_ = -1;
    int out_ = -1;
    std::string ready_line_;
    std::uint16_t port_ = 0;
};

/// Runs farfield-node to its end.
Outcome run_node(std::vector<std::string> arguments);

/// The measured fields that are not part of the repository, or an empty path: FARFIELD_DATA_DIR, or
/// ../shared/data beside it.
std::filesystem::path data_folder();

}  // namespace farfield::test
