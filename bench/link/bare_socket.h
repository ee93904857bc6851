#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// Blocking TCP sockets without a protocol on top, with which the streams are compared. Every function throws
/// std::runtime_error with the system's reason.
namespace farfield::app {

/// Owns a socket, or nothing after default construction or a move.
class BareSocket {
public:
    BareSocket() = default;
    explicit BareSocket(int descriptor) : descriptor_(descriptor) {}
    BareSocket(const BareSocket&) = delete;
    BareSocket& operator=(const BareSocket&) = delete;
    BareSocket(BareSocket&& other) noexcept;
    BareSocket& operator=(BareSocket&& other) noexcept;
    ~BareSocket();

    [[nodiscard]] static BareSocket listen_on_loopback();
    [[nodiscard]] static BareSocket connect_to_loopback(std::uint16_t port);
    /// Accepts a connection and sets TCP_NODELAY, as a session's sockets have it.
    [[nodiscard]] BareSocket accept() const;

    [[nodiscard]] std::uint16_t port() const;
    [[nodiscard]] std::string congestion_control() const;
    void set_congestion_control(const std::string& name) const;

    /// Sends both spans, one after the other, with as few system calls as possible.
    void send(std::span<const std::byte> head, std::span<const std::byte> body) const;
    /// Receives until the span is full, with recv() calls for the bytes still missing. flags: as of recv().
    void receive(std::span<std::byte> to, int flags = 0) const;

private:
    int descriptor_ = -1;
};

}  // namespace farfield::app
