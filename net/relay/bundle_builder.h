#pragma once

#include "net/relay/bundle.h"

namespace farfield::net::relay {

/// Writes the payload of an EntityBundle message into memory that it is given. Allocates nothing.
/// Ownership: borrows the memory. Threads: one.
class BundleBuilder {
public:
    /// buffer: at least a preamble long; of more than max_bundle_bytes the beginning is used. most_messages:
    /// room that is kept for the index; finish() moves the records where fewer came.
    BundleBuilder(std::span<std::byte> buffer, std::uint32_t most_messages);

    /// Copies a record. False where it does not fit; the bundle is then as before.
    [[nodiscard]] bool add(const Record& record);

    [[nodiscard]] std::uint32_t messages() const { return messages_; }

    /// The payload. preamble: its counts of messages and bytes and the oldest arrival are filled in here (of
    /// an empty bundle, with the time when it was closed).
    [[nodiscard]] std::span<const std::byte> finish(model::BundlePreamble preamble);

private:
    void write_prefix(const Record& record, std::byte* to) const;
    void write_entry(const Record& record, std::size_t length);
    void close_gap();
    void count_from(std::uint64_t oldest_ns);

    std::span<std::byte> buffer_;
    std::uint32_t most_messages_;
    std::uint32_t messages_ = 0;
    std::size_t end_;
    std::uint64_t first_ns_ = 0, oldest_ns_ = 0;
};

}  // namespace farfield::net::relay
