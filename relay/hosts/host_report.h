#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "net/message/messages.h"

/// Messages between UDP hosts and their relay: docs/protocol.md, section 18.
namespace farfield::net::relay {

/// Flag of an EntityBundle in a datagram: it has messages with priority, and must be acknowledged.
inline constexpr std::uint16_t flag_acknowledge = 1;
/// Flag of a Report: the acknowledgement of bundles in datagrams.
inline constexpr std::uint16_t flag_of_bundles = 1;

/// Data that the relay gives a new host.
struct HostTicket {
    std::uint32_t host = 0;             ///< its bit in masks
    std::uint32_t path = 0;             ///< `stream` of all datagrams
    std::uint64_t key = 0;              ///< key that its reports must carry
    std::uint64_t next_bundle = 0;      ///< the first bundle that may have messages for it
    std::uint64_t messages_before = 0;  ///< messages of the path before that bundle
};

/// A Report: the bundles that have come.
struct HostReport {
    std::uint32_t host = 0, path = 0;
    std::uint64_t key = 0;
    std::uint64_t bundle_time_ns = 0;  ///< time_ns of the datagram that it acknowledges; 0: none
    std::uint64_t bundle = 0;          ///< the highest bundle number that it reports
    std::uint64_t before = 0;          ///< bit i: bundle - 1 - i has come
    std::uint64_t messages = 0;        ///< messages received with this host's bit
    friend bool operator==(const HostReport&, const HostReport&) = default;
};

inline constexpr std::size_t report_bytes = header_bytes + 24;

[[nodiscard]] std::array<std::byte, report_bytes> encode_report(const HostReport& report) noexcept;
/// The report; nullopt for a datagram that is no report.
[[nodiscard]] std::optional<HostReport> decode_report(std::span<const std::byte> datagram) noexcept;

}  // namespace farfield::net::relay
