#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "net/message/messages.h"

/// What UDP hosts and their relay send each other: docs/protocol.md, section 18.
namespace farfield::net::relay {

/// Flag of an EntityBundle in a datagram: it has messages with priority, and is to be acknowledged.
inline constexpr std::uint16_t flag_acknowledge = 1;
/// Flag of a Report: the acknowledgement of bundles in datagrams.
inline constexpr std::uint16_t flag_of_bundles = 1;

/// What a host was given when it was taken up.
struct HostTicket {
    std::uint32_t host = 0;             ///< its bit in masks
    std::uint32_t path = 0;             ///< `stream` of all datagrams
    std::uint64_t key = 0;              ///< that its reports carry
    std::uint64_t next_bundle = 0;      ///< the first one that may have messages for it
    std::uint64_t messages_before = 0;  ///< of the path, before that bundle
};

/// A Report: which bundles have come.
struct HostReport {
    std::uint32_t host = 0, path = 0;
    std::uint64_t key = 0;
    std::uint64_t bundle_time_ns = 0;  ///< time_ns of the datagram that it answers; 0: none
    std::uint64_t bundle = 0;          ///< the highest number that it is about
    std::uint64_t before = 0;          ///< bit i: bundle - 1 - i has come
    std::uint64_t messages = 0;        ///< with this host's bit, that have come
    friend bool operator==(const HostReport&, const HostReport&) = default;
};

inline constexpr std::size_t report_bytes = header_bytes + 24;

[[nodiscard]] std::array<std::byte, report_bytes> encode_report(const HostReport& report) noexcept;
/// Nothing for a datagram that is no report.
[[nodiscard]] std::optional<HostReport> decode_report(std::span<const std::byte> datagram) noexcept;

}  // namespace farfield::net::relay
