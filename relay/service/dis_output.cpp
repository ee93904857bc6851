#include "relay/service/dis_output.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "net/message/clock.h"
#include "relay/dis/entity_layout.h"

namespace farfield::net::relay {
namespace {

/// Interval at which the thread checks if it must end.
constexpr std::chrono::milliseconds look_interval{100};
constexpr std::size_t most_datagrams = 64;  ///< datagrams in one system call

std::uint32_t seconds_of(std::uint64_t ns)
{
    return static_cast<std::uint32_t>(ns / ns_per_second);
}

}  // namespace

bool is_same_group(const DisSpec& input, const DisSpec& output)
{
    const bool is_any = input.at.address == 0 && !is_multicast(output.at.address);
    if (input.at.port != output.at.port || (input.at.address != output.at.address && !is_any)) return false;
    if (input.interface.empty() || output.interface.empty()) return true;
    return find_interface(input.interface).index == find_interface(output.interface).index;
}

DisOutput::DisOutput(const std::string& text, const DisSpec& spec, std::size_t most_bytes,
                     const JsonEntitiesSettings& lines, SentMessages& sent)
    : text_{text},
      spec_{spec},
      most_bytes_{most_bytes},
      sender_{sender_settings(spec)},
      sent_{sent},
      states_{lines},
      memory_(model::max_bundle_bytes)
{
    joined_.reserve(model::max_bundle_bytes);
    datagrams_.reserve(most_datagrams);
    messages_.reserve(most_datagrams);
}

DisOutput::~DisOutput()
{
    if (!thread_.joinable()) return;
    is_stopping_ = true;
    wake();
    thread_.join();
}

void DisOutput::start(Build build, Warn warn)
{
    build_ = std::move(build);
    warn_ = std::move(warn);
    thread_ = std::thread([this] { run(); });
}

bool DisOutput::has_sent(std::uint32_t source, std::uint64_t now_ns) const noexcept
{
    return sources_.has(source, seconds_of(now_ns));
}

OutputCounters DisOutput::counters() const
{
    const std::lock_guard lock(mutex_);
    return counters_;
}

void DisOutput::run()
{
    try {
        while (!is_stopping_) {
            while (const auto built = build_(memory_)) {
                if (const auto bundle = BundleReader::open(built->payload)) send(*bundle);
                if (is_stopping_) return;
            }
            send_heartbeats();
            (void)is_due_.wait_for(look_interval);
        }
    } catch (const std::exception& error) {
        warn_(fmt::format("output '{}' has ended: {}", text_, error.what()));
    }
}

void DisOutput::send(const BundleReader& bundle)
{
    for (std::uint32_t i = 0; i < bundle.messages(); ++i) take(bundle.record(i));
    flush();
    const std::lock_guard lock(mutex_);
    counters_ = counted_;
}

void DisOutput::send_heartbeats()
{
    states_.send_silent(now_ns(), [this](std::span<const std::byte> pdu) {
        const std::uint64_t sent_before = counted_.sent, failed_before = counted_.failed;
        note(dis::load_entity_id(pdu.data() + dis::id_offset).source(), pdu);
        add(pdu);
        flush();  // the bytes are reused for the next PDU
        counted_.heartbeats += std::exchange(counted_.sent, sent_before) - sent_before;
        counted_.heartbeats_failed += std::exchange(counted_.failed, failed_before) - failed_before;
    });
    const std::lock_guard lock(mutex_);
    counters_ = counted_;
}

void DisOutput::take(const Record& record)
{
    if (record.kind == RecordKind::Gone) states_.forget(dis::load_entity_id(record.bytes.data()));
    if (record.kind != RecordKind::Dis || (record.flags & model::record_local) != 0) {
        ++counted_.left_out;
        return;
    }
    // States that another relay made of its lines, perhaps of the same site, must be repeated by that relay.
    const bool is_made_here = sent_.began_here(record.bytes, now_ns());
    if (is_made_here && !states_.is_due(record.bytes, record.arrival_ns)) {
        ++counted_.unchanged;
        return;
    }
    note(record.source, record.bytes);
    add(record.bytes);
}

/// Records a PDU before it is sent, since it may come back at once.
void DisOutput::note(std::uint32_t source, std::span<const std::byte> pdu)
{
    const std::uint64_t now = now_ns();
    sources_.note(source, seconds_of(now));
    sent_.note(pdu, now);
}

// Adds a PDU in a new datagram, or after the PDUs of the last one.
void DisOutput::add(std::span<const std::byte> pdu)
{
    const bool is_behind =
        spec_.is_bundled && !datagrams_.empty() && datagrams_.back().size() + pdu.size() <= most_bytes_;
    if (!is_behind && datagrams_.size() == most_datagrams) flush();
    if (!spec_.is_bundled) {
        datagrams_.push_back(pdu);
        messages_.push_back(1);
        return;
    }
    const std::size_t begin = joined_.size();  // stays within the reserved size: a bundle is not longer
    joined_.insert(joined_.end(), pdu.begin(), pdu.end());
    if (is_behind) {
        datagrams_.back() = {datagrams_.back().data(), datagrams_.back().size() + pdu.size()};
        ++messages_.back();
    } else {
        datagrams_.emplace_back(joined_.data() + begin, pdu.size());
        messages_.push_back(1);
    }
}

// Skips a datagram that the system refuses.
void DisOutput::flush()
{
    for (std::size_t next = 0; next < datagrams_.size();) {
        const std::size_t sent = sender_.send(std::span{datagrams_}.subspan(next));
        for (std::size_t i = 0; i < sent; ++i) counted_.sent += messages_[next + i];
        counted_.datagrams += sent;
        next += sent;
        if (next < datagrams_.size()) counted_.failed += messages_[next++];
    }
    datagrams_.clear();
    messages_.clear();
    joined_.clear();
}

}  // namespace farfield::net::relay
