#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace farfield::app {

/// A child process that sends: a net::SessionServer with a ConstantService, and a bare socket that sends the
/// same memory. The parent's CPU clock then measures the receiving alone. Construct it before the program has
/// any thread but the first.
class SenderProcess {
public:
    /// congestion_control: algorithm for both kinds of connection; empty: the system's default.
    /// Throws std::runtime_error when the child cannot be made, or does not become ready.
    SenderProcess(std::size_t max_frame_bytes, const std::string& congestion_control);
    SenderProcess(const SenderProcess&) = delete;
    SenderProcess& operator=(const SenderProcess&) = delete;
    ~SenderProcess();  ///< ends the child process

    [[nodiscard]] std::uint16_t session_port() const noexcept { return ports_.session; }
    [[nodiscard]] std::uint16_t bare_port() const noexcept { return ports_.bare; }

    [[nodiscard]] const std::string& congestion_control() const noexcept { return congestion_control_; }

    struct Ports {
        std::uint16_t session = 0;
        std::uint16_t bare = 0;
    };

private:
    std::string congestion_control_;
    pid_t child_ = -1;
    Ports ports_;
};

}  // namespace farfield::app
